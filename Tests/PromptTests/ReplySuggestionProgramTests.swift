import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Suggested replies at the prompt", .holds("S01"))
struct ReplySuggestionProgramTests {
    private static let message = """
        From: Ana Ruiz <ana@example.org>
        To: kim@example.net
        Subject: Lunch
        Message-ID: <1@example.org>
        Date: Mon, 12 Oct 2026 12:00:00 +0000

        Are you free for lunch on Friday?
        """

    private func home(_ command: String? = nil, message: String = message) throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try home.add(Array(message.utf8), to: "INBOX")
        guard let command else { return home }
        try JSONSerialization.data(withJSONObject: ["smart-reply-cmd": command]).write(
            to: home.directory.appending(path: "config.json"))
        return home
    }

    private func suggest(in home: SampleHome) -> CommandRun {
        home.typing("list", "reply 1", ".", "suggest", "use 1", "preview", "quit")
    }

    @Test("The configured command gets the message as JSON, and its replies can be used")
    func command() throws {
        let home = try home()
        let file = home.directory.appending(path: "question")
        let run = try suggest(
            in: home.changing("cat >'\(file.path)'; printf '{\"replies\":[\"Gladly.\",\"No, sorry.\"]}'"))
        #expect(run.text.contains("  1  Gladly.\n  2  No, sorry.\nType use NUMBER, or write your own.\nGladly.\n"))
        let question = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        #expect(question["text"] as? String == "Are you free for lunch on Friday?")
        #expect(question["subject"] as? String == "Lunch" && question["v"] as? Int == 1)
        #expect(question["from"] as? String == "Ana Ruiz <ana@example.org>")
    }

    static let failures: [(command: String, trouble: String)] = [
        ("exit 3", "ended with 3"), ("kill -9 $$", "was ended by signal 9"),
        ("printf '[1]'", "did not write an object"),
        ("printf '{\"replies\":\"x\"}'", "did not write an object"),
        ("head -c 70000 /dev/zero", "wrote more than 64 KiB"),
        ("printf '{\"replies\":[\"x\"]}{}'", "did not write an object"), ("true", "did not write an object"),
    ]

    @Test("If the command fails, petrel's own suggestions are shown, and the reason", arguments: failures)
    func failure(_ row: (command: String, trouble: String)) throws {
        let own = try suggest(in: home())
        let run = try suggest(in: home(row.command))
        #expect(own.text.contains("  1  ") && own.errorText.isEmpty)
        #expect(run.text == own.text)
        #expect(
            run.errorText.hasPrefix("The command in smart-reply-cmd \(row.trouble)"), "\(run.errorText)")
    }

    @Test("At most three replies are shown, without long ones or control characters")
    func untrusted() throws {
        let replies = ["\u{1B}[2J", "One.", "a\nb", "Two."]
        let octets = try JSONSerialization.data(withJSONObject: ["replies": replies])
        let home = try home()
        let file = home.directory.appending(path: "replies")
        try octets.write(to: file)
        #expect(suggest(in: try home.changing("cat '\(file.path)'")).text.contains("  1  One.\nType use NUMBER"))
        try JSONSerialization.data(withJSONObject: ["replies": [String(repeating: "x", count: 201)]]).write(to: file)
        #expect(suggest(in: try home.changing("cat '\(file.path)'")).errorText.contains("Nothing to suggest."))
    }

    @Test("The command is not run for automatic or empty mail")
    func automatic() throws {
        for message in ["Auto-Submitted: auto-generated\n" + Self.message, "From: ana@example.org\nSubject: x\n\n \n"] {
            let home = try home("printf '{\"replies\":[\"Gladly.\"]}'", message: message)
            let run = home.typing("list", "reply 1", ".", "suggest 1", "quit")
            #expect(run.errorText.contains("Nothing to suggest."))
        }
    }

    @Test("No command is run unless configured, and it can be removed")
    func off() throws {
        let home = try home()
        let run = home.typing(
            "set smart-reply-cmd \"printf '{\\\"replies\\\":[\\\"Gladly.\\\"]}'\"", "list", "reply 1", ".", "suggest",
            "set smart-reply-cmd ''", "suggest", "set smart-reply-cmd", "quit")
        #expect(run.text.components(separatedBy: "  1  Gladly.").count == 2)
        #expect(run.text.contains("smart-reply-cmd is no longer set.\n") && run.text.contains("smart-reply-cmd -\n"))
    }
}

extension SampleHome {
    /// The same home with another command for suggested replies.
    fileprivate func changing(_ command: String) throws -> SampleHome {
        try JSONSerialization.data(withJSONObject: ["smart-reply-cmd": command]).write(
            to: directory.appending(path: "config.json"))
        return self
    }
}
