import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Mailbox names as directories", .holds("K02", "PX4"))
struct MailboxDirectoryNameTests {
    @Test(
        "Encodes a mailbox name as a directory that cannot escape the mail directory",
        arguments: [
            ("plain", "Archive", ["Archive"]),
            ("a space and letters beyond ASCII", "Entwürfe 2026", ["Entwürfe 2026"]),
            ("the directory above", "..", ["%2E."]),
            ("hidden", ".Trash", ["%2ETrash"]),
            ("a slash", "a/b", ["a%2Fb"]),
            ("absolute", "/etc/passwd", ["%2Fetc%2Fpasswd"]),
            ("a subdirectory of a Maildir", "cur", ["%63ur"]),
            ("the temporary one", "tmp", ["%74mp"]),
            ("this program's own", "Outbox", ["%4Futbox"]),
            ("in another case", "OUTBOX", ["%4FUTBOX"]),
            ("a line end", "a\r\nb", ["a%0D%0Ab"]),
            ("NUL", "a\0b", ["a%00b"]),
            ("DEL", "a\u{7F}", ["a%7F"]),
            ("a percent sign", "100%", ["100%"]),
            ("what looks like an escape", "a%41", ["a%2541"]),
            ("what looks like a continuation", "a%+", ["a%25+"]),
            ("both", "%+%2F", ["%25+%252F"]),
        ])
    func names(_ row: String, _ name: String, _ directories: [String]) {
        let encoded = MailboxDirectoryName.encode(Array(name.utf8), isTopLevel: true)
        #expect(encoded.map { String(decoding: $0, as: UTF8.self) } == directories, "\(row)")
        #expect(MailboxDirectoryName.decode(encoded, isTopLevel: true) == Array(name.utf8), "\(row)")
    }

    @Test("Any bytes round-trip, and each directory is a plain name of at most 255 bytes")
    func property() {
        var generator = SeededGenerator.fresh
        for _ in 0..<20_000 {
            let length = Int.random(in: 1...(Bool.random(using: &generator) ? 12 : 1200), using: &generator)
            let alphabet: [UInt8] = [
                0x25, 0x2B, 0x2E, 0x2F, 0x32, 0x46, 0x61, 0xC3, 0xA4, 0xE2, 0x82, 0xAC, 0, 0x0A, 0x63,
            ]
            let name = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let isTopLevel = Bool.random(using: &generator)
            let directories = MailboxDirectoryName.encode(name, isTopLevel: isTopLevel)
            let isPlain = directories.allSatisfy {
                !$0.isEmpty && $0.count <= 255 && !$0.contains(0x2F) && !$0.contains(0) && $0.first != 0x2E
            }
            #expect(isPlain, "seed \(generator.seed): \(name)")
            #expect(
                MailboxDirectoryName.decode(directories, isTopLevel: isTopLevel) == name,
                "seed \(generator.seed): \(name)")
        }
    }

    @Test("Creates, lists and finds mailboxes with any name")
    func tree() throws {
        let store = try StoreFixture()
        let long = [UInt8](repeating: 0x61, count: 700)
        let names = try [
            [Array("INBOX".utf8)], [Array("Lists".utf8), Array("Swift".utf8)], [Array("..".utf8), Array("cur".utf8)],
            [Array("Outbox".utf8)], [long], [Array("a".utf8), long, Array("b".utf8)], [[0xFF, 0xFE]],
            [Array("e\u{301}".utf8)], [Array("\u{E9}".utf8)],
        ].map { try #require(MailboxName($0)) }
        for name in names { _ = try store.mail.makingMaildir(name) }
        _ = try store.mail.outbox()
        #expect(try store.mail.mailboxes().map(\.name) == names.sorted())
        for name in names { #expect(try store.mail.maildir(name) != nil, "\(name)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.path.path).sorted() == ["mail", "state"])
    }

    @Test("Mailboxes by other programs keep their names")
    func foreign() throws {
        let store = try StoreFixture()
        let mail = store.path.appending(path: "mail")
        for name in ["Sp%41m", "a%+x", "plain"] {
            try FileManager.default.createDirectory(
                at: mail.appending(path: "\(name)/cur"), withIntermediateDirectories: true)
        }
        let names = try store.mail.mailboxes().map(\.name)
        #expect(names.map(\.description) == ["Sp%41m", "a%+x", "plain"])
        for name in names { #expect(try store.mail.maildir(name) != nil, "\(name)") }
    }

    @Test("Symbolic links among the mailboxes are not followed")
    func link() throws {
        let store = try StoreFixture()
        let outside = try StoreFixture()
        _ = try outside.mail.makingMaildir(.inbox)
        try FileManager.default.createSymbolicLink(
            at: store.path.appending(path: "mail/Linked"),
            withDestinationURL: outside.path.appending(path: "mail/INBOX"))
        #expect(try store.mail.mailboxes().isEmpty)
    }
}
