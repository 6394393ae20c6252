import Database
import Disk
import MailIndex
import MailIndexing
import MailSearch
import MailTypes
import Testing

@Suite("Segments of the index that are merged")
struct MergedSegmentTests {
    /// An account whose index has a segment for each message.
    private func accountWithManySegments() throws -> AccountFixture {
        let account = try AccountFixture()
        try account.refresh()
        let database = try database(of: account, .writing)
        try database.run("INSERT INTO words(words, rank) VALUES('automerge', 0)")
        database.close()
        try account.location().recordClosedState()
        for number in 0..<70 {
            let text = "harbour \(number % 7 == 0 ? "river" : "hill") number\(number)"
            try account.write("INBOX/new/17600000\(number).m", letter("Note \(number)", id: "\(number)@x", text: text))
            try account.refresh(verifies: false)
        }
        try #require(try segmentCount(account) == 70)
        return account
    }

    private func database(of account: AccountFixture, _ access: Database.Access) throws -> Database {
        let files = try account.index.unsortedNames()
        let file = try #require(files.first { $0.suffix(7).elementsEqual(".sqlite".utf8) })
        return try Database(account.index.path / file, access)
    }

    private func segmentCount(_ account: AccountFixture) throws -> Int {
        let database = try database(of: account, .reading)
        defer { database.close() }
        return try database.prepare("SELECT count(DISTINCT segid) FROM words_idx").first { $0.number(0) } ?? 0
    }

    private func found(_ text: String, in account: AccountFixture) throws -> [IndexedMessageID] {
        let query = try SearchQuery(parsing: text, now: account.later) { _ in 0 }
        return try account.open().messages(matching: query, limit: 100).map(\.id)
    }

    @Test func `A merge leaves few segments, and searches find the same messages`() throws {
        let account = try accountWithManySegments()
        let queries = ["harbour", "river harbour", "number69", "\"hill number3\"", "subject:note -river", "numb*"]
        let before = try queries.map { try found($0, in: account) }
        #expect(before.map(\.count) == [70, 10, 1, 1, 60, 70])

        var steps = 0
        while try account.location().mergeSegments(), steps < 100 { steps += 1 }

        #expect(steps > 0)
        #expect(try segmentCount(account) < 8)
        #expect(try queries.map { try found($0, in: account) } == before)
        #expect(try account.location().isUnchangedSinceClose(), "so the next refresh need not verify the checksums")
        #expect(try !account.refresh().hasChanged)
    }

    @Test func `An index with few segments is left as it is`() throws {
        let account = try AccountFixture()
        for number in 0..<5 {
            try account.write("INBOX/new/1760000\(number).m", letter("Note", id: "\(number)@x", text: "harbour"))
            try account.refresh(verifies: false)
        }
        let before = try segmentCount(account)
        #expect(try !account.location().mergeSegments())
        #expect(try segmentCount(account) == before)
    }

    @Test func `No segments are merged while another process changes the index, or without an index`() throws {
        let account = try accountWithManySegments()
        let lock = try #require(try account.location().lock(waiting: false))
        #expect(try !account.location().mergeSegments())
        withExtendedLifetime(lock) {}
        #expect(try segmentCount(account) == 70)
        #expect(try !IndexLocation(account.index, account: Array("other".utf8)).mergeSegments())
    }

    @Test func `A merge does not hide that another program has changed the index`() throws {
        let account = try accountWithManySegments()
        let database = try database(of: account, .writing)
        try database.run("UPDATE file SET flags = flags + 1 WHERE id = 1")
        database.close()

        while try account.location().mergeSegments() {}

        #expect(try !account.location().isUnchangedSinceClose())
        #expect(try account.refresh().isRebuilt)
    }
}
