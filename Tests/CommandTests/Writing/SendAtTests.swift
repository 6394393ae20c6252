import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// The clock of these tests stands at noon of Tuesday, 13 October 2026, UTC.
@Suite("Sending at a planned time", .onOwnThreads, .holds("PS2"))
struct SendAtTests {
    private static let letter = ["new", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send"]

    private func petrel(_ home: SampleHome, _ words: [String]) -> CommandRun {
        home.petrel(words.map { Array($0.utf8) })
    }

    @Test(
        "From a shell, --at and --in plan a message, and outbox shows its time",
        arguments: [
            (["--at", "mon 9:00"], "2026-10-19T09:00:00Z"), (["--in", "2h"], "2026-10-13T14:00:00Z"),
            (["--at", "2026-12-01 08:30"], "2026-12-01T08:30:00Z"),
        ])
    func shell(_ words: [String], _ time: String) throws {
        let home = try SampleHome(isEmpty: true)
        let run = petrel(home, Self.letter + words + ["--json"])
        #expect(run.exitCode == .done, "\(run.errorText)")
        #expect(try run.object["sendAt"] as? String == time && run.object["sendState"] as? String == "queued")
        let entry = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect(entry["sendAt"] as? String == time)
        #expect(home.petrel("outbox").text.contains("planned for "))
        #expect(home.petrel("outbox", "cancel", "o1").exitCode == .done)
        #expect(home.petrel("outbox").lines.isEmpty && home.petrel("drafts").lines.count == 1)
    }

    @Test(
        "A time that is over or unreadable is a usage error, and nothing is queued",
        arguments: [
            ["--at", "2026-10-13 11:59"], ["--at", "mon"], ["--at", "soon"], ["--in", "0h"], ["--in", "9999999h"],
            ["--at", "mon 9:00", "--in", "2h"], ["--at", "mon 9:00", "--wait", "5"], ["--in", "2h", "--undo", "5"],
        ])
    func refused(_ words: [String]) throws {
        let home = try SampleHome(isEmpty: true)
        let run = petrel(home, Self.letter + words)
        #expect(run.exitCode == .usage && run.errorText.contains("Nothing was sent"), "\(run.errorText)")
        #expect(home.petrel("outbox").lines.isEmpty)
        #expect(petrel(home, Self.letter.dropLast() + ["--draft"] + words).exitCode == .usage)
    }

    @Test("Without a time or a draft, send at says what to type")
    func incomplete() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("send at", "new ben@example.org -s Plan -m Hi", "send at", "send at ?", "close", "quit")
        #expect(run.errorText.contains("Say first what to send: send dN at mon 9:00"), "\(run.errorText)")
        #expect(run.errorText.components(separatedBy: "Say when to send it, for example: at mon 9:00").count == 3)
        #expect(run.exitCode == .done && home.petrel("outbox").lines.isEmpty)
    }

    @Test("At the prompt, the words follow send; nothing is sent before, and send oN changes the plan")
    func prompt() throws {
        let server = RecordingSMTPServer()
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        let run = home.petrel(
            [],
            typing: [
                "new ben@example.org -s Plan -m Hi", "send later", "send at mon", "send at mon 9:00", "outbox",
                "new ben@example.org -s Other -m Hi", "send in 2h", "send o1 at 2026-12-01 8:30", "outbox", "quit",
            ], reaching: server.connections)
        #expect(run.exitCode == .done)
        #expect(run.errorText.contains("unexpected argument \"later\""))
        #expect(run.errorText.contains("Say the time of day too"))
        #expect(
            run.text.contains(
                "o1 will be sent on Mon, 19 Oct 2026 at 09:00 +0000. To stop it, type: outbox cancel o1\n"))
        #expect(run.text.contains("o2 will be sent on Tue, 13 Oct 2026 at 14:00 +0000."))
        #expect(run.errorText.components(separatedBy: "This machine sends it").count == 2)
        #expect(run.text.contains("(planned for Mon, 19 Oct 2026 at 09:00 +0000)"))
        #expect(run.text.contains("(planned for Tue, 1 Dec 2026 at 08:30 +0000)"))
        #expect(server.accepted.isEmpty)
        #expect(home.petrel("outbox", "flush", reaching: server.connections).exitCode == .done)
        #expect(server.accepted.isEmpty)
        // Without a time, a planned message is sent at once.
        _ = home.petrel("send", "o2", "--wait", "60", reaching: server.connections)
        #expect(server.accepted.count == 1)
    }

    @Test("A message file can be planned too")
    func file() throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "letter.eml")
        try Data("To: ben@example.org\nSubject: Plan\n\nHi\n".utf8).write(to: file)
        #expect(home.petrel("send", file.path, "at", "fri", "6:30pm").exitCode == .done)
        #expect(home.petrel("outbox").text.contains("planned for Fri, 16 Oct 2026 at 18:30 +0000"))
    }
}
