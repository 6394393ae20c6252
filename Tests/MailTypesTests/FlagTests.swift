import MailTestSupport
import MailTypes
import Testing

@Suite("Flags")
struct FlagTests {
    private static func flag(_ text: String) throws -> Flag { try #require(Flag(Array(text.utf8))) }

    @Test("Flags are the same in any case, and keep their spelling", arguments: ["\\Seen", "$Forwarded", "Work-[1]"])
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
        "What could not stand in a command is no flag",
        arguments: [
            "", "\\", "a b", "a\r\nb", "a(b", "a)b", "a{b", "\"a\"", "a\\b", "\\\\a", "a*", "a%", "é", "\u{0}",
            "\u{7F}",
            String(repeating: "a", count: 256),
        ])
    func refused(_ name: String) {
        #expect(Flag(Array(name.utf8)) == nil)
    }

    @Test("Sets know the same flags in any order, and those of a file's name")
    func sets() throws {
        let one = FlagSet([.seen, try Self.flag("Work"), try Self.flag("Home"), .forwarded])
        let two = FlagSet([try Self.flag("home"), .forwarded, try Self.flag("WORK"), .seen])
        #expect(one == two)
        #expect(one.hashValue == two.hashValue)
        #expect(one.messageFlags == [.seen, .forwarded])
        #expect(FlagSet([.draft, .deleted] as MessageFlags) == FlagSet([Flag.draft, .deleted]))
    }
}
