import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The account to write from", .holds("Y22", "E01"))
struct SendingAccountTests {
    private static func add(_ name: String, to home: SampleHome) {
        let servers = ["--imap", "imaps://a.example", "--smtp", "smtps://a.example", "--password-command", "true"]
        let words = ["account", "add", name, "--address", "kim@\(name).example"] + servers
        #expect(home.petrel(words.map { Array($0.utf8) }).exitCode == .done)
    }

    @Test(
        "Mail written before the first account is kept, and new mail uses the account")
    func firstAccount() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "ben@example.org", "-s", "Early", "-m", "Hi", "--draft")
        _ = home.petrel("new", "ben@example.org", "-s", "Waiting", "-m", "Hi", "--send")
        Self.add("work", to: home)
        #expect(home.petrel("drafts").text.contains("Early"))
        #expect(home.petrel("outbox").text.contains("Waiting"))
        let new = home.petrel("new", "ben@example.org", "-s", "Late", "-m", "Hi", "--draft", "--json")
        #expect(new.exitCode == .done, "\(new.errorText)")
        let drafts = try home.petrel("drafts", "--json").list("drafts")
        let accounts = Dictionary(
            uniqueKeysWithValues: drafts.map { ($0["subject"] as? String ?? "", $0["account"] as? String ?? "") })
        #expect(accounts == ["Early": "local", "Late": "work"])
    }

    @Test("Mail queued by other programs before the first account gets no invented sender", .holds("PS6"))
    func unnamed() throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "letter.eml")
        try Data("To: a@example.org\nSubject: early\n\nx".utf8).write(to: file)
        #expect(home.petrel("send", file.path).exitCode == .done)
        let outbox = home.directory.appending(path: "mail/local/Outbox/cur")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: outbox.path).first)
        let message = try String(contentsOf: outbox.appending(path: name), encoding: .utf8)
        #expect(!message.contains("From:"), "\(message)")
        let sidecars = home.directory.appending(path: "state/local/sidecars/Outbox/cur")
        let sidecar = try #require(try FileManager.default.contentsOfDirectory(atPath: sidecars.path).first)
        let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: sidecars.appending(path: sidecar)))
        let envelope = try #require((facts as? [String: Any])?["envelope"] as? [String: Any])
        #expect(envelope["sender"] is NSNull && envelope["recipients"] as? [String] == ["a@example.org"])
    }

    @Test("The local account is not listed if it was never used")
    func nothingWritten() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("drafts")
        Self.add("work", to: home)
        let accounts = try home.petrel("status", "--json").list("accounts")
        #expect(accounts.compactMap { $0["account"] as? String } == ["work"])
    }

    @Test("With several accounts, a setting selects the one to write from")
    func setting() throws {
        let home = try SampleHome(isEmpty: true)
        for name in ["club", "work"] { Self.add(name, to: home) }
        let unsure = home.petrel("new", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        #expect(unsure.exitCode == .usage && unsure.errorText.contains("set account NAME"), "\(unsure.errorText)")
        let run = home.typing(
            "new ben@example.org -s A -m Hi", "close", "set account work", "new ben@example.org -s B -m Hi", "quit")
        #expect(run.exitCode == .done)
        _ = home.petrel("new", "ben@example.org", "-s", "C", "-m", "Hi", "--draft")
        let drafts = try home.petrel("drafts", "--json").list("drafts")
        let accounts = drafts.map { "\($0["subject"] ?? "") \($0["account"] ?? "")" }.sorted()
        #expect(accounts == ["A club", "B work", "C work"])
    }

    @Test("A draft with a sender of another account moves there, with all its contents")
    func moving() throws {
        let home = try SampleHome(isEmpty: true)
        for name in ["club", "work"] { Self.add(name, to: home) }
        let file = home.directory.appending(path: "plan.txt")
        try Data("The plan\n".utf8).write(to: file)
        let run = home.typing(
            "new ben@example.org -s Plan -m 'First line'", "attach \(file.path)", "from work", "body", "Second line",
            ".",
            "close", "quit")
        #expect(run.text.contains("From: kim@work.example. It is sent from account work, as draft d2."), "\(run.text)")
        let drafts = try home.petrel("drafts", "--json").list("drafts")
        #expect(drafts.map { $0["account"] as? String } == ["work"])
        let shown = home.petrel("show", "d2").text
        for part in ["kim@work.example", "ben@example.org", "Plan", "First line", "Second line", "plan.txt"] {
            #expect(shown.contains(part), "\(part) is not in \(shown)")
        }
    }
}
