import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Contacts of the account that sends", .holds("A02", "PY6"), .timeLimit(.minutes(1)))
struct ContactsOfSendingAccountTests {
    private let home: SampleHome

    /// Kim has written to Ana from account club, and to Bea from account work.
    init() throws {
        home = try SampleHome(isEmpty: true)
        for (name, other) in [("club", "Ana <ana@example.org>"), ("work", "Bea <bea@example.org>")] {
            try home.addAccount(
                name,
                [
                    "name": "Kim Park", "address": "kim@\(name).example", "imap": "imaps://imap.\(name).example",
                    "smtp": "smtps://smtp.\(name).example", "passwordCommand": "false",
                ])
            let text = """
                From: Kim Park <kim@\(name).example>
                To: \(other)
                Subject: Hi
                Message-ID: <\(name)@example.org>
                Date: Sat, 10 Oct 2026 09:00:00 +0000

                Hi
                """
            try home.add(text.utf8, to: "../\(name)/Sent")
        }
        _ = home.petrel("list")
    }

    private func recipients(of draft: String) throws -> [String] {
        let to = try #require(try home.petrel("show", draft, "--json").object["to"] as? [[String: Any]])
        return to.map { $0["address"] as? String ?? "" }
    }

    @Test(
        "In a script, a word means only these contacts",
        arguments: [
            (["--account", "work", "-t", "ana"], "noSuchContact"), (["--account", "work", "ana"], "noSuchContact"),
            (["--account", "work", "-t", "bea"], "bea@example.org"), (["--account", "club", "ana"], "ana@example.org"),
            (["--account", "club", "--from", "kim@work.example", "-t", "ana"], "noSuchContact"),
            (["--account", "club", "--from", "kim@work.example", "ana"], "noSuchContact"),
            (["--account", "club", "--from", "kim@work.example", "bea"], "bea@example.org"),
            (["--from", "Kim <kim@work.example>", "--account", "club", "-t", "bea"], "bea@example.org"),
        ])
    func script(_ row: (words: [String], result: String)) throws {
        let words = ["new", "-s", "Plan", "-m", "Hi", "--draft", "--json"] + row.words
        let run = home.petrel(words.map { Array($0.utf8) })
        if row.result.contains("@") {
            #expect(run.exitCode == .done, "\(run.errorText)")
            #expect(try recipients(of: "d1") == [row.result])
        } else {
            #expect(try run.exitCode == .noUser && run.errorCode == row.result)
            #expect(run.text.contains("No contact of account work matches \\\"ana\\\"."), "\(run.text)")
        }
    }

    @Test("Forwarding and resending use the contacts of the account of --from", arguments: ["forward", "resend"])
    func otherMessage(command: String) throws {
        let found = try home.petrel("search", "account:club in:Sent", "--json").list("messages")
        let id = try #require(found.first?["id"] as? String)
        #expect(home.petrel(command, id, "bea", "--draft").exitCode == .noUser)
        #expect(home.petrel(command, id, "bea", "--from", "kim@work.example", "--draft").exitCode == .done)
    }

    @Test("At the prompt, contacts of other accounts are offered, and never chosen by themselves")
    func prompt() throws {
        let run = home.typing(
            "new --account work ana -s Plan -m Hi", "1", "to ana", "", "to bea", "from club", "to bea", "1", "to ana",
            "close", "quit")
        #expect(
            run.text.contains(
                "No contact of account work matches \"ana\", but one of another account does:\n"
                    + "1  Ana <ana@example.org>\n"), "\(run.text)")
        #expect(run.text.contains("No contact of account club matches \"bea\", but"), "\(run.text)")
        #expect(run.errorText.contains("No recipient was added."), "\(run.errorText)")
        #expect(try recipients(of: "d2") == ["ana@example.org", "bea@example.org"])
    }
}
