import Foundation
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Mail that arrives at the prompt", .onOwnThreads, .timeLimit(.minutes(5)), .holds("Y21", "Y23", "Y25"))
struct ArrivingMailTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver(subject: "Letter 1")
    }

    private func sit(_ lines: String...) -> CommandRun {
        home.petrel([], typing: lines, reaching: server.connections(), watchingMail: true) { hand in
            switch hand {
            case "idle": _ = WatchDriver.wait { server.log.last?.verb == "IDLE" }
            default: server.deliver(subject: hand)
            }
        }
    }

    @Test("The prompt syncs when it starts, and shows each message that arrives, with its number")
    func arrives() throws {
        let run = sit("@…", "@idle", "@Lunch on Friday?", "@…", "show 2", "quit")
        #expect(
            run.told == [
                "* work: Ben Okafor: Letter 1  Type: show 1", "* work: Ben Okafor: Lunch on Friday?  Type: show 2",
            ], "\(run.told)")
        #expect(run.text.contains("Lunch on Friday?") && run.exitCode == .done, "\(run.text)\(run.errorText)")
        #expect(server.connectionCount == 1 && server.violations == [])
    }

    @Test("The prompt shows the number of unread messages")
    func unread() throws {
        let run = sit("@…", "drafts", "read 1", "drafts", "quit")
        #expect(run.prompts.contains("all (1 unread)> "), "\(run.prompts)")
        #expect(run.prompts.last == "all> ", "\(run.prompts)")
    }

    @Test("sync at the prompt uses the connection of the watch")
    func syncs() throws {
        let run = sit("@…", "@idle", "sync", "quit")
        #expect(run.text.contains("work: nothing new."), "\(run.text)\(run.errorText)")
        #expect(server.connectionCount == 1)
    }

    @Test("offline stops the watch until online")
    func offline() throws {
        let run = sit("@…", "@idle", "offline", "@Later", "online", "@…", "quit")
        #expect(run.told.last == "* work: Ben Okafor: Later  Type: show 2", "\(run.told)")
        #expect(server.connectionCount == 2)
    }

    @Test("Without the setting, mail is fetched by sync only")
    func off() throws {
        #expect(home.typing("set watch off", "quit").exitCode == .done)
        let run = sit("drafts", "sync", "quit")
        #expect(run.text.contains("work: 1 new message."), "\(run.text)")
        #expect(server.connectionCount == 1)
    }
}
