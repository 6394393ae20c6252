import Accounts
import Disk
import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import SASL
import Testing

@testable import ModelServer

/// The first sync of a home that an earlier version wrote (5ff8b96), with a server that has the mail that its ledger
/// knows.
@Suite("A ledger of an earlier version", .holds("PY4", "Y07", "K01"))
final class EarlierVersionLedgerTests {
    private let home = ProjectFiles.memory.appending(path: "petrel-earlier-\(UUID().uuidString)")
    private let model = ModelIMAPServer(.dovecot)

    init() throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let archive = ProjectFiles.root.appending(path: "Tests/Fixtures/home-of-earlier-version.tar.gz")
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-m", "tarfile", "-e", archive.path, home.path])
        try #require(run.exitCode == 0, "\(run.errorText)")
        for (mailbox, uidValidity) in [("INBOX", 1_795_533_918), ("Drafts", 1_795_533_919)] as [(String, UInt32)] {
            model.create(mailbox)
            let name = try #require(EncodedMailboxName(Array(mailbox.utf8)))
            model.change { $0.account.mailboxes[name]?.uidValidity = uidValidity }
        }
        model.deliver(try message(in: "INBOX/new"))
        model.deliver(try message(in: "Drafts/cur", where: "U1M"), to: "Drafts", flags: [.draft, .seen])
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    /// Returns a message as the server has it, with CRLF at the ends of lines.
    private func message(in directory: String, where part: String = "petrel") throws -> [UInt8] {
        let folder = home.appending(path: "mail/work/\(directory)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first { $0.contains(part) })
        let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        return Array(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8)
    }

    @Test("Is used: nothing is fetched again, and only what the server lacks is uploaded")
    func used() async throws {
        let report = try await sync()
        #expect(report.failure == nil && report.notices == [])
        // Only the Message-IDs are requested, to match the file in Archive.
        let fetches = model.log.filter { $0.line.contains("BODY") && !$0.line.contains("(MESSAGE-ID)") }
        #expect(fetches.isEmpty, "\(fetches.map(\.line))")
        #expect(report.mailboxes.map(\.new).reduce(0, +) == 0 && report.mailboxes.map(\.removed).reduce(0, +) == 0)
        let there = model.snapshot
        #expect(there["INBOX"]?.count == 1)
        // The draft that was on the server is not uploaded again. The one that was only here is, and so is the message
        // in Archive.
        #expect(there["Drafts"]?.count == 2 && there["Archive"]?.count == 1)
        let again = try await sync()
        #expect(again.failure == nil && !again.hasChanged)
    }

    private func sync() async throws -> SyncReport {
        let directory = try Directory.open(Path(home.path), on: POSIXFileSystem.shared)
        let state = try directory.makingDirectory(Array("state".utf8)).makingDirectory(Array("work".utf8))
        let mail = MailTree(try directory.makingDirectory(Array("mail".utf8)).makingDirectory(Array("work".utf8)))
        let name = try #require(AccountName("work"))
        let identity = try #require(Identity(name: "Kim Park", address: EmailAddress("kim@example.net")))
        var account = AccountConfiguration(name, identities: [identity])
        account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
        account.window = .all
        let secret = try #require(Secret(Array("secret-kim".utf8)))
        let credentials = try #require(Credentials(user: Array("kim".utf8), secret, .password))
        let drafts = DraftStore(
            mail: mail, state: state,
            counters: DraftAndOutboxNumberAllocator(
                in: directory, states: try directory.makingDirectory(Array("state".utf8))))
        return await AccountSync(
            account, as: { _ in credentials }, by: model.connections(), mail: mail, drafts: drafts, state: state,
            clock: LaterClock()
        ).run()
    }
}
