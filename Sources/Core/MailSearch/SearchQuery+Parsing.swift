public import MailTypes

extension SearchQuery {
    /// The maximum length of a query in bytes.
    public static let maximumLength = 4096
    /// The maximum number of terms, and of nested parentheses and negations.
    static let maximumTerms = 64
    static let maximumDepth = 32

    /// Parses a query as docs/search.md describes it. An empty query matches all messages.
    ///
    /// `offsetMinutes` returns the offset from UTC in minutes at an instant; with `now`, it determines when days begin.
    /// `saved` returns the query that is saved under a name, without the `@`, and `own` the user's addresses.
    public init(
        parsing query: [UInt8], now: Instant, saved: @escaping (String) -> String? = { _ in nil },
        own: @escaping () -> [String] = { [] }, offsetMinutes: @escaping (Instant) -> Int
    ) throws(QueryError) {
        guard query.count <= Self.maximumLength else {
            throw QueryError(
                "The query is longer than \(Self.maximumLength) bytes. Use fewer words.", at: 0..<query.count)
        }
        let dates = QueryDateParser(now: now, offsetMinutes: offsetMinutes)
        let values = QueryConditionBuilder(dates: dates, saved: saved, own: own)
        var parser = QueryParser(query, values)
        self = try parser.parse()
    }

    public init(
        parsing query: String, now: Instant, saved: @escaping (String) -> String? = { _ in nil },
        own: @escaping () -> [String] = { [] }, offsetMinutes: @escaping (Instant) -> Int
    ) throws(QueryError) {
        try self.init(parsing: Array(query.utf8), now: now, saved: saved, own: own, offsetMinutes: offsetMinutes)
    }
}
