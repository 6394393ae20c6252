import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Inspecting messages", .holds("C22", "K03"))
struct HeadersSourceAndPipeTests {
    private static let letter = """
        From: Ana <ana@example.org>
        To: kim@example.net
        Subject: =?utf-8?q?Caf=C3=A9?=
        X-Mark: \u{1B}[31mred
        Message-ID: <one@example.org>

        Hello
        \u{1B}[2J

        """

    private func home() throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try home.add(Self.letter.utf8, to: "Inbox", named: "1.2.host:2,S")
        return home
    }

    @Test("headers shows all decoded fields without terminal controls")
    func headers() throws {
        let run = try home().petrel("headers", "id:one@example.org")
        #expect(run.lines.prefix(3) == ["From: Ana <ana@example.org>", "To: kim@example.net", "Subject: Café"])
        #expect(run.text.contains("X-Mark: ") && !run.output.contains(0x1B))
        let object = try home().petrel("headers", "id:one@example.org", "--json").object
        #expect((object["headers"] as? [[String: String]])?.count == 5 && object["cut"] as? Bool == false)
    }

    @Test("Of a header larger than 1 MB, headers shows the beginning and says so")
    func largeHeader() throws {
        let home = try SampleHome(isEmpty: true)
        let fields = String(repeating: "X-Field: abc\n", count: 100_000)
        try home.add("Subject: Large\nMessage-ID: <one@example.org>\n\(fields)X-Last: z\n\nHi\n".utf8, to: "INBOX")
        let run = home.petrel("headers", "id:one@example.org")
        #expect(run.text.hasPrefix("Subject: Large\n") && !run.text.contains("X-Last"))
        #expect(run.exitCode == .done && run.errorText.contains("larger than 1 MB"), "\(run.errorText)")
        #expect(try home.petrel("headers", "id:one@example.org", "--json").object["cut"] as? Bool == true)
        let source = home.petrel("source", "id:one@example.org").text
        #expect(source.hasSuffix("X-Last: z\n\nHi\n"))
    }

    @Test("source prints the file byte for byte, and without controls on a screen")
    func source() throws {
        let home = try home()
        #expect(home.petrel("source", "id:one@example.org").output == Array(Self.letter.utf8))
        #expect(!home.petrel("source", "id:one@example.org", columns: 80).output.contains(0x1B))
        #expect(home.petrel("source", "id:one@example.org", "--json").exitCode == .usage)
    }

    @Test("drafts export prints the draft byte for byte, and without controls on a screen", .holds("PX3"))
    func export() throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "letter.eml")
        try Data(Self.letter.utf8).write(to: file)
        #expect(home.petrel("drafts", "import", file.path).exitCode == .done)
        #expect(home.petrel("drafts", "export", "d1").text.contains("\u{1B}[2J"))
        let shown = home.petrel("drafts", "export", "d1", columns: 80)
        #expect(shown.text.contains("Hello") && !shown.output.contains(0x1B), "\(shown.text)")
    }

    @Test("pipe passes a message or an attachment to a command as standard input")
    func pipe() throws {
        let home = try SampleHome()
        let copy = home.directory.appending(path: "copy")
        let list = try home.petrel("list", "has:attachment", "--limit", "1", "--json").list()
        let id = try #require(list.first?["id"] as? String)
        #expect(home.petrel("pipe", id, "cat > \(copy.path)").exitCode == .done)
        #expect(try Array(Data(contentsOf: copy)) == home.petrel("source", id).output)
        #expect(home.petrel("pipe", "\(id)/a1", "cat > \(copy.path)").exitCode == .done)
        #expect(try Array(Data(contentsOf: copy)) == home.petrel("save", id, "a1", "-").output)
        #expect(home.petrel("pipe", "\(id)/a9", "cat").exitCode == .noInput)
        // A command that does not read its input does not block.
        #expect(home.petrel("pipe", id, "true").exitCode == .done)
        let rest = try FileManager.default.contentsOfDirectory(atPath: home.directory.appending(path: "run").path)
        #expect(rest.allSatisfy { !$0.hasPrefix("pipe") })
    }

    @Test("pipe fails if its command fails or is killed, and says how it ended")
    func failingPipe() throws {
        let home = try home()
        for (command, sentence) in [
            ("exit 3", "The command ended with 3."), ("kill -9 $$", "The command was ended by signal 9."),
        ] {
            let run = home.petrel("pipe", "id:one@example.org", command)
            #expect(run.exitCode == .unavailable && run.errorText.contains(sentence), "\(run.errorText)")
        }
        let rest = try FileManager.default.contentsOfDirectory(atPath: home.directory.appending(path: "run").path)
        #expect(rest.allSatisfy { !$0.hasPrefix("pipe") })
    }
}
