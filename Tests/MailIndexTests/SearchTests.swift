import Disk
import Foundation
import MailIndex
import MailSearch
import MailTypes
import Testing

@Suite("Search")
struct SearchTests {
    /// An index of a few messages.
    private final class Shelf {
        let path: URL
        let index: MailIndex

        static let messages: [(mailbox: String, flags: MaildirFlags, subject: String, message: String)] = [
            (
                "INBOX", [], "Plan",
                "From: Ana Müller <ana@example.org>\nMessage-ID: <one@example.org>\nTo: kim@example.net\n\nThe final plan is here.\n"
            ),
            (
                "INBOX", [.seen], "Lunch",
                "From: Ben <ben@example.org>\nIn-Reply-To: <two@example.org>\nTo: kim@example.net\nCc: Ana <ana@example.org>\n\nA plan, finally.\n"
            ),
            ("Archive", [.seen, .flagged], "会議の資料", "From: 山田太郎 <yamada@example.org>\n\n会議は明日です。\n"),
            (
                "Lists/Swift", [.seen, .answered], "Évolution",
                "From: no@example.com\nList-Id: Swift <dev.swift.example>\n\nConcurrency in earnest.\n"
            ),
            ("Lists", [.seen], "Notices", "From: no@example.com\nBcc: secret@example.net\n\nNothing.\n"),
            (
                "Archive", [.seen], "Report",
                "From: no@example.com\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee file.\n"
                    + "--b\nContent-Type: application/pdf; name=\"Invoice March.pdf\"\n\n"
                    + String(repeating: "x", count: 3000)
                    + "\n--b\nContent-Type: text/csv; name=berths.csv\nContent-Disposition: attachment\n\nharbourmaster,7\n"
                    + "--b\nContent-Type: text/plain; name=soundings\nContent-Disposition: attachment\n\nfathoms\u{0}\n--b--\n"
            ),
        ]

        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: "petrel-search-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            let directory = try Directory.open(Path(path.path), on: POSIXFileSystem.shared)
            let location = IndexLocation(directory, account: Array("work".utf8))
            let writer = try IndexWriter.build(location)
            for (number, row) in Self.messages.enumerated() {
                let name = try #require(MailboxName(row.mailbox))
                let known = try writer.mailboxes().first { $0.name == name }
                let mailbox = try known ?? writer.addMailbox(name)
                let octets = Array("Subject: \(row.subject)\n\(row.message)".utf8)
                // A month apart, starting in January 2026.
                let parsed = ParsedContent(
                    octets, received: Instant(seconds: 1_767_225_600 + Int64(number) * 2_678_400))
                let file = IndexedFile(place: .cur, name: Array("\(number):2,".utf8), flags: row.flags)
                try writer.add(file, writer.add(parsed), to: mailbox)
                try writer.close(mailbox, signature: [])
            }
            try writer.finishBuilding()
            index = try #require(try MailIndex.open(location))
        }

        deinit {
            try? FileManager.default.removeItem(at: path)
        }

        func find(_ text: String, limit: Int = 100) throws -> [String] {
            let query = try SearchQuery(parsing: text, now: Instant(seconds: 1_780_000_000)) { _ in 0 }
            return try index.messages(matching: query, limit: limit).map(\.content.subject)
        }
    }

    @Test(
        "Finds the expected messages, newest first",
        arguments: [
            ("plan", ["Lunch", "Plan"]), ("\"final plan\"", ["Plan"]), ("final*", ["Lunch", "Plan"]),
            ("plan final", ["Plan"]), ("plan -lunch", ["Plan"]), ("from:muller", ["Plan"]), ("from:ana", ["Plan"]),
            ("from:mul*", ["Plan"]),
            ("cc:ana", ["Lunch"]), ("ana", ["Lunch", "Plan"]), ("evolution", ["Évolution"]),
            ("EVOLUTION", ["Évolution"]), ("会議", ["会議の資料"]), ("議会", []), ("明日", ["会議の資料"]), ("from:太郎", ["会議の資料"]),
            ("in:archive", ["Report", "会議の資料"]), ("in:Lists", ["Notices"]), ("in:Lists/", ["Notices", "Évolution"]),
            ("in:Lists/Swift", ["Évolution"]), ("in:Nowhere", []), ("-in:INBOX -in:Lists/", ["Report", "会議の資料"]),
            ("is:unread", ["Plan"]), ("is:flagged", ["会議の資料"]), ("is:answered", ["Évolution"]),
            ("has:attachment", ["Report"]), ("name:invoice", ["Report"]), ("invoice", ["Report"]),
            ("body:invoice", []), ("larger:2k", ["Report"]), ("-larger:2k -plan in:archive", ["会議の資料"]),
            ("before:2026-02", ["Plan"]), ("before:2026-03", ["Lunch", "Plan"]),
            ("after:2026-05", ["Report", "Notices"]),
            ("account:work plan is:unread", ["Plan"]), ("account:home", []), ("-account:home plan", ["Lunch", "Plan"]),
            ("-plan -no", ["会議の資料"]), ("subject:plan", ["Plan"]),
            ("*", ["Report", "Notices", "Évolution", "会議の資料", "Lunch", "Plan"]),
            ("lunch or evolution", ["Évolution", "Lunch"]), ("is:unread or is:answered", ["Évolution", "Plan"]),
            ("plan not (lunch or in:Archive)", ["Plan"]), ("from:(ana or yamada)", ["会議の資料", "Plan"]),
            ("ana or is:flagged -plan", ["会議の資料", "Lunch", "Plan"]), ("smaller:2k in:archive", ["会議の資料"]),
            ("date:2026-02..2026-03", ["会議の資料", "Lunch"]), ("csv", ["Report"]), ("body:harbourmaster", ["Report"]),
            ("soundings", ["Report"]), ("fathoms", []),
            ("list:swift", ["Évolution"]), ("bcc:secret", ["Notices"]), ("to:secret", []),
            ("id:one@example.org", ["Plan"]),
            ("id:two@example.org", []), ("not (plan or no)", ["会議の資料"]), ("subject:会議", ["会議の資料"]),
            ("from:müller or FROM:BEN", ["Lunch", "Plan"]), ("attachment:\"invoice mar\"*", ["Report"]),
        ])
    func finds(_ text: String, _ subjects: [String]) throws {
        let shelf = try Shelf()
        #expect(try shelf.find(text) == subjects)
        let query = try SearchQuery(parsing: text, now: Instant(seconds: 1_780_000_000)) { _ in 0 }
        #expect(try shelf.index.count(matching: query) == subjects.count)
    }

    @Test("Never interprets input as SQL or FTS syntax")
    func hostile() throws {
        let shelf = try Shelf()
        let texts = [
            "\"", "a\" OR \"b", "plan') OR 1=1 --", "plan AND", "NEAR(plan final)", "{sender}:ana", "plan^2", "a:b:c:d",
            "subject:\"*\"", "%", "\u{0}", "-", "--", "-\"\"", "in:%2F", "in:a//b", "plan\u{0}lunch", "+plan",
            "col:plan",
        ]
        for text in texts {
            do throws(QueryError) {
                let query = try SearchQuery(parsing: text, now: Instant(seconds: 0)) { _ in 0 }
                #expect(throws: Never.self, "\(text)") { try shelf.index.messages(matching: query, limit: 10) }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test("Lists by relevance: subject before names before text, and then newest first")
    func relevance() throws {
        let shelf = try Shelf()
        let query = try SearchQuery(parsing: "plan or ana", now: Instant(seconds: 0)) { _ in 0 }
        let found = try shelf.index.messages(matching: query, order: .relevance, limit: 10)
        #expect(found.map(\.content.subject) == ["Plan", "Lunch"])
        #expect(found.map(\.relevance) == [8, 4])
        #expect(try shelf.index.messages(matching: query, order: .relevance, limit: 1).count == 1)
    }

    @Test("Returns at most the requested number of messages")
    func limit() throws {
        #expect(try Shelf().find("", limit: 2) == ["Report", "Notices"])
        #expect(try Shelf().find("plan", limit: 1) == ["Lunch"])
    }
}
