import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Organizing mail without a network", .holds("K04"), .timeLimit(.minutes(1)))
struct OrganizeCommandTests {
    /// In the inbox, and read.
    private static let cable = "d923a3bad9770eb6"

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
        let said: String
        /// What list shows afterwards.
        let mailbox: String
        let flags: [String]
        init(_ words: [String], _ said: String, _ mailbox: String, _ flags: [String]) {
            testDescription = words.joined(separator: " ")
            (self.words, self.said, self.mailbox, self.flags) = (words, said, mailbox, flags)
        }
    }

    static let rows: [Row] = [
        .init(["flag", cable], "Flagged 1 message.\n", "INBOX", ["\\Seen", "\\Flagged"]),
        .init(["unflag", cable], "Unflagged 1 message.\n", "INBOX", ["\\Seen"]),
        .init(["read", cable], "Marked 1 message as read.\n", "INBOX", ["\\Seen"]),
        .init(["unread", cable, cable], "Marked 1 message as unread.\n", "INBOX", []),
        .init(["archive", cable], "Moved 1 message to Archive.\n", "Archive", ["\\Seen"]),
        .init(["delete", "subject:cable"], "Moved 1 message to Trash.\n", "Trash", ["\\Seen"]),
        .init(["move", cable, "Lists/Øl"], "Moved 1 message to Lists/Øl.\n", "Lists/Øl", ["\\Seen"]),
        .init(["move", cable, "INBOX"], "Moved 1 message to INBOX.\n", "INBOX", ["\\Seen"]),
        .init(["move", cable, "../../up"], "Moved 1 message to ../../up.\n", "../../up", ["\\Seen"]),
        .init(["move", cable, "Outbox"], "Moved 1 message to Outbox.\n", "Outbox", ["\\Seen"]),
    ]

    @Test("A change is written to the disk and reported, also as JSON", .holds("Y20", "PX4"), arguments: rows)
    func change(_ row: Row) throws {
        let home = try SampleHome()
        let run = home.petrel(row.words.map { Array($0.utf8) })
        #expect(run.exitCode == .done && run.text == row.said && run.errors.isEmpty)
        let found = try home.petrel("list", "subject:cable", "--json").list()
        #expect(found.count == 1 && found[0]["mailbox"] as? String == row.mailbox)
        #expect(found[0]["flags"] as? [String] == row.flags)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.directory.path).contains("up") == false)

        let other = try SampleHome()
        let told = try other.petrel((row.words + ["--json"]).map { Array($0.utf8) }).list()
        #expect(told.map { $0["id"] as? String } == found.map { $0["id"] as? String })
        #expect(told[0]["flags"] as? [String] == row.flags)
    }

    @Test("A folder of another account is refused, and no folder of its whole name is created")
    func otherAccount() throws {
        let home = try SampleHome()
        let own = try home.petrel("list", "subject:cable", "--json").list()[0]["account"] as? String ?? ""
        #expect(home.petrel("account", "add", "kim", "--address", "kim@example.net").exitCode == .done)
        for (folder, words) in [
            ("kim/Archive", "kim/Archive is a folder of account kim, and a message stays in its account."),
            ("\(own)/Archive", "The messages are in account \(own), where the folder is called Archive."),
        ] {
            for command in ["move", "copy"] {
                let run = home.petrel(command, "subject:cable", folder)
                #expect(run.exitCode == .usage && run.errorText.contains(words), "\(run.text)\(run.errorText)")
                #expect(run.errorText.contains("Nothing was changed."))
            }
        }
        #expect(!home.petrel("folders").text.contains("kim/Archive"))
        // A folder that exists has this name.
        #expect(home.petrel("folder", "new", "kim/Plans", "--account", own).exitCode == .done)
        #expect(home.petrel("move", "subject:cable", "kim/Plans").exitCode == .done)
    }

    @Test("A copy is an additional message, and deleting in Trash is permanent")
    func copying() throws {
        let home = try SampleHome()
        #expect(home.petrel("copy", Self.cable, "Trash").text == "Copied 1 message to Trash.\n")
        #expect(try home.petrel("list", "subject:cable", "--json").list().count == 2)
        #expect(home.petrel("delete", "in:Trash").text == "Permanently deleted 1 message.\n")
        let left = try home.petrel("list", "subject:cable", "--json").list()
        #expect(left.map { $0["id"] as? String } == [Self.cable])
        #expect(home.petrel("delete", "in:Trash").text == "No messages matched. Nothing was changed.\n")
    }

    @Test("Changing more than twenty messages needs confirmation or --yes, however they are named")
    func asking() throws {
        let home = try SampleHome()
        for words in [["read", "in:INBOX"], ["delete", "in:INBOX"], ["move", "in:INBOX", "Old"]] {
            let refused = home.petrel((words + ["--json"]).map { Array($0.utf8) })
            #expect(refused.exitCode == .unanswered && refused.errorText.contains("--yes"))
            #expect(try refused.errorCode == "questionNeedsAnswer")
        }
        let kept = home.petrel("delete", "in:INBOX", typing: [""])
        #expect(kept.exitCode == .interrupted && kept.prompts.contains { $0.hasPrefix("Delete 55 messages?") })
        #expect(try home.petrel("list", "in:INBOX", "--json").list().count == 55)
        let numbered = home.typing("list --limit 30", "archive 1-21", "c", "archive 1-20", "archive all", "c", "quit")
        #expect(numbered.prompts.contains { $0.hasPrefix("Archive 21 messages?") }, "\(numbered.prompts)")
        #expect(
            numbered.text.contains("Moved 20 messages to Archive.\n")
                && numbered.errorText.contains("Nothing was changed"))
        #expect(numbered.prompts.contains { $0.hasPrefix("Archive 30 of the 55 messages?") })
        #expect(home.petrel("delete", "in:INBOX", typing: ["y"]).text == "Moved 35 messages to Trash.\n")
        #expect(home.petrel("read", "in:Trash", "--yes").text.hasPrefix("Marked "))
        #expect(home.petrel("delete", "in:Lists/Swift").text == "Moved 11 messages to Trash.\n")
    }

    static let sets: [(set: String, count: Int)] = [
        ("3-7 9", 6), ("1,4,7", 3), ("9-", 2), ("all", 10), ("$", 1), ("1= 3", 4), ("1,subject:cable", 2),
        ("3-5,from:alice", 0), ("id:d923a3bad9770eb6", 1), ("from:alice subject:photo", 2), ("5-3", -1), ("77", -1),
    ]

    @Test("A set of messages is numbers, ranges, the list, a conversation, ids and filters", arguments: sets)
    func naming(_ row: (set: String, count: Int)) throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 10", "flag \(row.set)", "quit")
        if row.count < 0 {
            #expect(!run.text.contains("Flagged"), "\(run.text)")
        } else if row.count > 0 {
            let said = row.count == 1 ? "Flagged 1 message.\n" : "Flagged \(row.count) messages.\n"
            #expect(run.text.contains(said), "\(run.text) \(run.errorText)")
        } else {
            #expect(run.text.contains("Flagged "), "\(run.errorText)")
        }
    }

    @Test("A range is of the rows of the list, and messages that are not on the screen are changed only on request")
    func ranges() throws {
        let home = try SampleHome()
        let inbox = try home.petrel("list", "--limit", "50", "--json").list()
        let place = try #require(inbox.firstIndex { $0["id"] as? String == Self.cable })
        // The numbers of the second list are 2, 3 …, 1 …
        let (above, below) = (place + 1, place + 2)
        let run = home.typing(
            "list subject:cable", "list --limit 50", "flag \(above)-\(below)", "flag 1-\(above)",
            "list in:Sent --limit 2", "unflag 1-3", "c", "archive 2-", "show 1-2", "unflag 1-3", "y", "quit")
        #expect(run.text.contains("Flagged 3 messages.\n"), "\(run.text)")
        #expect(run.errorText.contains("1 is below \(above) in the list. Type: \(above)-1"), "\(run.errorText)")
        #expect(run.prompts.count { $0.hasPrefix("Unflag 3 messages (3 not on the screen)?") } == 2, "\(run.prompts)")
        #expect(run.errorText.contains("Nothing was changed."))
        #expect(run.errorText.contains("2 is not in the last list, so 2- has no end. Type both: 2-N"))
        #expect(run.text.contains("Unflagged 3 messages.\n"))
        let script = home.script("list subject:cable", "list in:Sent --limit 2", "flag 1-2")
        #expect(script.text.contains("Flagged 2 messages.\n"), "\(script.errorText)")
    }

    @Test("At the prompt, a folder that is not there is created only on request; one with a special use, always")
    func newFolder() throws {
        let home = try SampleHome()
        let run = home.typing(
            "list --limit 5", "move 1 Archve", "", "move 2 Trash", "move 3 Boats", "y", "copy 4 Boats",
            "move 5 Other --yes", "quit")
        #expect(
            run.prompts.contains {
                $0.hasPrefix("There is no folder Archve. The nearest name is Archive. Create folder Archve?")
            }, "\(run.prompts)")
        #expect(run.prompts.count { $0.contains("Create folder") } == 2)
        #expect(!run.text.contains("to Archve") && run.errorText.contains("Nothing was changed."))
        for said in ["to Trash", "to Boats", "to Other"] { #expect(run.text.contains("1 message \(said)."), "\(said)") }
    }

    @Test("A draft can be changed by its number, and a queued message cannot be deleted")
    func drafts() throws {
        let home = try SampleHome()
        _ = home.petrel("drafts")
        #expect(home.petrel("flag", "d1", Self.cable).text == "Flagged 2 messages.\n")
        #expect(home.petrel("send", "d2").text == "queued o1\n")
        let refused = home.petrel("delete", "o1", "--json")
        #expect(refused.exitCode == .dataError)
        #expect(try refused.errorCode == "inOutbox")
        #expect(home.petrel("delete", "d1").text == "Moved 1 message to Trash.\n")
        #expect(home.petrel("drafts").lines.map { $0.prefix(2) } == ["d3", "d4"])
    }

    static let refused: [(words: [String], exitCode: ExitCode, word: String)] = [
        (["flag", "zzz"], .noInput, "does not name a message"), (["flag"], .usage, "missing argument"),
        (["move", cable], .usage, "missing argument"), (["move", cable, ""], .usage, "not a valid folder name"),
        (["move", cable, "from:alice"], .usage, "is a filter"), (["copy", cable, "in:A"], .usage, "FOLDER"),
        (["flag", "in:Nowhere"], .noInput, "There is no folder Nowhere."),
        (["move", cable, "a//b"], .usage, "not a valid folder name"), (["read", "foo:bar"], .usage, "no operator"),
        (["read", "0123456789abcdef"], .noInput, "Type: petrel list"), (["delete", "d77"], .noInput, "no draft d77"),
    ]

    @Test("An invalid request changes nothing, and the error says what to type", arguments: refused)
    func refusal(_ row: (words: [String], exitCode: ExitCode, word: String)) throws {
        let home = try SampleHome()
        let before = home.petrel("list", "before:2100", "--json").output
        let run = home.petrel(row.words.map { Array($0.utf8) })
        #expect(run.exitCode == row.exitCode && run.errorText.contains(row.word), "\(run.errorText)")
        #expect(home.petrel("list", "before:2100", "--json").output == before)
    }

    @Test("A message that cannot be changed is reported with its folder", .holds("PD4"))
    func someFail() throws {
        let home = try SampleHome()
        _ = home.petrel("list")
        // A file in place of a directory: moving a message to Archive fails, and the error names it.
        try FileManager.default.removeItem(at: home.mail.appending(path: "Archive"))
        try Data().write(to: home.mail.appending(path: "Archive"))
        let run = home.petrel("archive", Self.cable)
        #expect(run.exitCode == .inputOutput && run.errorText.contains("Archive"), "\(run.errorText)")
        #expect(try home.petrel("list", "subject:cable", "--json").list().count == 1)
    }

    @Test("Reading a message at the prompt marks it as read, but not at a shell or in a script", .holds("Y20"))
    func reading() throws {
        let home = try SampleHome()
        let query = "is:unread from:alice"
        let before = try home.petrel("list", "is:unread", "from:alice", "--json").list()
        let id = try #require(before.first?["id"] as? String)
        _ = home.petrel("show", id)
        _ = home.script("list \(query)", "show 1")
        #expect(try home.petrel("list", "is:unread", "from:alice", "--json").list().count == before.count)
        let run = home.typing("list \(query) --limit 1", "1", "list \(query)", "1", "quit")
        #expect(run.exitCode == .done)
        #expect(try home.petrel("list", "is:unread", "from:alice", "--json").list().count == before.count - 1)
    }

    @Test("junk moves a message to Junk, and not-junk moves it back to the inbox")
    func junk() throws {
        let home = try SampleHome()
        let list = try home.petrel("list", "--limit", "1", "--json").list()
        let id = try #require(list.first?["messageId"] as? String)
        #expect(home.petrel("junk", "id:\(id)").exitCode == .done)
        #expect(try home.petrel("list", "in:Junk", "--json").list().count == 1)
        #expect(home.petrel("not-junk", "id:\(id)").exitCode == .done)
        #expect(try home.petrel("list", "in:Junk", "--json").list().isEmpty)
    }
}
