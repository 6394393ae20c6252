import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite(
    "Messages that leave the outbox while a command waits for them", .onOwnThreads, .timeLimit(.minutes(5)),
    .holds("PS2"))
struct TakenBackWhileWaitingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let command: [String]
        var testDescription: String { command[0] }
    }

    static let rows = [
        Row(command: ["new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send", "--wait", "60"]),
        Row(command: ["send", "d1", "--wait", "60"]), Row(command: ["send", "letter.eml", "--wait", "5"]),
    ]

    private func home() throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        try home.write(Data("To: ben@example.org\nSubject: Plan\n\nHi\n".utf8), to: "letter.eml")
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        return home
    }

    /// A server; when it is reached, another process does this.
    private func server(_ home: SampleHome, _ words: [String]) -> RecordingSMTPServer {
        let arguments = ["--home", home.directory.path] + words
        return RecordingSMTPServer { _ in
            let run = try? ProgramRun.run(ProjectFiles.petrel, arguments)
            #expect(run?.exitCode == 0, "\(run?.errorText ?? "")")
        }
    }

    @Test("A message that another process takes back is reported as not sent", arguments: rows)
    func takenBack(_ row: Row) throws {
        for format in [[], ["--json"]] {
            let home = try home()
            let server = server(home, ["outbox", "cancel", "o1"])
            let letter = home.directory.appending(path: "letter.eml").path
            let words = (row.command + format).map { $0 == "letter.eml" ? letter : $0 }
            let run = home.petrel(words.map { Array($0.utf8) }, reaching: server.connections)
            #expect(run.exitCode == .someFailed && server.accepted.isEmpty, "\(run.text)")
            #expect(run.errorText.contains("o1 was not sent: it was taken back from the outbox"), "\(run.errorText)")
            #expect(run.errorText.contains("To send it, type: petrel send d"))
            if format.isEmpty { #expect(run.lines.isEmpty) } else { #expect(try run.errorCode == "takenBack") }
        }
    }

    @Test("A message whose file another program removes is not reported as sent")
    func removed() throws {
        let home = try home()
        let outbox = home.directory.appending(path: "mail/work/Outbox").path
        let server = RecordingSMTPServer { _ in
            _ = try? ProgramRun.run(URL(filePath: "/bin/sh"), ["-c", "rm \"$0\"/*/*", outbox])
        }
        let run = home.petrel("send", "d1", "--wait", "60", reaching: server.connections)
        #expect(run.exitCode == .someFailed && run.lines.isEmpty && server.accepted.isEmpty)
        #expect(
            run.errorText.contains("o1 is no longer in the outbox, and Sent has no copy of it."), "\(run.errorText)")
    }
}
