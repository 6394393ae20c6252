import Foundation
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Undoing changes of messages", .holds("Y20"), .timeLimit(.minutes(2)))
struct MessageChangeUndoTests {
    private static let cable = "d923a3bad9770eb6"

    /// All messages with their mailboxes and flags.
    private static func state(_ home: SampleHome) throws -> Set<String> {
        Set(
            try home.petrel("list", "before:2100", "--json").list().map { message in
                "\(message["mailbox"] ?? "") \(message["messageId"] ?? "") \(message["flags"] ?? "")"
            })
    }

    static let commands: [[String]] = [
        ["archive", "from:alice"], ["delete", "subject:cable"], ["move", "in:Lists/Swift", "Other"], ["junk", cable],
        ["not-junk", "in:Archive", "--yes"], ["unflag", "is:flagged"],
        ["read", "from:alice"], ["unread", "from:alice"], ["flag", "from:alice"], ["archive", "in:Archive"],
    ]

    @Test("undo restores mailboxes and flags exactly, also those that were so before", arguments: commands)
    func exact(_ words: [String]) throws {
        let home = try SampleHome()
        _ = home.petrel("flag", "subject:photo")
        let before = try Self.state(home)
        let run = home.petrel((words + ["--yes"]).map { Array($0.utf8) })
        #expect(run.exitCode == .done, "\(run.errorText)")
        let undone = home.petrel("undo")
        #expect(undone.exitCode == .done && undone.text.hasPrefix("Undone: "), "\(undone.errorText)")
        if words != ["archive", "in:Archive"] { #expect(try Self.state(home) == before) }
    }

    @Test("At the prompt, at least twenty changes are undone one after the other, also those of an earlier run")
    func levels() throws {
        let home = try SampleHome()
        let before = try Self.state(home)
        // One of these is flagged already, which is no change.
        let lines = (1...12).flatMap { ["flag \($0)", "archive \($0)"] }
        let run = home.petrel([], typing: ["list --limit 30"] + lines + Array(repeating: "undo", count: 14) + ["quit"])
        #expect(run.lines.count { $0.hasPrefix("Undone: ") } == 14, "\(run.text)")
        let later = home.petrel([], typing: Array(repeating: "undo", count: 11) + ["quit"])
        #expect(later.lines.count { $0.hasPrefix("Undone: ") } == 9, "\(later.text)")
        #expect(later.errorText.contains("There is nothing to undo."))
        #expect(try Self.state(home) == before)
    }

    @Test("A permanent deletion is never undone, which is said, and the change before it can be")
    func permanent() throws {
        let home = try SampleHome()
        _ = home.petrel("archive", "subject:radio")
        _ = home.petrel("delete", Self.cable)
        _ = home.petrel("delete", "in:Trash", "subject:cable")
        let run = home.petrel("undo", "--json")
        #expect(run.exitCode == .dataError)
        #expect(try run.errorCode == "cannotUndo")
        // The deletion of a message that is gone cannot be undone either.
        let gone = home.petrel("undo")
        #expect(gone.exitCode == .someFailed && gone.errorText.contains("Nothing was changed."), "\(gone.errorText)")
        #expect(home.petrel("undo").text.hasPrefix("Undone: moved "))
        #expect(home.petrel("undo").exitCode == .noInput)
    }

    @Test("What others changed in the meantime stays as it is")
    func others() throws {
        let home = try SampleHome()
        _ = home.petrel("archive", Self.cable)
        let cable = try home.petrel("list", "subject:cable", "--json").list()
        let id = try #require(cable.first?["id"] as? String)
        // Another program flags the message in Archive, without petrel's knowledge.
        let archive = home.mail.appending(path: "Archive/cur")
        let names = try FileManager.default.contentsOfDirectory(atPath: archive.path)
        let text = "Cable no. 4"
        let name = try #require(
            names.first { name in
                (try? String(contentsOf: archive.appending(path: name), encoding: .isoLatin1))?.contains(text) ?? false
            })
        try FileManager.default.moveItem(
            at: archive.appending(path: name), to: archive.appending(path: name.replacing(":2,S", with: ":2,FS")))
        #expect(!id.isEmpty && home.petrel("undo").text.hasPrefix("Undone: moved 1 message to Archive"))
        let now = try home.petrel("list", "subject:cable", "--json").list()
        #expect(now.map { $0["mailbox"] as? String } == ["INBOX"])
        #expect(now[0]["flags"] as? [String] == ["\\Seen", "\\Flagged"])
    }

    @Test("An undone copy goes to Trash, so that no message is lost if the original was deleted")
    func copies() throws {
        let home = try SampleHome()
        _ = home.petrel("copy", Self.cable, "Other")
        #expect(home.petrel("undo").text.contains("The copies are in Trash."))
        let found = try home.petrel("list", "subject:cable", "--json").list()
        #expect(Set(found.compactMap { $0["mailbox"] as? String }) == ["INBOX", "Trash"])
        let numbered = home.typing("list subject:cable", "copy 1 Other", "show 1", "undo", "flag 1", "quit")
        #expect(numbered.text.contains("Flagged 1 message."))
    }

    @Test("A damaged history costs only the chance to undo", .holds("PD5"))
    func damage() throws {
        let home = try SampleHome()
        _ = home.petrel("archive", Self.cable)
        let file = home.directory.appending(path: "undo/1.json")
        for content in ["", "{}", "[1,2", String(repeating: "x", count: 10_000)] {
            try Data(content.utf8).write(to: file)
            #expect(home.petrel("undo").exitCode == .noInput, "\(content.prefix(20))")
        }
        #expect(home.petrel("archive", "subject:photo").exitCode == .done)
        #expect(home.petrel("undo").exitCode == .done)
    }
}

@Suite("Undoing changes that the server may know", .holds("Y20", "PY1", "PY4"), .onOwnThreads, .timeLimit(.minutes(2)))
struct SyncedUndoTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        for number in 1...3 {
            server.deliver(
                "From: ben@example.org\r\nSubject: Letter \(number)\r\nMessage-ID: <\(number)@x>\r\n\r\nHi.\r\n")
        }
        #expect(run("sync").exitCode == .done)
    }

    private func run(_ words: String...) -> CommandRun {
        home.petrel(words.map { Array($0.utf8) }, reaching: server.connections())
    }

    static let commands: [[String]] = [
        ["archive", "subject:letter"], ["delete", "subject:letter"], ["flag", "subject:letter"],
        ["read", "subject:letter"], ["move", "subject:letter", "Other"],
    ]

    @Test("Before a sync, undo leaves nothing for the server to do", arguments: commands)
    func pending(_ words: [String]) throws {
        #expect(home.petrel(words.map { Array($0.utf8) }).exitCode == .done)
        #expect(home.petrel("undo").exitCode == .done)
        let plan = run("sync", "--dry-run").text
        // Nothing but the names of files here, and a new folder, which stays.
        let lines = plan.split(separator: "\n")
        #expect(
            lines.allSatisfy { line in
                ["Nothing to do", "know file", "create the mailbox"].contains { line.contains($0) }
            }, "\(plan)")
        #expect(run("sync").exitCode == .done)
        #expect(server.mailbox("INBOX")?.messages.map(\.uid.rawValue) == [1, 2, 3])
        #expect(server.mailbox("INBOX")?.messages.allSatisfy { $0.flags.isEmpty } ?? false)
    }

    @Test("After a sync, undo brings the server back to the state before", arguments: commands)
    func synced(_ words: [String]) throws {
        #expect(home.petrel(words.map { Array($0.utf8) }).exitCode == .done)
        #expect(run("sync").exitCode == .done)
        #expect(home.petrel("undo").exitCode == .done)
        #expect(run("sync").exitCode == .done)
        let inbox = try #require(server.mailbox("INBOX"))
        #expect(inbox.messages.count == 3 && inbox.messages.allSatisfy { $0.flags.isEmpty })
        for other in ["Archive", "Trash", "Other"] { #expect(server.mailbox(other)?.messages.isEmpty ?? true) }
        #expect(run("sync", "--dry-run").text.contains("Nothing to do"))
    }
}
