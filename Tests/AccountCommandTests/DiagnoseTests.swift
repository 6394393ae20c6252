import Foundation
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Diagnosis", .onOwnThreads, .timeLimit(.minutes(5)), .holds("Y26"))
struct DiagnoseTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver("From: Ben <ben@example.org>\r\nSubject: Secret plan\r\n\r\nHello.\r\n")
    }

    @Test("Shows all blocks for an account that was never synced")
    func neverSynced() throws {
        let run = home.petrel("diagnose", "--offline")
        #expect(run.exitCode == .done, "\(run.text)\(run.errorText)")
        for block in ["Settings", "Sync", "Connections", "IDLE", "Folders", "Outbox", "Tests", "Events"] {
            #expect(run.text.contains("\n  \(block)\n"), "\(block)")
        }
        #expect(run.text.contains("none was synced yet") && run.text.contains("kim@example.net"))
    }

    @Test("Shows the folders of a synced account, and tests the sign-in")
    func synced() throws {
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        let run = home.petrel("diagnose", "work", reaching: server.connections())
        #expect(run.text.contains("1 message, 1 unread, 1 on the server, UIDVALIDITY"), "\(run.text)")
        #expect(run.text.contains("receiving         OK"), "\(run.text)")
        let json = try home.petrel("diagnose", "--json", "--offline").list("accounts")
        #expect(json.first?["ok"] as? Bool == true && json.first?["report"] is [String])
    }

    @Test("A problem ends with what to do, and makes the exit code 1")
    func problem() throws {
        let inbox = home.directory.appending(path: "mail/work/INBOX")
        try FileManager.default.createDirectory(at: inbox, withIntermediateDirectories: true)
        try Data().write(to: inbox.appending(path: ".uidvalidity"))
        let run = home.petrel("diagnose", "--offline")
        #expect(run.exitCode == .someFailed)
        #expect(run.text.contains("mbsync has synced this Maildir, but petrel finds neither"), "\(run.text)")
    }

    @Test("The report for others has neither addresses nor subjects")
    func masked() throws {
        let watch = WatchDriver(home, [], reaching: server.connections())
        try #require(WatchDriver.wait { server.log.last?.verb == "IDLE" } != nil)
        let open = home.petrel("diagnose", "--offline").text
        let masked = home.petrel("diagnose", "--offline", "--mask").text
        _ = watch.end()
        #expect(open.contains("in use            1 of at most"), "\(open)")
        #expect(open.contains("Secret plan") && open.contains("kim@example.net"), "\(open)")
        #expect(!masked.contains("Secret plan") && !masked.contains("kim@"), "\(masked)")
        #expect(masked.contains("k…@example.net") && masked.contains("a new message"))
    }

    @Test("--reset asks first; the next sync compares everything, and changes nothing on either side")
    func reset() throws {
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        let before = server.snapshot
        let kept = home.petrel("diagnose", "work", "--reset", typing: ["n"])
        #expect(kept.prompts.first?.hasPrefix("This will re-download all emails for this account. Continue?") ?? false)
        #expect(kept.text.contains("Nothing was changed."), "\(kept.text)")
        #expect(home.petrel("diagnose", "work", "--reset").exitCode == .unanswered)
        #expect(home.petrel("diagnose", "work", "--reset", "--yes").exitCode == .done)
        #expect(home.petrel("status").text.contains("never synced"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        #expect(try home.petrel("list", "--json").list().count == 1)
        #expect(server.snapshot.mapValues { $0.map(\.uid) } == before.mapValues { $0.map(\.uid) })
    }
}
