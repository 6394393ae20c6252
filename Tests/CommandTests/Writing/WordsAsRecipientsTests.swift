import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Words that become recipients", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PS6"))
struct WordsAsRecipientsTests {
    private let home: SampleHome

    /// A stranger has written as Boss, and the user has written to Ana.
    init() throws {
        home = try SampleHome(isEmpty: true)
        for (folder, from, to) in [
            ("INBOX", "Boss <z@evil.example>", "kim@example.net"), ("Sent", "kim@example.net", "Ana <ana@example.org>"),
        ] {
            let text = """
                From: \(from)
                To: \(to)
                Subject: Hi
                Message-ID: <\(folder)@example.org>
                Date: Sat, 10 Oct 2026 09:00:00 +0000

                Hi
                """
            try home.add(text.utf8, to: folder)
        }
        _ = home.petrel("list")
    }

    private func recipients(_ words: String...) throws -> [String] {
        let all = ["new", "-s", "Plan", "-m", "Hi", "--draft", "--json"] + words
        let run = home.petrel(all.map { Array($0.utf8) })
        guard run.exitCode == .done else { return ["\(try run.errorCode ?? "") \(run.exitCode.rawValue)"] }
        let draft = try #require(try run.object["draft"] as? String)
        let to = try #require(try home.petrel("show", draft, "--json").object["to"] as? [[String: Any]])
        return to.map { "\(($0["name"] as? String).map { "\($0) " } ?? "")\($0["address"] as? String ?? "")" }
    }

    @Test("Without a terminal, a word does not become the address of someone to whom the user never wrote")
    func stranger() throws {
        let run = home.petrel("new", "-t", "boss", "-s", "Plan", "-m", "Hi", "--send")
        #expect(run.exitCode == .noUser && home.petrel("outbox").lines.isEmpty)
        #expect(
            run.errorText.contains(
                "\"boss\" matches only Boss <z@evil.example>, to whom you have never written. Nothing was sent."),
            "\(run.errorText)")
        #expect(try recipients("-t", "boss") == ["unknownContact 67"])
        #expect(try recipients("boss") == ["unknownContact 67"])
        #expect(try recipients("-t", "boss@mycompany.org Boss") == ["unknownContact 67"])
        #expect(try recipients("-t", "z@evil.example") == ["z@evil.example"])
    }

    @Test("A word becomes the address of someone to whom the user has written")
    func known() throws {
        #expect(try recipients("-t", "ana") == ["Ana ana@example.org"])
    }

    @Test("A word becomes an address of the user's address book, whoever else has that name")
    func inAddressBook() throws {
        try home.write(Data("alias boss Boss <z@evil.example>\n".utf8), to: "aliases.mutt")
        try home.write(
            Data("{\"address-books\": \"\(home.directory.path)/aliases.mutt\"}".utf8), to: "config.json")
        #expect(try recipients("-t", "boss") == ["Boss z@evil.example"])
    }

    @Test("A name in front of an address is the name of that person")
    func nameAndAddress() throws {
        #expect(try recipients("-t", "Boss boss@mycompany.org") == ["Boss boss@mycompany.org"])
        #expect(
            try recipients("-t", "Ana Ruiz ana@example.org ben@example.org")
                == ["Ana Ruiz ana@example.org", "ben@example.org"])
    }

    @Test("Each value of --to is read by itself")
    func severalValues() throws {
        #expect(
            try recipients("-t", "ana@example.org", "-t", "Ben <ben@example.org>", "-t", "eve@example.org")
                == ["ana@example.org", "Ben ben@example.org", "eve@example.org"])
    }

    @Test("At a terminal, the user sees whom a word means")
    func atTerminal() throws {
        let run = home.typing("new boss -s Plan", ".", "fields", "close", "quit")
        #expect(run.text.contains("z@evil.example"), "\(run.text) \(run.errorText)")
    }
}
