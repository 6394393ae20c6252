import Foundation
import LineEditing
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Short forms at the prompt", .onOwnThreads)
struct PromptShorthandTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let typed: String
        let lines: [String]?
        let isInDraft: Bool
        var testDescription: String { name }

        init(_ name: String, _ typed: String, _ lines: String..., isInDraft: Bool = false) {
            (self.name, self.typed, self.isInDraft) = (name, typed, isInDraft)
            self.lines = lines.isEmpty ? nil : lines
        }
    }

    static let rows = [
        Row("a folder", "+Archive", "folder Archive", "list"),
        Row("a folder with a blank in its name", "+\"My folder\"", "folder \"My folder\"", "list"),
        Row("a plus sign alone", "+"),
        Row("a program", "|grep -c 'a b'", "pipe . grep -c 'a b'"),
        Row("a program with its own words", "|awk '{print $1}'", "pipe . awk '{print $1}'"),
        Row("flagged mail", "*", "search is:flagged "),
        Row("unread mail, further limited", "U from:ana", "search is:unread from:ana"),
        Row("mail in Sent", "T", "search in:Sent "),
        Row("the draft that was written last", "dd", "delete $draft"),
        Row("the draft that was written last takes no other name", "dd 3"),
        Row("a quoted word", "\"U\""),
        Row("the conversation", "=", "show .="),
        Row("the conversation, deleted", "D", "delete .="),
        Row("the conversation of another message has no short form", "D 3"),
        Row("a set after a letter", "d3-7", "d 3-7"),
        Row("a set and a word", "s2,5 Work", "s 2,5 Work"),
        Row("one message after a letter", "r5", "r 5"),
        Row("the conversation after a letter", "a3=", "a 3="),
        Row("the name of a draft", "d7"),
        Row("the name of a message in the outbox", "o3"),
        Row("the name of an attachment", "a1"),
        Row("a set after a command that takes none", "o3-5"),
        Row("a word that begins like one", "d3x"),
        Row("a file to attach", "@plan.pdf map.png", "attach plan.pdf map.png", isInDraft: true),
        Row("a file to attach without a draft", "@plan.pdf"),
        Row("a file to insert", "<notes.txt", "insert notes.txt", isInDraft: true),
        Row("a subject", "s Plan: $1 for \"all\"", "subject Plan: $1 for \"all\"", isInDraft: true),
        Row("a substitution is no subject", "s /a/b/", isInDraft: true),
        Row("an attachment to take away", "-a12", "detach a12", isInDraft: true),
        Row("an attachment to take away without a draft", "-a12"),
        Row("the only attachment to take away", "-a", "detach", isInDraft: true),
        Row("a copy", "&ana ben", "cc ana ben", isInDraft: true),
        Row("a copy without a draft", "&ana"),
        Row("the preview", "p", "preview", isInDraft: true),
        Row("a message to show in a draft", "p 3", isInDraft: true),
    ]

    @Test("A short form means its command", arguments: rows)
    func form(_ row: Row) {
        let found = PromptShorthand.lines(Array(row.typed.utf8), in: row.isInDraft ? .compose : .prompt)
        #expect(found?.lines.map { String(decoding: $0, as: UTF8.self) } == row.lines)
    }

    @Test("The name of a message, a draft, a message in the outbox or an attachment shows it")
    func bareNames() {
        for name in ["3", "3-5", "2,5,8", "3-", "3=", "d7", "o3", "a1"] {
            #expect(PromptShorthand.isBareName(Array(name.utf8)), "\(name)")
        }
        for name in ["d", "d3-7", "x7", "-3", "=", "a1b", ""] {
            #expect(!PromptShorthand.isBareName(Array(name.utf8)), "\(name)")
        }
    }

    @Test("A slip of one letter in the text of a draft never sends")
    func sendingEscape() {
        let escape = CommandTable.compose.commands.first { $0.name == "send" }?.tildeEscape
        #expect(escape == "yy")
        let others =
            CommandTable.compose.commands.filter { $0.name != "send" }.compactMap(\.tildeEscape) + ["v", "?", "."]
        let names = CommandTable.compose.commands.filter { $0.places.contains(.draft) && $0.name != "send" }.flatMap(
            \.names)
        for word in others + names { #expect(Self.distance(word, "yy") > 1, "~\(word)") }
    }

    @Test("No short form means a command that sends, or that asks before it deletes for good")
    func harmless() {
        for command in CommandTable.compose.commands
        where ["send", "now", "empty-trash", "discard"].contains(command.name) {
            #expect(command.shortForms.isEmpty, "\(command.name)")
            #expect(!command.names.contains { $0.utf8.count == 1 }, "\(command.name)")
        }
    }

    /// The number of letters to insert, delete or replace.
    private static func distance(_ first: String, _ second: String) -> Int {
        var row = Array(0...second.utf8.count)
        for (index, letter) in first.utf8.enumerated() {
            var next = [index + 1]
            for (place, other) in second.utf8.enumerated() {
                next.append(min(row[place] + (letter == other ? 0 : 1), row[place + 1] + 1, next[place] + 1))
            }
            row = next
        }
        return row[second.utf8.count]
    }

    @Test("Enter alone shows the next message after a message, and nothing after another command")
    func emptyLine() throws {
        let home = try SampleHome()
        let read = try home.transcript(of: ["list --limit 9", "2", "", "undo", "", "quit"])
        #expect(read.components(separatedBy: "From  ").count == 3, "\(read)")
    }

    @Test("Enter alone shows the next message after the open one was archived, and the draft that is open")
    func emptyLineAfterArchiving() throws {
        let home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        let read = try home.transcript(of: ["list --limit 9", "2", "a", "", "quit"])
        #expect(read.components(separatedBy: "From  ").count == 3, "\(read)")
        let draft = try home.transcript(of: ["m ben@example.org -s Plan -m Hello", "", "close", "quit"])
        #expect(draft.contains("Format   plain text"), "\(draft)")
    }

    @Test("detach alone takes away the only attachment, and none of several")
    func onlyAttachment() throws {
        let home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        for name in ["a.txt", "b.txt"] { try home.write(Data("x".utf8), to: name) }
        let one = "m ben@example.org -s Plan -m Hello -a"
        let run = home.typing(
            "\(one) \(home.directory.path)/a.txt", "-a", "-a", "attach \(home.directory.path)/?.txt",
            "detach", "fields", "close", "quit")
        #expect(run.text.contains("Detached a1: a.txt."), "\(run.text)")
        #expect(run.errorText.contains("Nothing is attached."), "\(run.errorText)")
        #expect(run.errorText.contains("there are 2 attachments"), "\(run.errorText)")
        #expect(run.text.components(separatedBy: "Attached a2: b.txt").count == 3, "\(run.text)")
    }

    @Test("dd deletes the draft that was written last, and undo brings it back")
    func lastDraft() throws {
        let home = try SampleHome(isEmpty: true)
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        let run = home.typing(
            "dd", "m ben@example.org -s Plan -m Hello", "close", "dd", "drafts", "undo", "drafts", "quit")
        #expect(run.errorText.contains("$draft is not set yet"), "\(run.errorText)")
        #expect(run.errorText.contains("No drafts."), "\(run.errorText)")
        #expect(run.text.contains("Undone"), "\(run.text)")
        #expect(run.text.contains("Plan\n"), "\(run.text)")
    }

    @Test("In accessible mode and in a script, an empty line does nothing")
    func emptyLineElsewhere() throws {
        let home = try SampleHome()
        let spoken = home.petrel(["--accessible"].map { Array($0.utf8) }, typing: ["list --limit 9", "2", "", "quit"])
        #expect(spoken.text.components(separatedBy: "From").count == 2, "\(spoken.text)")
        let script = home.script("list --limit 9", "show 2", "", "quit")
        #expect(script.text.components(separatedBy: "From").count == 2, "\(script.text)")
    }

    @Test("At the prompt, petrel asks before it deletes a message in Trash, which undo cannot bring back")
    func trash() throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 9", "d 2", "+Trash", "d 2", "", "d 2", "d", "list", "quit")
        #expect(run.prompts.count { $0.hasPrefix("Permanently delete 1 message in Trash?") } == 2, "\(run.prompts)")
        #expect(run.errorText.contains("Nothing was changed."), "\(run.errorText)")
        #expect(run.text.contains("Permanently deleted 1 message"), "\(run.text)")
    }

    @Test("forward and resend take people without the number of the message that was shown")
    func people() throws {
        let home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        let forwarded = home.typing("list --limit 9", "2", "f ben@example.org", ".", "fields", "close", "quit")
        #expect(forwarded.text.contains("ben@example.org"), "\(forwarded.text)")
        let resent = home.typing("list --limit 9", "2", "b ben@example.org", "k", "fields", "close", "outbox", "quit")
        #expect(resent.prompts.contains { $0.hasPrefix("Send to ben@example.org?") }, "\(resent.prompts)")
        #expect(resent.errorText.contains("The outbox is empty."), "\(resent.errorText)")
        let sent = home.typing("list --limit 9", "2", "b ben@example.org", "s", "u", "fields", "close", "quit")
        #expect(sent.text.contains("Send undone"), "\(sent.text)")
        #expect(!sent.text.contains("Cc"), "\(sent.text)")
    }
}
