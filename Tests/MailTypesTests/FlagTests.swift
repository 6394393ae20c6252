import MailTestSupport
import MailTypes
import Testing

@Suite("Flags")
struct FlagTests {
    private static func flag(_ text: String) throws -> Flag { try #require(Flag(Array(text.utf8))) }

    @Test("Flags compare without case and keep their spelling", arguments: ["\\Seen", "$Forwarded", "Work-[1]"])
    func folding(_ name: String) throws {
        let flag = try Self.flag(name)
        let other = try Self.flag(name.uppercased())
        #expect(flag == other)
        #expect(other.description == name.uppercased())
        var set = FlagSet([flag])
        set.insert(other)
        #expect(set.flags.count == 1)
        #expect(set.contains(other))
        set.remove(other)
        #expect(set.isEmpty)
    }

    @Test(
        "Rejects flags that are invalid in a command",
        arguments: [
            "", "\\", "a b", "a\r\nb", "a(b", "a)b", "a{b", "\"a\"", "a\\b", "\\\\a", "a*", "a%", "é", "\u{0}",
            "\u{7F}",
            String(repeating: "a", count: 256),
        ])
    func refused(_ name: String) {
        #expect(Flag(Array(name.utf8)) == nil)
    }

    @Test("Sets ignore order and convert to and from file name flags")
    func sets() throws {
        let one = FlagSet([.seen, try Self.flag("Work"), try Self.flag("Home"), .forwarded])
        let two = FlagSet([try Self.flag("home"), .forwarded, try Self.flag("WORK"), .seen])
        #expect(one == two)
        #expect(one.hashValue == two.hashValue)
        #expect(one.maildirFlags == [.seen, .forwarded])
        #expect(FlagSet([.draft, .deleted] as MaildirFlags) == FlagSet([Flag.draft, .deleted]))
    }

    static let known = [
        "\\Seen", "\\Answered", "\\Flagged", "\\Deleted", "\\Draft", "\\Recent", "$Forwarded", "$MDNSent", "$Junk",
        "$NotJunk", "Junk", "NonJunk", "NotJunk", "$Phishing", "$Important", "$Submitted", "$SubmitPending",
        "$HasAttachment", "$label1", "$label2", "$label3", "$label4", "$label5", "Forwarded", "$IsTrusted",
    ]

    private static func isKnown(_ name: [UInt8]) -> Bool {
        var set = FlagSet()
        return set.insert(known: name.span)
    }

    @Test("A known flag is recognized in any case", arguments: known)
    func knownFlags(_ name: String) {
        var generator = SeededGenerator.fresh
        for _ in 0..<100 {
            let octets = name.utf8.map { octet in
                (octet | 0x20) &- 0x61 < 26 && Bool.random(using: &generator) ? octet ^ 0x20 : octet
            }
            var set = FlagSet()
            let isFound = set.insert(known: octets.span)
            #expect(isFound, "seed \(generator.seed): \(octets)")
            #expect(set.flags.map(\.description) == [name], "seed \(generator.seed)")
            #expect(set == FlagSet([Flag(octets)].compactMap(\.self)) && set.keywords.isEmpty)
        }
    }

    @Test("A flag that differs from a known one in one byte is another flag", arguments: known)
    func nearMisses(_ name: String) {
        let octets = Array(name.utf8)
        let others = Set(Self.known.map { $0.lowercased() })
        for index in octets.indices {
            for octet in UInt8.min...UInt8.max {
                var changed = octets
                changed[index] = octet
                let text = String(decoding: changed, as: UTF8.self).lowercased()
                let isAllASCII = changed.allSatisfy { $0 < 0x80 }
                #expect(Self.isKnown(changed) == (isAllASCII && others.contains(text)), "\(changed)")
            }
            #expect(!Self.isKnown(Array(octets[..<index])) || others.contains(String(name.prefix(index)).lowercased()))
        }
        #expect(!Self.isKnown(octets + [0x73]) && !Self.isKnown([0x24, 0x24] + octets))
    }
}
