import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Sentences with a fixed wording [FR-COMP-01], for users who know them from other programs and for scripts that search
/// for them.
@Suite("Sentences with a fixed wording", .holds("C03", "C04", "C05", "C16", "C17", "C19", "U03"))
struct RequiredWordingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let typed: [String]
        /// All of them must appear, in this order.
        let sentences: [String]

        var testDescription: String { name }
    }

    private static let mail = "new ben@example.org"

    static let rows = [
        Row(
            name: "send without a subject", typed: ["\(mail) -m Hi", "", "send", "k"],
            sentences: ["Send without subject?", "Send", "Keep Editing"]),
        Row(
            name: "send without text", typed: ["\(mail) -s Plan", ".", "send", "k"],
            sentences: ["Send empty message?", "Send", "Keep Editing"]),
        Row(
            name: "send without a file", typed: ["\(mail) -s Plan -m \"It is attached.\"", "send", "k"],
            sentences: ["Send without attachment? The text says \"attached\".", "Send", "Keep Editing"]),
        Row(
            name: "an answer that is none", typed: ["\(mail) -m Hi", "", "send", "x", "y", "z"],
            sentences: ["Please type s or k: ", "Please type s or k: ", "Keep Editing."]),
        Row(
            name: "send without a recipient", typed: ["new -s Plan -m Hi", "", "send"],
            sentences: ["Add at least one recipient: to NAME"]),
        Row(
            name: "send, with servers",
            typed: [
                "account add work --address kim@example.net --imap imaps://a.example --smtp smtps://a.example "
                    + "--password-command false", "\(mail) -s Plan -m Hi --from work", "send", "now",
            ],
            sentences: [
                "Sending to ben@example.org in 5 s. Type undo to stop, now to send at once.",
                "Offline. Message queued; it will be sent when you are back online.",
            ]),
        Row(
            name: "discard", typed: ["\(mail) -s Plan -m Hi", "discard", "k"],
            sentences: ["Delete draft?", "Delete", "Keep Editing"]),
        Row(name: "dismiss with content", typed: ["\(mail) -s Plan -m Hi", "close"], sentences: ["Draft saved"]),
        Row(name: "undo", typed: ["\(mail) -s Plan -m Hi", "send", "undo"], sentences: ["undo", "Send undone."]),
        Row(
            name: "what a reply quotes", typed: ["list from:alice --limit 1", "reply 1", ".", "preview"],
            sentences: ["Subject  Re: ", "On Mon, 12 Oct 2026 at 08:05 +0200, Alice Moreau wrote:\n> "]),
        Row(
            name: "what a forward carries",
            typed: ["list from:alice --limit 1", "forward 1 ben@example.org", ".", "preview"],
            sentences: [
                "Subject  Fwd: ", "---------- Forwarded message ----------\nFrom: Alice Moreau", "\nDate: ",
                "\nSubject: ", "\nTo: ",
            ]),
    ]

    @Test("They appear word for word", arguments: rows)
    func sentences(_ row: Row) throws {
        let home = try SampleHome()
        let shown = try home.transcript(of: row.typed)
        var rest = shown[...]
        for sentence in row.sentences {
            guard let range = rest.firstRange(of: sentence) else {
                Issue.record("\(sentence.debugDescription) is missing in \(shown)")
                return
            }
            rest = rest[range.upperBound...]
        }
    }

    static let editors: [(editor: String, sentence: String)] = [
        ("false", "Editor closed with an error. Nothing was changed; its text is in "), ("true", "No changes."),
        ("echo more >>", "Draft saved (2 lines)"),
    ]

    @Test("Editor messages appear word for word", arguments: editors)
    func editing(_ row: (editor: String, sentence: String)) throws {
        let home = try SampleHome(isEmpty: true)
        let run = try ProgramRun.run(
            ProjectFiles.petrel,
            ["--home", home.directory.path, "-c", "\(Self.mail) -s Plan -m Hi", "-c", "edit"],
            environment: ["EDITOR": row.editor, "VISUAL": ""])
        #expect((run.text + run.errorText).contains(row.sentence), "\(run.text)\(run.errorText)")
    }

    @Test("Closing an empty draft prints nothing")
    func silence() throws {
        let run = try SampleHome(isEmpty: true).typing("new", "", "", ".", "close", "drafts", "quit")
        #expect(!run.text.contains("Draft saved") && run.errorText == "No drafts.\n")
    }
}
