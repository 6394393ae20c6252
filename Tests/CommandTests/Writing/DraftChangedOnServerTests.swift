import Foundation
import IMAPProtocol
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Commands typed at the prompt while another client changes the open draft on the server and a sync fetches it.
@Suite(
    "An open draft that is changed on another device", .onOwnThreads, .timeLimit(.minutes(5)),
    .holds("C20", "C23", "C24"))
struct DraftChangedOnServerTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)
    private static let question = "This draft was updated on another device. Reload?"

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        #expect(petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "first", "--draft").exitCode == .done)
        #expect(petrel("sync").exitCode == .done)
        #expect(there == ["first"])
    }

    @discardableResult
    private func petrel(_ words: String...) -> CommandRun {
        home.petrel(words.map { Array($0.utf8) }, reaching: server.connections())
    }

    /// Types these lines. At "@theirs" the other client changes the draft, and at "@sync" another petrel syncs.
    private func sit(_ lines: String...) -> CommandRun {
        home.petrel([], typing: lines, reaching: server.connections()) { hand in
            if hand == "theirs" { replace(by: "theirs") } else { petrel("sync") }
        }
    }

    private func script(_ lines: String...) -> CommandRun {
        home.petrel([], script: lines, reaching: server.connections()) { _ in replace(by: "theirs") }
    }

    /// Like other clients: keeps unknown header fields, and appends the new draft before it deletes the old one.
    private func replace(by text: String) {
        for former in server.snapshot["Drafts"] ?? [] {
            let message = String(decoding: former.content, as: UTF8.self)
            guard let end = message.range(of: "\r\n\r\n") else { continue }
            let header = message[..<end.lowerBound].replacing("Message-ID: <", with: "Message-ID: <other.")
            server.deliver("\(header)\r\n\r\n\(text)\r\n", to: "Drafts", flags: [.draft])
            server.expunge(UIDSet(former.uid), in: "Drafts")
        }
    }

    /// The texts of all drafts on the server.
    private var there: [String] {
        (server.snapshot["Drafts"] ?? []).map { Self.text(String(decoding: $0.content, as: UTF8.self)) }
    }

    private static func text(_ message: String) -> String {
        guard let end = message.range(of: "\r\n\r\n") else { return message }
        return message[end.upperBound...].replacing("\r\n", with: " ").trimmingCharacters(in: .whitespaces)
    }

    private func draft(_ number: String) -> String { Self.text(petrel("drafts", "export", number).text) }

    private func hasConflict() throws -> Bool? {
        try petrel("drafts", "--json").list("drafts").first { $0["id"] as? String == "d1" }?["conflict"] as? Bool
    }

    private func questions(_ run: CommandRun) -> Int { run.prompts.count { $0.hasPrefix(Self.question) } }

    /// Restores each version that `conflicts` lists as a draft, and returns the texts.
    private func lost() throws -> [String] {
        var texts: [String] = []
        for version in try petrel("conflicts", "--json").list("versions") {
            let name = try #require(version["id"] as? String)
            let draft = try #require(try petrel("recover", name, "--json").object["draft"] as? String)
            texts.append(self.draft(draft))
        }
        return texts
    }

    /// Expects that nothing is left to sync, and that the server has these drafts.
    private func expectQuiet(_ texts: [String]) {
        for _ in 0..<2 { #expect(petrel("sync").exitCode == .done) }
        #expect(there.sorted() == texts.sorted())
        #expect(server.violations.isEmpty, "\(server.violations)")
    }

    static let moments: [(name: String, lines: [String])] = [
        ("typed and not saved", ["body -m mine", "@theirs"]), ("saved", ["body -m mine", "save", "@theirs"]),
        ("on the server", ["body -m mine", "save", "sync", "@theirs"]),
    ]

    private func sit(_ moment: (name: String, lines: [String]), _ lines: String...) -> CommandRun {
        let all = ["resume d1"] + moment.lines + ["sync"] + lines
        return home.petrel([], typing: all, reaching: server.connections()) { _ in replace(by: "theirs") }
    }

    @Test("Reload continues with the server's text and keeps the local one", arguments: moments)
    func reload(_ moment: (name: String, lines: [String])) throws {
        let run = sit(moment, "r", "lines", "close", "quit")
        #expect(questions(run) == 1, "\(moment.name): \(run.prompts) \(run.text) \(run.errorText)")
        #expect(draft("d1") == "theirs")
        expectQuiet(["theirs"])
        #expect(try hasConflict() == true)
        #expect(try lost() == ["first mine"], "\(moment.name)")
        #expect(try hasConflict() == false)
        expectQuiet(["theirs", "first mine"])
    }

    @Test("Keep Local continues with the local text and uploads it, and keeps the server's", arguments: moments)
    func keepLocal(_ moment: (name: String, lines: [String])) throws {
        let run = sit(moment, "", "body -m more", "close", "quit")
        #expect(questions(run) == 1, "\(moment.name): \(run.prompts) \(run.text) \(run.errorText)")
        #expect(draft("d1") == "first mine more")
        expectQuiet(["first mine more"])
        #expect(try hasConflict() == true)
        #expect(try lost().contains("theirs"), "\(moment.name)")
        #expect(try hasConflict() == false)
    }

    @Test("The question is asked after the text input, not during it")
    func inText() throws {
        let run = sit("resume d1", "body", "mine", "@theirs", "@sync", "more", ".", "k", "close", "quit")
        #expect(questions(run) == 1, "\(run.prompts) \(run.text)")
        #expect(draft("d1") == "first mine more")
        expectQuiet(["first mine more"])
        #expect(try lost() == ["theirs"])
    }

    @Test("An unchanged open draft is asked about as well, and no version is kept")
    func unchanged() throws {
        let run = sit("resume d1", "@theirs", "@sync", "lines", "r", "lines", "close", "quit")
        #expect(questions(run) == 1, "\(run.prompts) \(run.text)")
        expectQuiet(["theirs"])
        #expect(draft("d1") == "theirs")
    }

    @Test("A closed draft takes the server's text, and reports a conflict if it was changed here")
    func closed() throws {
        replace(by: "theirs")
        #expect(petrel("sync").exitCode == .done)
        #expect(try draft("d1") == "theirs" && hasConflict() == false)
        #expect(sit("resume d1", "body -m mine", "close", "quit").exitCode == .done)
        replace(by: "again theirs")
        let run = petrel("sync")
        #expect((run.text + run.errorText).contains("was changed here and elsewhere"), "\(run.text) \(run.errorText)")
        #expect(try draft("d1") == "again theirs" && hasConflict() == true)
        #expect(try lost() == ["theirs mine"])
    }

    @Test("In a script the conflict is an error")
    func inScript() throws {
        let refused = script("resume d1", "body -m mine", "@theirs", "sync", "send")
        #expect(refused.exitCode == .unanswered, "\(refused.errorText)")
        #expect(try petrel("outbox", "--json").list("outbox").isEmpty)
        #expect(draft("d1") == "first mine" || draft("d1") == "theirs")
        #expect(try !petrel("conflicts", "--json").list("versions").isEmpty)
    }

    @Test("conflicts reports that there are none")
    func noConflicts() throws {
        #expect(petrel("conflicts").errorText.contains("There are no conflicts."))
    }
}
