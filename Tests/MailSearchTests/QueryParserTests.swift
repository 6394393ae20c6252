import MailSearch
import MailTypes
import Testing

@Suite("Query parsing")
struct QueryParserTests {
    /// Wednesday, 14 October 2026, 01:30, two hours east of UTC.
    private static let now = Instant(seconds: 1_791_934_200)
    private static let today = now.seconds - 5400
    private static let day: Int64 = 86_400

    private static func parse(_ text: String) throws(QueryError) -> SearchQuery {
        try SearchQuery(
            parsing: text, now: now, saved: { ["bills": "invoice or bill", "loop": "@bills"][$0] },
            own: { ["kim@example.net", "k@b.example"] }, offsetMinutes: { _ in 120 })
    }

    private static func words(
        _ words: String..., in field: SearchField? = nil, isPrefix: Bool = false
    ) -> SearchQuery {
        .matching(.words(words.map { Array($0.utf8) }, in: field, isPrefix: isPrefix))
    }

    private static func folder(_ name: String, tree: Bool = false) -> SearchQuery {
        MailboxName(name).map { .matching(.folder($0, withSubfolders: tree)) } ?? .everything
    }

    private static func date(_ from: Int64?, _ until: Int64?) -> SearchQuery {
        .matching(
            .date(from: from.map { Instant(seconds: $0) }, until: until.map { Instant(seconds: $0) }))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let query: SearchQuery

        init(_ text: String, _ query: SearchQuery) {
            self.text = text
            self.query = query
        }

        var testDescription: String { text }
    }

    private static let unread = SearchQuery.not(.matching(.flags(.seen)))

    @Test(
        "Parses a single term",
        arguments: [
            Row("", .everything), Row("  ", .everything), Row("*", .everything),
            Row("lunch", words("lunch")), Row("Évolution", words("evolution")), Row("-lunch", .not(words("lunch"))),
            Row("not lunch", .not(words("lunch"))), Row("NOT lunch", .not(words("lunch"))),
            Row("--lunch", .not(.not(words("lunch")))),
            Row("\"the Plan\"", words("the", "plan")), Row("inv*", words("inv", isPrefix: true)),
            Row("\"final pl\"*", words("final", "pl", isPrefix: true)), Row("\"a * b\"", words("a", "b")),
            Row("\"say \\\"hello\\\"\"", words("say", "hello")), Row("\"and\"", words("and")),
            Row("from:Ana@example.org", words("ana", "example", "org", in: .from)),
            Row("FROM:ana", words("ana", in: .from)), Row("to:ana", words("ana", in: .to)),
            Row(
                "from:me",
                .any([words("kim", "example", "net", in: .from), words("k", "b", "example", in: .from)])),
            Row("to:\"me\"", words("me", in: .to)), Row("subject:me", words("me", in: .subject)),
            Row("subject:\"/tow/\"", words("tow", in: .subject)), Row("/tow/", words("tow")),
            Row("bcc:ana", words("ana", in: .bcc)), Row("list:swift-dev", words("swift", "dev", in: .list)),
            Row("subject:\"final plan\"", words("final", "plan", in: .subject)),
            Row("subject:re:plan", words("re", "plan", in: .subject)),
            Row("subject:-plan", words("plan", in: .subject)), Row("subject:and", words("and", in: .subject)),
            Row("-cc:ben", .not(words("ben", in: .cc))),
            Row("name:pdf", words("pdf", in: .attachment)), Row("filename:pdf", words("pdf", in: .attachment)),
            Row("attachment:pdf", words("pdf", in: .attachment)),
            Row("会議", words("会", "議")), Row("from:太郎", words("太", "郎", in: .from)),
            Row("12:30", words("12", "30")), Row("http://x.org", words("http", "x", "org")),
            Row("note:", words("note")),
            Row("near", words("near")), Row("@example.org", words("example", "org")),
            Row("in:Lists/Swift", folder("Lists/Swift")), Row("folder:Lists/", folder("Lists", tree: true)),
            Row("path:Lists/**", folder("Lists", tree: true)), Row("in:spam", folder("Junk")),
            Row("in:anywhere", .everything), Row("in:\"My Folder\"", folder("My Folder")),
            Row("in:My\\ Folder", folder("My Folder")),
            Row("account:work", .matching(.account("work"))), Row("has:attachment", .matching(.hasAttachment)),
            Row("is:unread", unread), Row("-is:unread", .not(unread)), Row("is:read", .matching(.flags(.seen))),
            Row("is:starred", .matching(.flags(.flagged))), Row("is:replied", .matching(.flags(.answered))),
            Row("tag:passed", .matching(.flags(.forwarded))), Row("tag:inbox", folder("INBOX")),
            Row("id:<a@b>", .matching(.messageID(MessageID("a@b")))),
            Row("rfc822msgid:a@b", .matching(.messageID(MessageID("a@b")))),
            Row("thread:00000000000000ff", .matching(.thread(255))),
            Row("larger:1M", .matching(.larger(1_000_000))), Row("larger:20kB", .matching(.larger(20_000))),
            Row("smaller:500", .matching(.smaller(500))), Row("smaller_than:500", .matching(.smaller(500))),
        ])
    func term(_ row: Row) throws {
        #expect(try Self.parse(row.text) == row.query)
    }

    @Test(
        "Parses dates, ages and ranges",
        arguments: [
            Row("after:2026-10-12", date(1_791_756_000, nil)), Row("before:2026-10-12", date(nil, 1_791_756_000)),
            Row("after:2026/10/12", date(1_791_756_000, nil)), Row("after:2026-10", date(1_790_805_600, nil)),
            Row("after:2026", date(1_767_218_400, nil)), Row("after:today", date(today, nil)),
            Row("after:yesterday", date(today - day, nil)), Row("newer:7d", date(now.seconds - 7 * day, nil)),
            Row("newer_than:2d", date(now.seconds - 2 * day, nil)),
            Row("older_than:2weeks", date(nil, now.seconds - 14 * day)),
            Row("newer:3h", date(now.seconds - 10_800, nil)),
            Row("older:2w", date(nil, now.seconds - 14 * day)), Row("newer:8m", date(1_771_025_400, nil)),
            Row("newer:1y", date(1_760_398_200, nil)),
            Row("date:2026-10-12", date(1_791_756_000, 1_791_756_000 + day)),
            Row("date:today", date(today, today + day)),
            Row("date:monday..", date(today - 2 * day, nil)), Row("date:wed", date(today, today + day)),
            Row("date:thursday", date(today - 6 * day, today - 5 * day)),
            Row("date:2w..", date(now.seconds - 14 * day, nil)),
            Row("date:2w", date(now.seconds - 14 * day, nil)), Row("date:..2w", date(nil, now.seconds - 14 * day)),
            Row("date:2026-10-12..2026-10-13", date(1_791_756_000, 1_791_756_000 + 2 * day)),
            Row("date:2026-10-12..!", date(1_791_756_000, 1_791_756_000 + day)),
            Row("date:this_week", date(today - 2 * day, today + 5 * day)),
            Row("date:2026-09", date(1_788_213_600, 1_790_805_600)),
            Row("date:last_month", date(1_788_213_600, 1_790_805_600)),
            Row("date:\"last  month\"", date(1_788_213_600, 1_790_805_600)),
            Row("newer:\"7 days\"", date(now.seconds - 7 * day, nil)),
            Row("date:\"last month..today\"", date(1_788_213_600, today + day)), Row("date:@100..@200", date(100, 200)),
        ])
    func dates(_ row: Row) throws {
        #expect(try Self.parse(row.text) == row.query)
    }

    private static let (a, b, c) = (words("a"), words("b"), words("c"))

    @Test(
        "Combines terms: and binds more tightly than or, and not most tightly",
        arguments: [
            Row("a b", .all([a, b])), Row("a and b", .all([a, b])), Row("a AND b", .all([a, b])),
            Row("a or b", .any([a, b])), Row("a OR b c", .any([a, .all([b, c])])),
            Row("(a or b) c", .all([.any([a, b]), c])), Row("a or b and c", .any([a, .all([b, c])])),
            Row("not a b", .all([.not(a), b])), Row("a not b", .all([a, .not(b)])),
            Row("a and not b", .all([a, .not(b)])),
            Row("a -(b or c)", .all([a, .not(.any([b, c]))])), Row("a(b)", .all([a, b])), Row("{a b}", .any([a, b])),
            Row("{a or b} c", .all([.any([a, b]), c])), Row("((a))", a),
            Row("from:(a or b)", .any([words("a", in: .from), words("b", in: .from)])),
            Row("from:{a b}", .any([words("a", in: .from), words("b", in: .from)])),
            Row("from:(a b) c", .all([.all([words("a", in: .from), words("b", in: .from)]), c])),
            Row("subject:(a -\"b c\")", .all([words("a", in: .subject), .not(words("b", "c", in: .subject))])),
            Row("in:(INBOX or Lists)", .any([folder("INBOX"), folder("Lists")])),
            Row(
                "  from:ana \"the plan\"  -is:read ",
                .all([words("ana", in: .from), words("the", "plan"), .not(.matching(.flags(.seen)))])),
            Row("@bills a", .all([.any([words("invoice"), words("bill")]), a])),
        ])
    func combinations(_ row: Row) throws {
        #expect(try Self.parse(row.text) == row.query)
    }

    @Test(
        "An error says what to type, and where the mistake is",
        arguments: [
            ("form:ana", "from:", 0..<5), ("a foo:bar", "double quotes", 2..<6), ("has:fun", "has:attachment", 4..<7),
            ("in:", "in:INBOX", 0..<3), ("is:nice", "unread", 3..<7), ("is:queued", "outbox", 3..<9),
            ("after:soon", "2026-10-12", 6..<10), ("before:2026-02-30", "before:7d", 7..<17),
            ("larger:big", "larger:500k", 7..<10), ("from:", "from:ana", 0..<5), ("from: ana", "directly after", 0..<5),
            ("thread:7", "16 digits", 7..<8), ("!!!", "letters", 0..<3), ("a & b", "letters", 2..<3),
            ("newer:+5d", "7d", 6..<9), ("date:2026-03..2026-01", "ends before", 5..<21), ("date:..", "ranges", 5..<7),
            ("a and", "after \"and\"", 2..<5), ("or a", "before \"or\"", 0..<2), ("not", "after \"not\"", 0..<3),
            ("a NEAR b", "not supported", 2..<6), ("(a or b", "character 1", 0..<1), ("a)", "closing", 1..<2),
            ("()", "between", 1..<2), ("(a}", "character 1", 0..<1), ("fo*o", "end of a word", 0..<4),
            ("from:(a to:b)", "cannot be inside", 8..<11), ("\"a", "not closed", 0..<2), ("@none", "folders", 0..<5),
            ("a @loop", "another", 2..<7), ("subject:/tow/", "Regular expressions", 8..<13),
            ("from:(a or /b/)", "Regular expressions", 11..<14),
        ])
    func errors(_ text: String, _ hint: String, _ range: Range<Int>) {
        do throws(QueryError) {
            let query = try Self.parse(text)
            Issue.record("\(text) was read as \(query)")
        } catch {
            #expect(error.description.utf8.count < 300)
            #expect(error.description.contains(hint), "\(error)")
            #expect(error.range == range)
        }
    }

    @Test("A word that combines terms is quoted once, and once more in a shell")
    func quoting() throws {
        let error = try #require(throws: QueryError.self) { try Self.parse("a or") }
        #expect(error.description.hasSuffix("quote it: \"or\""), "\(error)")
        #expect(error.descriptionInShell.hasSuffix("quote it: '\"or\"'"), "\(error.descriptionInShell)")
        let other = try #require(throws: QueryError.self) { try Self.parse("()") }
        #expect(other.descriptionInShell == other.description)
    }

    @Test("Accounts are named anywhere in a query, and conditions are wanted unless not excludes them")
    func names() throws {
        #expect(try Self.parse("a or -account:b").accountNames == ["b"])
        #expect(try Self.parse("in:A or (b -in:C)").wantedConditions.count == 2)
    }

    @Test(
        "Refuses a query that is too long, too deep or has too many terms",
        arguments: [
            (String(repeating: "a", count: 100_000), "bytes"), (String(repeating: "a ", count: 1000), "terms"),
            (String(repeating: "(", count: 2000), "nested"), (String(repeating: "-", count: 2000) + "a", "nested"),
            (String(repeating: "not ", count: 500) + "a", "nested"), (String(repeating: "{a ", count: 200), "nested"),
            (String(repeating: "@bills ", count: 33), "terms"),
        ])
    func bounded(_ text: String, _ reason: String) {
        do throws(QueryError) {
            _ = try Self.parse(text)
            Issue.record("accepted")
        } catch {
            #expect(error.description.contains(reason), "\(error)")
        }
    }
}
