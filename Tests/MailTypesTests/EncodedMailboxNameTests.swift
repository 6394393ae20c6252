import MailTestSupport
import MailTypes
import Testing

@Suite("Encoded mailbox names", .holds("PX5", "PX6"))
struct EncodedMailboxNameTests {
    @Test(
        "Decodes a readable name and keeps the original bytes",
        arguments: [
            ("INBOX", "INBOX", "/", "INBOX"), ("INBOX in lower case", "inbox", "/", "INBOX"),
            ("INBOX with children", "Inbox.Sent", ".", "INBOX/Sent"), ("two levels", "Lists/Swift", "/", "Lists/Swift"),
            ("a dot that parts", "Lists.Swift", ".", "Lists/Swift"), ("a backslash that parts", "a\\b", "\\", "a/b"),
            ("a dot that does not", "a.b", "/", "a.b"), ("umlauts", "Entw&APw-rfe", "/", "Entwürfe"),
            ("a slash in a name", "a/b", ".", "a%2Fb"), ("Gmail's", "[Gmail]/All Mail", "/", "[Gmail]/All Mail"),
            ("a name in UTF-8", "Entwürfe", "/", "Entwürfe"), ("quotes", "a\"b", "/", "a\"b"),
            ("a backquote", "`id`", "/", "`id`"), ("a dollar", "$(id)", "/", "$(id)"),
            ("an ampersand", "R&-D", "/", "R&D"), ("a separator at the end", "a/b/", "/", "a/b"),
            ("three dots", "...", "/", "..."), ("a dot in front", ".hidden", "/", ".hidden"),
        ])
    func readable(_ row: String, _ octets: String, _ separator: String, _ name: String) throws {
        let encoded = try #require(EncodedMailboxName(Array(octets.utf8)), "\(row)")
        #expect(encoded.octets == Array(octets.utf8), "\(row)")
        #expect(encoded.name(separator: separator.utf8.first)?.description == name, "\(row)")
    }

    @Test(
        "A name that could escape the mail directory has no decoded form",
        arguments: [
            ("two dots", "..", "/"), ("up and over", "../x", "/"), ("in the middle", "a/../b", "/"),
            ("one dot", ".", "/"),
            ("one dot in the middle", "a/./b", "/"), ("from the root", "/etc", "/"), ("two separators", "a//b", "/"),
            ("separators alone", "//", "/"), ("up, encoded as the shell reads it", "..", "."),
            ("a tab", "a\tb", "/"), ("escape", "a\u{1B}[2J", "/"), ("a deletion", "a\u{7F}", "/"),
            ("NUL in modified UTF-7", "a&AAA-b", "/"), ("LF in modified UTF-7", "a&AAo-b", "/"),
        ])
    func refused(_ row: String, _ octets: String, _ separator: String) throws {
        let encoded = try #require(EncodedMailboxName(Array(octets.utf8)), "\(row)")
        #expect(encoded.name(separator: separator.utf8.first) == nil, "\(row)")
    }

    @Test(
        "Rejects a name that cannot be sent in a command",
        arguments: ["", "a\r\nb", "a\nb", "a\rb", "a\u{0}b", String(repeating: "a", count: 1025)])
    func impossible(_ octets: String) {
        #expect(EncodedMailboxName(Array(octets.utf8)) == nil)
    }

    @Test("A name with too many levels has no decoded form")
    func depth() throws {
        let path = Array(repeating: "a", count: 65).joined(separator: "/")
        #expect(try #require(EncodedMailboxName(Array(path.utf8))).name(separator: 0x2F) == nil)
    }

    @Test("Names that look alike differ, except for INBOX")
    func identity() {
        #expect(EncodedMailboxName(Array("a".utf8)) != EncodedMailboxName(Array("A".utf8)))
        #expect(EncodedMailboxName(Array("iNbOx".utf8)) == .inbox)
        // Composed and decomposed spellings of one word.
        let composed = MailboxName("Entw\u{FC}rfe").flatMap { EncodedMailboxName($0, separator: 0x2F) }
        let decomposed = MailboxName("Entwu\u{308}rfe").flatMap { EncodedMailboxName($0, separator: 0x2F) }
        #expect(composed != nil && composed != decomposed)
    }

    @Test("Any local name round-trips")
    func property() throws {
        var generator = SeededGenerator.fresh
        let letters: [Unicode.Scalar] = ["a", "Z", "é", "&", "-", "日", "😀", " ", "\"", "\\", "~", "%", "*", "]"]
        for _ in 0..<2000 {
            let components = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    if let letter = letters.randomElement(using: &generator) { text.append(letter) }
                }
                return Array(String(text).utf8)
            }
            let name = try #require(MailboxName(components))
            let encoded = try #require(EncodedMailboxName(name, separator: 0x2F), "seed \(generator.seed)")
            #expect(encoded.name(separator: 0x2F) == name, "seed \(generator.seed): \(encoded)")
        }
        #expect(MailboxName([Array("a/b".utf8)]).flatMap { EncodedMailboxName($0, separator: 0x2F) } == nil)
        #expect(MailboxName("a/b").flatMap { EncodedMailboxName($0, separator: nil) } == nil)
    }
}
