import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Import", .holds("K02", "K03"))
struct MaildirImportTests {
    let source: StoreFixture
    let target: StoreFixture

    init() throws {
        source = try StoreFixture()
        target = try StoreFixture()
    }

    private func run(_ path: String) throws -> MaildirImport.Report {
        let directory = try Directory.open(Path(source.path.appending(path: path).path), on: POSIXFileSystem.shared)
        return try MaildirImport(from: directory).run(into: target.mail)
    }

    @Test("Links a tree of Maildirs, keeps flags and names, and is idempotent")
    func tree() throws {
        let inbox = try source.mail.makingMaildir(.inbox)
        let entry = try inbox.add(letter("1"), flags: [.seen, .flagged])
        _ = try inbox.add(letter("2"), flags: [], to: .new)
        _ = try source.mail.makingMaildir(try #require(MailboxName("Lists/Swift"))).add(letter("3"), flags: [])
        let report = try run("mail")
        #expect(report.mailboxes.map(\.description) == ["INBOX", "Lists/Swift"])
        #expect((report.messages, report.linked, report.copied) == (3, 3, 0))
        let taken = try #require(try target.mail.maildir(.inbox))
        #expect(try taken.entries() == inbox.entries())
        #expect(try taken.status(of: entry)?.inode == inbox.status(of: entry)?.inode)
        let again = try run("mail")
        #expect((again.messages, again.linked, again.present) == (3, 0, 3))
        #expect(target.files("mail").count == 3)
    }

    @Test("Converts Maildir++ folder names of Dovecot and Courier")
    func maildirPlusPlus() throws {
        let root = source.path.appending(path: "mail")
        for folder in ["", ".Sent", ".Lists.Swift", ".Entw&APw-rfe", ".R&-D", ".not-utf7&x"] {
            for name in ["cur", "new", "tmp"] {
                let directory = root.appending(path: folder.isEmpty ? name : "\(folder)/\(name)")
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            }
        }
        try Data(letter("1")).write(to: root.appending(path: ".Sent/cur/1.a.host:2,S"))
        let report = try run("mail")
        #expect(
            report.mailboxes.map(\.description) == [
                "INBOX", "Entwürfe", "Lists/Swift", "R&D", "Sent", "not-utf7&x",
            ])
        #expect(report.messages == 1)
    }

    @Test("Imports two messages with the same file name")
    func sameName() throws {
        let base = Array("1.a.host".utf8)
        _ = try source.mail.makingMaildir(.inbox).add(letter("theirs"), flags: [], base: base)
        _ = try target.mail.makingMaildir(.inbox).add(letter("ours"), flags: [], base: base)
        #expect(try run("mail").linked == 1)
        #expect(target.files("mail").count == 2)
    }

    @Test("Imports nothing if there is no Maildir")
    func none() throws {
        try FileManager.default.createDirectory(
            at: source.path.appending(path: "mail/documents"), withIntermediateDirectories: true)
        #expect(try run("mail").mailboxes.isEmpty)
    }
}
