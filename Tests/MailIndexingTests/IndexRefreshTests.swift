import Disk
import Foundation
import MailIndex
import MailIndexing
import MailSearch
import MailTestSupport
import MailTypes
import MaildirStore
import Synchronization
import Testing

@Suite("Index refresh", .holds("K02"))
struct IndexRefreshTests {
    @Test("Mail by another program is listed, counted and searchable")
    func firstRefresh() throws {
        let account = try AccountFixture()
        try account.write("INBOX/cur/1760275380.a:2,S", letter("Lunch", id: "1@x"))
        try account.write("INBOX/new/1760275381.b", letter("Dinner", id: "2@x", text: "Über den Dächern"))
        try account.write("Lists/Swift/cur/1760275382.c:2,FS", letter("Évolution", id: "3@x"))
        let outcome = try account.refresh()
        #expect(outcome.isRebuilt && outcome.added == 3 && outcome.mailboxes == 2)
        let index = try account.open()
        #expect(
            try index.mailboxes().map { "\($0.name) \($0.total) \($0.unread)" } == ["INBOX 2 1", "Lists/Swift 1 0"])
        let query = try SearchQuery(parsing: "dachern", now: account.later) { _ in 0 }
        #expect(try index.messages(matching: query, limit: 10).map(\.content.subject) == ["Dinner"])
        let found = try #require(try index.messages(limit: 10).first { $0.content.subject == "Dinner" })
        #expect(try index.message(found.id) == found)
        #expect(found.isUnread && found.file.place == .new)
    }

    @Test("Follows changed flags, moves and removals")
    func changes() throws {
        let account = try AccountFixture()
        try account.write("INBOX/new/1.a", letter("One", id: "1@x"))
        try account.write("INBOX/cur/2.b:2,S", letter("Two", id: "2@x"))
        try account.write("INBOX/cur/3.c:2,S", letter("Three", id: "3@x"))
        try account.write("Archive/cur/4.d:2,S", letter("Four", id: "4@x"))
        try account.refresh()
        let before = try account.open().messages(limit: 10)
        try account.move("INBOX/new/1.a", to: "INBOX/cur/1.a:2,RS")
        try account.move("INBOX/cur/2.b:2,S", to: "Archive/cur/9.z:2,S")
        try account.remove("INBOX/cur/3.c:2,S")
        let outcome = try account.refresh()
        #expect(outcome.renamed == 1 && outcome.added == 1 && outcome.removed == 2 && !outcome.isRebuilt)
        let after = try account.open().messages(limit: 10)
        #expect(
            after.map { "\($0.mailbox) \($0.content.subject)" }.sorted() == [
                "Archive Four", "Archive Two", "INBOX One",
            ])
        let one = try #require(after.first { $0.content.subject == "One" })
        #expect(one.flags == [.seen, .answered])
        #expect(before.contains { $0.id == one.id && $0.isUnread })
        #expect(try account.open().mailboxes().map(\.unread) == [0, 0])
    }

    @Test("Rereads only directories that changed")
    func economy() throws {
        let system = CountingFileSystem()
        let account = try AccountFixture(on: system)
        for mailbox in ["INBOX", "Archive", "Lists/Swift"] {
            for number in 0..<5 {
                try account.write("\(mailbox)/cur/\(number).m:2,S", letter("M", id: "\(mailbox)\(number)@x"))
            }
        }
        try account.refresh()
        _ = system.take()
        let outcome = try account.refresh()
        let unchanged = system.take()
        #expect(outcome.unchanged == 3 && unchanged.filesRead == 0)
        let lists = unchanged.listings
        try account.move("Archive/cur/1.m:2,S", to: "Archive/cur/1.m:2,FS")
        #expect(try account.refresh().renamed == 1)
        let renamed = system.take()
        #expect(renamed.filesRead == 0)
        // Both directories of the mailbox are read twice: to count the files, and to list them.
        #expect(renamed.listings - lists == 4)
    }

    @Test("Scans a directory again if it changed in the same second")
    func distrust() throws {
        let account = try AccountFixture()
        try account.write("INBOX/cur/1.a:2,S", letter("One", id: "1@x"))
        let now = Instant(seconds: Int64(Date.now.timeIntervalSince1970))
        try account.refresh(now: now)
        #expect(try account.refresh(now: now).unchanged == 0)
        #expect(try account.refresh().unchanged == 0)
        #expect(try account.refresh().unchanged == 1)
    }

    @Test("Files that are not messages are skipped and counted")
    func filesOfOtherPrograms() throws {
        let account = try AccountFixture()
        try account.write("INBOX/cur/1.a:2,S", letter("One", id: "1@x"))
        let cur = account.url("INBOX/cur")
        try FileManager.default.createDirectory(at: cur.appending(path: "directory"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: cur.appending(path: "link"), withDestinationURL: URL(filePath: "/etc/passwd"))
        #expect(mkfifo(cur.appending(path: "pipe").path, 0o600) == 0)
        try account.write("INBOX/cur/.hidden", letter("Hidden"))
        let outcome = try account.refresh()
        #expect(outcome.added == 1 && outcome.notMessages == 3 && outcome.unreadable == 0)
        #expect(try account.open().messages(limit: 10).map(\.content.subject) == ["One"])
        #expect(try account.refresh().unchanged == 1)
    }

    /// The names are successive names of a message, one per attempt to read it.
    @Test(
        "A message renamed or removed before it is read has its last name or is missing",
        .holds("PX6"),
        arguments: [
            ["new/1.a"], ["new/1.a", "cur/1.a:2,S"], ["new/1.a", "cur/1.a:2,", "cur/1.a:2,F", "cur/1.a:2,FS"],
            ["cur/1.a:2,", "cur/1.a:2,T", ""], ["new/1.a", ""],
        ])
    func renamedBeforeReading(names: [String]) throws {
        let left = Mutex(ArraySlice(names))
        let inbox = Mutex(URL?.none)
        let system = CountingFileSystem { name in
            guard name.starts(with: Array("1.a".utf8)), let inbox = inbox.withLock({ $0 }) else { return }
            left.withLock { left in
                guard let name = left.popFirst(), let next = left.first else { return }
                let file = inbox.appending(path: name)
                if next.isEmpty {
                    try? FileManager.default.removeItem(at: file)
                } else {
                    try? FileManager.default.moveItem(at: file, to: inbox.appending(path: next))
                }
            }
        }
        let account = try AccountFixture(on: system)
        try account.write("INBOX/cur/0.z:2,S", letter("Zero", id: "0@x"))
        try account.write("INBOX/\(try #require(names.first))", letter("One", id: "1@x"))
        inbox.withLock { $0 = account.url("INBOX") }
        let outcome = try account.refresh()
        let last = try #require(names.last)
        let expected = last.isEmpty ? ["cur/0.z:2,S"] : ["cur/0.z:2,S", last]
        #expect(outcome.added == expected.count && outcome.unreadable == 0)
        let found = try account.open().messages(limit: 10).map {
            "\($0.file.place)/\(String(decoding: $0.file.name, as: UTF8.self))"
        }
        #expect(found.sorted() == expected)
    }

    @Test("A message in two mailboxes has one content and two entries")
    func copies() throws {
        let account = try AccountFixture()
        try account.write("INBOX/cur/1.a:2,S", letter("One", id: "1@x"))
        try account.write("Archive/cur/2.b:2,S", letter("One", id: "1@x"))
        try account.write("Archive/cur/3.c:2,S", letter("One", id: "1@x"))
        try account.refresh()
        let messages = try account.open().messages(limit: 10)
        #expect(Set(messages.map(\.id)).count == 3 && Set(messages.map(\.content)).count == 1)
        let hash = try #require(messages.first).content.hash
        #expect(try account.open().messages(withContent: hash).count == 3)
        try account.remove("INBOX/cur/1.a:2,S")
        try account.refresh()
        #expect(try account.open().messages(withContent: hash).count == 2)
    }

    @Test("Concurrent refreshes take turns, and the index is complete")
    func turns() async throws {
        let account = try AccountFixture()
        for number in 0..<200 {
            try account.write("INBOX/cur/\(number).m:2,S", letter("M \(number)", id: "\(number)@x"))
        }
        let (mail, location, now) = (account.mail, account.location(), account.later)
        let outcomes = try await withThrowingTaskGroup(of: IndexRefresh.Outcome.self) { group in
            for _ in 0..<3 { group.addTask { try IndexRefresh(MailTree(mail), location).run(now: now) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map(\.added).sorted() == [0, 0, 200])
        #expect(try account.open().messages(limit: 1000).count == 200)
    }

    @Test("A reader can continue with the old index while a new one is built")
    func replacement() throws {
        let account = try AccountFixture()
        try account.write("INBOX/cur/1.a:2,S", letter("One", id: "1@x"))
        try account.refresh()
        let former = try account.open()
        for number in 0..<2100 {
            try account.write("INBOX/cur/\(number).m:2,S", letter("M \(number)", id: "\(number)@x"))
        }
        #expect(try account.refresh().isRebuilt)
        #expect(try former.messages(limit: 10).count == 1)
        #expect(try former.isReplaced())
        #expect(try account.open().messages(limit: 5000).count == 2101)
        let files = try account.index.names().map { String(decoding: $0, as: UTF8.self) }
        #expect(files.contains("work.2.sqlite") && !files.contains { $0.utf8.starts(with: "work.1".utf8) }, "\(files)")
    }

    @Test("Rebuilds an index whose messages are mostly gone")
    func orphans() throws {
        let account = try AccountFixture()
        for number in 0..<1200 {
            try account.write("INBOX/cur/\(number).m:2,S", letter("M \(number)", id: "\(number)@x"))
        }
        try account.refresh()
        for number in 0..<900 { try account.remove("INBOX/cur/\(number).m:2,S") }
        #expect(try account.refresh().isRebuilt == false)
        #expect(try account.open().messages(limit: 2000).count == 300)
        for number in 900..<1100 { try account.remove("INBOX/cur/\(number).m:2,S") }
        #expect(try account.refresh().isRebuilt)
        #expect(try account.open().messages(limit: 2000).count == 100)
        let id = try #require(try account.open().messages(withID: MessageID("1150@x")).first)
        #expect(id.content.subject == "M 1150")
    }

    @Test("The index can be behind a link and non-UTF-8 names, and is private")
    func places() throws {
        let account = try AccountFixture()
        try account.write("INBOX/cur/1.a:2,S", letter("One", id: "1@x"))
        let odd = try account.index.makingDirectory([0xFF, 0x20, 0x27, 0x3F, 0x25])
        _ = try odd.makingDirectory(Array("cache".utf8))
        #expect(symlink("index", account.path.appending(path: "link").path) == 0)
        let path = Path(account.path.path) / Array("link".utf8) / [0xFF, 0x20, 0x27, 0x3F, 0x25] / Array("cache".utf8)
        let directory = try Directory.open(path, on: POSIXFileSystem.shared)
        let location = IndexLocation(directory, account: [0xC3, 0x28, 0x22])
        #expect(try IndexRefresh(MailTree(account.mail), location).run(now: account.later).added == 1)
        #expect(try IndexRefresh(MailTree(account.mail), location).run(now: account.later).unchanged == 1)
        #expect(try MailIndex.open(location)?.messages(limit: 5).count == 1)
        for name in try directory.names() { #expect(try directory.status(of: name)?.mode == 0o600) }
    }
}
