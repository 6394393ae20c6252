import Foundation
import LineEditing
import MailTestSupport
import MailTypes
import Platform
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Listing, searching and showing mail without a network", .holds("K03", "K04"), .timeLimit(.minutes(1)))
struct ListSearchAndShowCommandTests {
    private static let photo = "b3747714b95922b3"

    @Test("Without a query, list shows the inbox, newest first, with every JSON member")
    func list() throws {
        let home = try SampleHome()
        let run = home.petrel("list", "--json")
        let messages = try run.list()
        #expect(run.exitCode == .done && run.errors.isEmpty && messages.count == 55)
        #expect(messages.allSatisfy { $0["mailbox"] as? String == "INBOX" })
        let dates = messages.compactMap { $0["date"] as? String }
        #expect(dates == dates.sorted(by: >) && dates.count == 55)
        let members: Set = [
            "id", "account", "mailbox", "threadId", "messageId", "from", "to", "cc", "subject", "date", "size", "flags",
            "attachments", "snippet",
        ]
        #expect(messages.allSatisfy { members.isSubset(of: $0.keys) })
        let photo = try #require(messages.first { $0["id"] as? String == Self.photo })
        #expect(photo["account"] as? String == "local" && photo["date"] as? String == "2026-10-11T08:20:10Z")
        #expect(photo["messageId"] as? String == "alice-photo.20261011@example.org")
        #expect(
            (photo["from"] as? [[String: String]])?.first == ["name": "Alice Moreau", "address": "alice@example.org"])
        let attachment = try #require((photo["attachments"] as? [[String: Any]])?[1])
        #expect(attachment["index"] as? Int == 2 && attachment["filename"] as? String == "Карта острова.png")
        #expect(attachment["type"] as? String == "image/png" && attachment["size"] as? Int == 5932)
        #expect(attachment["downloaded"] as? Bool == true)
        #expect(messages.contains { $0["flags"] as? [String] == ["\\Seen", "\\Flagged"] })
    }

    @Test("A command of the prompt says in a shell where it works")
    func promptOnly() throws {
        let run = try SampleHome(isEmpty: true).petrel("edit")
        #expect(run.exitCode == .usage && run.errorText == "petrel: edit works at petrel's prompt only. Type: petrel\n")
    }

    struct Query: CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
        let subjects: [String]
        init(_ name: String, _ words: [String], _ subjects: [String]) {
            (testDescription, self.words, self.subjects) = (name, words, subjects)
        }
    }

    static let queries: [Query] = [
        .init("a phrase", ["search", "\"scores, at last\""], ["Moult scores, at last"]),
        .init("words in another order are no phrase", ["search", "\"last at scores\""], []),
        .init("accents do not count", ["search", "hakonsens"], []),
        .init("Chinese", ["search", "subject:灯塔"], ["火车模型和灯塔"]),
        .init("two filters", ["list", "from:wang", "is:unread"], ["火车模型和灯塔"]),
        .init("what is excluded", ["list", "from:alma", "-in:INBOX", "in:Archive"], []),
        .init("the newest of many", ["list", "--limit", "1"], ["Re: Photo of the tower, before it goes"]),
        .init("a draft is found", ["search", "locomotives"], ["Idea: a ringing scheme for locomotives"]),
        .init("a name of a file", ["search", "name:moult-14"], ["Moult scores, at last"]),
        .init("a day", ["list", "after:2026-10-09", "before:2026-10-10", "in:INBOX"], ["火车模型和灯塔"]),
    ]

    @Test("Queries find the matching messages", arguments: queries)
    func query(_ row: Query) throws {
        let home = try SampleHome()
        let words = (row.words + ["--json"]).map { Array($0.utf8) }
        let found = try home.petrel(words).list().compactMap { $0["subject"] as? String }
        #expect(found == row.subjects)
    }

    @Test("A message is found by its id, by its Message-ID, and by its number as a draft")
    func identities() throws {
        let home = try SampleHome()
        _ = home.petrel("drafts")
        for (operand, subject) in [
            (Self.photo, "Photo of the tower, before it goes"),
            ("id:<alice-photo.20261011@example.org>", "Photo of the tower, before it goes"),
            ("id:alice-photo.20261011@example.org", "Photo of the tower, before it goes"),
            ("d1", "Idea: a ringing scheme for locomotives"),
        ] {
            let run = home.petrel("show", operand, "--json")
            #expect(run.exitCode == .done, "\(operand)")
            #expect(try run.object["subject"] as? String == subject, "\(operand)")
            #expect(home.petrel("attachments", operand).exitCode == .done, "\(operand)")
        }
        for operand in ["d99", "o1", "0123456789abcdef", "id:nobody@example.org", "", "x"] {
            for verb in ["show", "attachments", "thread"] {
                let run = home.petrel(verb, operand, "--json")
                #expect(run.exitCode == .noInput && run.errorText.contains("Type: petrel "), "\(verb) \(operand)")
                #expect(try run.object["ok"] as? Bool == false)
            }
        }
    }

    @Test("thread accepts a thread id, a message or a draft, and lists the oldest first")
    func thread() throws {
        let home = try SampleHome()
        _ = home.petrel("drafts")
        let name = try #require(home.petrel("show", Self.photo, "--json").object["threadId"] as? String)
        for operand in [name, Self.photo, "d4"] {
            let dates = try home.petrel("thread", operand, "--json").list().compactMap { $0["date"] as? String }
            #expect(dates.count == 3 && dates == dates.sorted(), "\(operand)")
        }
    }

    static let kinds: [(name: String, id: String, words: [String])] = [
        ("signed", "64350db54d03c447", ["signed (PGP)", "a1 signature.asc", "I, Alan Osei, have never once"]),
        ("encrypted", "5c7d22d7064df379", ["encrypted (PGP)", "a2 encrypted.asc"]),
        (
            "an invitation", "1354aae59bbbfb47",
            ["type: accept, decline or tentative", "text/calendar", "Meeting room Fulmar"]
        ),
        ("HTML alone", "bde1550eaf669d6e", ["Three journeys under 40 km", "Saltby        | Saltby Pier"]),
        ("a message in a message", "dcac22aef63a4c92", ["(message/rfc822, 600 bytes)", "Note the second sentence"]),
    ]

    @Test("Each kind of message is shown as such, with its parts", .holds("E04"), arguments: kinds)
    func kind(_ row: (name: String, id: String, words: [String])) throws {
        let home = try SampleHome()
        let run = home.petrel("show", row.id)
        #expect(run.exitCode == .done)
        for words in row.words { #expect(run.text.contains(words), "\(row.name): \(words)") }
        if run.text.contains("a1 ") {
            let part = home.petrel("save", row.id, "a1", "-")
            #expect(part.exitCode == .done && !part.output.isEmpty)
        }
    }

    @Test("Every message of every folder can be shown as text and as JSON")
    func everything() throws {
        let home = try SampleHome()
        let messages = try home.petrel("list", "--json", "before:2100").list()
        #expect(messages.count == 102)
        for (index, message) in messages.enumerated() {
            let id = try #require(message["id"] as? String)
            let object = try home.petrel("show", id, "--json").object
            #expect(object["text"] is String && (object["headers"] as? [Any])?.isEmpty == false, "\(id)")
            #expect(object["html"] is String || object["html"] is NSNull, "\(id)")
            if index % 4 == 0 { #expect(home.petrel("show", id).exitCode == .done) }
        }
    }

    @Test("Days begin in the user's time zone, in output and input, and JSON is in UTC", .holds("E07"))
    func zones() throws {
        let home = try SampleHome()
        let east = LocalTimeZone(offsetMinutes: 14 * 60)
        let west = LocalTimeZone(offsetMinutes: -7 * 60)
        let wang = "from:wang"
        #expect(home.petrel("list", wang, zone: east).text.contains("10 Oct 2026"))
        #expect(home.petrel("list", wang, zone: west).text.contains(" 9 Oct 2026"))
        #expect(try home.petrel("list", wang, "after:2026-10-10", "--json", zone: east).list().count == 1)
        #expect(try home.petrel("list", wang, "after:2026-10-10", "--json", zone: west).list().isEmpty)
        #expect(
            home.petrel("list", wang, "--json", zone: east).output
                == home.petrel("list", wang, "--json", zone: west).output)
    }

    /// A home with a message that was listed, and then edited in place.
    private func editedHome() throws -> (home: SampleHome, id: String) {
        let home = try SampleHome(isEmpty: true)
        let head = "From: ana@example.org\nMessage-ID: <one@example.org>\n"
        try home.add("\(head)Subject: Plan\n\nferry\n".utf8, to: "INBOX", named: "1.1.host:2,S")
        try home.add("\(head)Subject: Other\n\nbridge\n".utf8, to: "INBOX", named: "2.1.host:2,S")
        let id = try #require(try home.petrel("search", "ferry", "--json").list().first?["id"] as? String)
        let handle = try FileHandle(forWritingTo: home.mail.appending(path: "INBOX/cur/1.1.host:2,S"))
        try handle.write(contentsOf: Data("\(head)Subject: Edited plan\n\nharbour\n".utf8))
        try handle.close()
        return (home, id)
    }

    @Test("Showing a message that another program edited in place makes lists and search show its new text")
    func editedInPlace() throws {
        let (home, id) = try editedHome()
        let shown = try home.petrel("show", id, "--json").object
        #expect(shown["subject"] as? String == "Edited plan" && shown["id"] as? String == id)
        #expect(try home.petrel("search", "harbour", "--json").list().map { $0["id"] as? String } == [id])
        #expect(try home.petrel("search", "ferry", "--json").list().isEmpty)
        #expect(home.petrel("list").lines.count == 2 && home.petrel("fsck").exitCode == .done)
        #expect(home.petrel("reply", id, "-m", "Hi", "--draft").exitCode == .done)
    }

    @Test("fsck reports a message that another program edited in place, and --repair indexes it again")
    func editedAndChecked() throws {
        let (home, id) = try editedHome()
        let found = home.petrel("fsck", "--json")
        #expect(try found.list("problems").map { $0["code"] as? String } == ["editedMessage"])
        #expect(found.exitCode == .someFailed)
        #expect(home.petrel("fsck", "--repair").exitCode == .done)
        #expect(home.petrel("fsck").text == "No problems found.\n")
        #expect(try home.petrel("search", "harbour", "--json").list().map { $0["id"] as? String } == [id])
    }

    @Test("On a screen no line is wider than it, and elsewhere nothing is cut")
    func width() throws {
        let home = try SampleHome()
        for columns in [20, 40, 80, 120, 200] {
            for words in [["list"], ["search", "before:2100"], ["inbox"]] {
                let run = home.petrel(words.map { Array($0.utf8) }, columns: columns)
                #expect(run.lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(words) \(columns)")
            }
        }
        #expect(home.petrel("list").text.contains("Photo of the tower, before it goes  (unread, 3 files)"))
    }

    @Test("A row on a screen has signs for the state of a message, and a date as short as possible")
    func signs() throws {
        let home = try SampleHome()
        #expect(home.petrel("list", "--limit", "2", columns: 80).text.contains(" N     Mon  Alice Moreau"))
        #expect(home.petrel("search", "subject:photo", columns: 80).text.contains(" N  @  "))
        #expect(home.petrel("list", "is:flagged", columns: 80).lines.allSatisfy { $0.utf8.dropFirst(18).first == 0x2A })
        #expect(home.petrel("list", "in:Drafts", columns: 80).lines.allSatisfy { $0.utf8.dropFirst(17).first == 0x44 })
        #expect(home.petrel("list", "in:Sent", columns: 80).lines.allSatisfy { $0.contains("  To ") })
        let wide = home.petrel("list", "--limit", "1", columns: 200).text
        #expect(
            wide.contains("  Mon ") && wide.contains(":") && wide.contains("<alice@example.org>")
                && wide.contains(" - "))
    }

    static let dates: [(time: CivilTime, text: String, timed: String)] = [
        (.init(year: 2026, month: 10, day: 13, hour: 9, minute: 5, second: 7), "09:05", "09:05"),
        (.init(year: 2026, month: 10, day: 12, hour: 23, minute: 59, second: 0), "Mon", "Mon 23:59"),
        (.init(year: 2026, month: 10, day: 7, hour: 0, minute: 0, second: 0), "Wed", "Wed 00:00"),
        (.init(year: 2026, month: 10, day: 6, hour: 0, minute: 0, second: 0), "6 Oct", "6 Oct 00:00"),
        (.init(year: 2026, month: 10, day: 14, hour: 8, minute: 0, second: 0), "14 Oct", "14 Oct 08:00"),
        (.init(year: 2025, month: 12, day: 31, hour: 8, minute: 0, second: 0), "31 Dec 2025", "31 Dec 2025"),
    ]

    @Test("A date in a list says no more than needed", arguments: dates)
    func date(_ row: (time: CivilTime, text: String, timed: String)) {
        let now = CivilTime(year: 2026, month: 10, day: 13, hour: 12, minute: 0, second: 0)
        #expect(ListDate.text(row.time, now: now, withTime: false) == row.text)
        #expect(ListDate.text(row.time, now: now, withTime: true) == row.timed)
    }

    @Test("The reason for an empty list is printed on standard error only")
    func empty() throws {
        let home = try SampleHome()
        for (words, reason) in [
            (["list", "nothinglikeit"], "No messages.\n"), (["outbox"], "The outbox is empty.\n"),
            (["list", "in:Archive", "from:nobody"], "No messages.\n"), (["list", "in:Junk"], "No messages.\n"),
            (["list", "in:Lists"], "Nothing is in Lists itself. For what is inside it, type: in:Lists/\n"),
        ] {
            let run = home.petrel(words.map { Array($0.utf8) })
            #expect(run.exitCode == .done && run.output.isEmpty && run.errorText == reason)
            let quiet = home.petrel((words + ["-q"]).map { Array($0.utf8) })
            #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
        }
        let none = try SampleHome(isEmpty: true)
        #expect(none.petrel("list").errorText.contains("There is no mail here yet."))
        #expect(try none.petrel("list", "--json").list().isEmpty)
    }

    @Test("Accessible mode prints a sentence per item, without columns", .holds("N03"))
    func accessible() throws {
        let home = try SampleHome()
        #expect(
            home.petrel("list", "--limit", "1", "--accessible").text
                == "Alice Moreau: Re: Photo of the tower, before it goes. Unread, 12 October 2026. "
                + "Id a1e14290238dfc3c.\n")
        for verb in ["list", "drafts", "folders"] {
            let run = home.petrel(verb, "--accessible")
            #expect(run.lines.allSatisfy { !$0.contains("  ") && $0.hasSuffix(".") }, "\(run.text)")
        }
    }
}
