import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite(
    "Drafts that were sent before", .onOwnThreads, .timeLimit(.minutes(5)), .holds("C18", "PS1", "PS6"))
struct EarlierDeliveryTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
    }

    private let message = ["new", "-s", "Plan", "-m", "Hi", "--send", "--wait", "60"]

    private func send(_ recipients: String..., over server: RecordingSMTPServer) -> CommandRun {
        let words = message + recipients.flatMap { ["-t", $0] }
        return home.petrel(words.map { Array($0.utf8) }, reaching: server.connections)
    }

    /// Takes two recipients per message, and refuses eve.
    private let partial = RecordingSMTPServer {
        $0.extensions.append("LIMITS RCPTMAX=2")
        $0.recipientAnswers = ["eve@example.org": "550 5.1.1 unknown\r\n"]
    }

    /// Takes the message and never answers.
    private let silent = RecordingSMTPServer { $0.answers[.end] = "" }

    private func recipients(_ draft: String) throws -> [String?] {
        let people = try #require(try home.petrel("show", draft, "--json").object["to"] as? [[String: Any]])
        return people.map { $0["address"] as? String }
    }

    @Test("A message that only some recipients have says who they are")
    func partialDelivery() throws {
        let run = send("ana@example.org", "ben@example.org", "eve@example.org", over: partial)
        #expect(run.exitCode == .someFailed && partial.accepted.map(\.recipients.count) == [2])
        let sentence =
            "Already delivered to 2 of its 3 recipients, who do not get it again: ana@example.org, ben@example.org."
        #expect(run.errorText.contains(sentence), "\(run.errorText)")
        let queued = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect((queued["error"] as? String)?.contains(sentence) == true, "\(queued)")
    }

    @Test("A draft made from a partly delivered message does not name those who have it, and says who they are")
    func partlyTakenBack() throws {
        _ = send("ana@example.org", "Ben <ben@example.org>", "eve@example.org", over: partial)
        let run = home.petrel("outbox", "cancel", "o1")
        #expect(
            run.errorText.contains(
                "2 recipients have the message already, and the draft no longer names them: "
                    + "ana@example.org, ben@example.org"), "\(run.errorText)")
        #expect(try recipients("d1") == ["eve@example.org"])
        let draft = try #require(home.petrel("drafts", "--json").list("drafts").first)
        #expect(draft["deliveredTo"] as? [String] == ["ana@example.org", "ben@example.org"])
        let server = RecordingSMTPServer()
        #expect(home.petrel("send", "d1", "--wait", "60", reaching: server.connections).exitCode == .done)
        #expect(server.accepted.map(\.recipients) == [["eve@example.org"]])
    }

    @Test("At the prompt, resume says who has the message, and who is added again gets it only after a question")
    func partlyResumed() throws {
        _ = send("ana@example.org", "ben@example.org", "eve@example.org", over: partial)
        let run = home.typing("resume o1", "to ana@example.org", "send", "k", "close", "quit")
        #expect(run.errorText.contains("2 recipients have the message already"), "\(run.errorText)")
        let asked = "Send a second time? It was delivered before to ana@example.org."
        #expect(run.text.contains(asked) || run.prompts.contains { $0.contains(asked) }, "\(run.text) \(run.prompts)")
        #expect(try recipients("d1") == ["eve@example.org", "ana@example.org"])
        #expect(home.petrel("outbox").lines.isEmpty)
    }

    @Test("A draft that may have arrived is sent again only with --allow-duplicate", arguments: ["cancel", "retry"])
    func unknownTakenBack(_ way: String) throws {
        #expect(send("ana@example.org", over: silent).exitCode == .someFailed)
        if way == "retry" {
            // The server refuses the second attempt, but may have accepted the first.
            #expect(home.petrel("outbox", "retry", "o1").exitCode == .done)
            let server = RecordingSMTPServer { $0.answers[.sender] = "550 5.7.1 no\r\n" }
            _ = home.petrel("outbox", "flush", reaching: server.connections)
        }
        let cancelled = home.petrel("outbox", "cancel", "o1")
        let sentence =
            "The message may have arrived already, so petrel asks before it sends the draft again: ana@example.org"
        #expect(cancelled.errorText.contains(sentence), "\(cancelled.errorText)")
        // The draft keeps that when it is changed, and when sending it is undone.
        _ = home.script("resume d1", "subject Other", "close")
        _ = home.typing("send d1 --allow-duplicate", "undo", "close", "quit")
        #expect(home.petrel("drafts").lines.count == 1)
        let refused = home.petrel("send", "d1")
        #expect(refused.exitCode == .unanswered && home.petrel("outbox").lines.isEmpty)
        #expect(
            refused.errorText.contains(
                "Send a second time? It may have arrived already, at ana@example.org. Use --allow-duplicate."),
            "\(refused.errorText)")
        #expect(try home.petrel("show", "d1", "--json").object["mayHaveArrivedAt"] as? [String] == ["ana@example.org"])
        let server = RecordingSMTPServer()
        let sent = home.petrel("send", "d1", "--allow-duplicate", "--wait", "60", reaching: server.connections)
        #expect(sent.exitCode == .done && server.accepted.count == 1)
    }

    @Test("At the prompt, a question comes before a draft that may have arrived is sent")
    func unknownResumed() throws {
        _ = send("ana@example.org", over: silent)
        let run = home.typing("resume o1", "send", "k", "close", "quit")
        #expect(run.errorText.contains("The message may have arrived already"), "\(run.errorText)")
        #expect(home.petrel("outbox").lines.isEmpty && home.petrel("drafts").lines.count == 1)
        _ = home.typing("resume d1", "send --undo 0", "s", "quit")
        #expect(home.petrel("outbox").lines.count == 1)
    }

    @Test(
        "A draft that may have arrived keeps that when another account sends it, and no question concerns other people")
    func otherAccountOrPeople() throws {
        try home.addAccount(
            "home",
            ["name": "Kim", "address": "kim@example.com", "imap": "imaps://x.example", "smtp": "smtps://x.example"])
        try home.write(Data(#"{"account": "work"}"#.utf8), to: "config.json")
        _ = send("ana@example.org", over: silent)
        _ = home.petrel("outbox", "cancel", "o1")
        _ = home.script("resume d1", "from kim@example.com", "close")
        try home.write(Data(#"{"account": "home"}"#.utf8), to: "config.json")
        let drafts = try home.petrel("drafts", "--json").list("drafts")
        #expect(drafts.map { $0["account"] as? String } == ["home"])
        let moved = try #require(drafts.first?["id"] as? String)
        #expect(home.petrel("send", moved).exitCode == .unanswered)
        _ = home.script("resume \(moved)", "remove ana@example.org", "to zoe@example.org", "close")
        #expect(home.petrel("send", moved).exitCode == .done)
    }
}
