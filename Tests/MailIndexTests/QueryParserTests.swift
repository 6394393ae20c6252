import MailIndex
import MailTypes
import Testing

@Suite("Query parsing")
struct QueryParserTests {
    /// Wednesday, 14 October 2026, 01:30, two hours east of UTC.
    private static let now = Instant(seconds: 1_791_934_200)

    private static func parse(_ text: String) throws(QueryError) -> [MessageQuery.Term] {
        try MessageQuery(text, now: now, offsetMinutes: 120).terms
    }

    private static func words(
        _ words: String..., in field: MessageQuery.Field? = nil, isPrefix: Bool = false
    ) -> MessageQuery.Criterion {
        .words(words.map { Array($0.utf8) }, in: field, isPrefix: isPrefix)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let criterion: MessageQuery.Criterion
        let isNegated: Bool

        init(_ text: String, _ criterion: MessageQuery.Criterion, isNegated: Bool = false) {
            self.text = text
            self.criterion = criterion
            self.isNegated = isNegated
        }

        var testDescription: String { text }
    }

    private static func mailbox(_ name: String, tree: Bool = false) -> MessageQuery.Criterion {
        MailboxName(name).map { .mailbox($0, withChildren: tree) } ?? .hasAttachment
    }

    @Test(
        "Parses a single term",
        arguments: [
            Row("lunch", words("lunch")),
            Row("Évolution", words("evolution")),
            Row("-lunch", words("lunch"), isNegated: true),
            Row("\"the Plan\"", words("the", "plan")),
            Row("inv*", words("inv", isPrefix: true)),
            Row("from:Ana@example.org", words("ana", "example", "org", in: .from)),
            Row("FROM:ana", words("ana", in: .from)),
            Row("subject:\"final plan\"", words("final", "plan", in: .subject)),
            Row("-cc:ben", words("ben", in: .cc), isNegated: true),
            Row("name:pdf", words("pdf", in: .name)),
            Row("会議", words("会", "議")),
            Row("12:30", words("12", "30")),
            Row("http://x.org", words("http", "x", "org")),
            Row("note:", words("note")),
            Row("in:Lists/Swift", mailbox("Lists/Swift")),
            Row("in:Lists/", mailbox("Lists", tree: true)),
            Row("account:work", .account("work")),
            Row("has:attachment", .hasAttachment),
            Row("is:unread", .flags(.seen), isNegated: true),
            Row("-is:unread", .flags(.seen)),
            Row("is:read", .flags(.seen)),
            Row("is:flagged", .flags(.flagged)),
            Row("larger:1M", .larger(1_000_000)),
            Row("larger:20kB", .larger(20_000)),
            Row("after:2026-10-12", .since(Instant(seconds: 1_791_756_000))),
            Row("before:2026-10-12", .since(Instant(seconds: 1_791_756_000)), isNegated: true),
            Row("after:2026-10", .since(Instant(seconds: 1_790_805_600))),
            Row("after:2026", .since(Instant(seconds: 1_767_218_400))),
            Row("after:today", .since(Instant(seconds: 1_791_928_800))),
            Row("after:yesterday", .since(Instant(seconds: 1_791_842_400))),
            Row("newer:7d", .since(Instant(seconds: 1_791_934_200 - 7 * 86_400))),
            Row("older:2w", .since(Instant(seconds: 1_791_934_200 - 14 * 86_400)), isNegated: true),
            Row("newer:8m", .since(Instant(seconds: 1_771_025_400))),
            Row("newer:1y", .since(Instant(seconds: 1_760_398_200))),
        ])
    func term(_ row: Row) throws {
        #expect(try Self.parse(row.text) == [MessageQuery.Term(row.criterion, isNegated: row.isNegated)])
    }

    @Test("Combines several terms, and quotes keep spaces")
    func several() throws {
        let terms = try Self.parse("  from:ana \"the plan\"  -is:read ")
        #expect(
            terms == [
                MessageQuery.Term(Self.words("ana", in: .from)), MessageQuery.Term(Self.words("the", "plan")),
                MessageQuery.Term(.flags(.seen), isNegated: true),
            ])
        #expect(try Self.parse("").isEmpty)
    }

    @Test(
        "An error says what to type",
        arguments: [
            ("form:ana", "from:"), ("in:", "in:INBOX"), ("has:fun", "has:attachment"), ("is:nice", "unread"),
            ("after:soon", "2026-10-12"), ("before:2026-02-30", "before:7d"), ("larger:big", "larger:1M"),
            ("from:", "from:ana"), ("thread:7", "16 digits"), ("!!!", "letters"), ("newer:+5d", "newer:7d"),
        ])
    func errors(_ text: String, _ hint: String) {
        do throws(QueryError) {
            let terms = try Self.parse(text)
            Issue.record("\(text) was read as \(terms)")
        } catch {
            #expect(error.description.utf8.count < 300)
            #expect(error.description.contains(hint), "\(error)")
        }
    }

    @Test("Rejects a query that is too long or has too many terms")
    func bounded() {
        #expect(throws: QueryError.self) { try Self.parse(String(repeating: "a", count: 100_000)) }
        #expect(throws: QueryError.self) { try Self.parse(String(repeating: "a ", count: 1000)) }
    }
}
