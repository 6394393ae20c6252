@testable import MailSearch
@testable import MailTypes

extension FuzzTarget {
    /// A search query. It is parsed or refused, and a refusal names a part of the query.
    static let query = FuzzTarget(name: "query", maximumLength: 5000) { bytes in
        let now = Instant(seconds: 1_791_934_200)
        do throws(QueryError) {
            let query = try SearchQuery(
                parsing: bytes, now: now, saved: { _ in "saved or query" }, offsetMinutes: { _ in 120 })
            expect(bytes.count <= SearchQuery.maximumLength, "a long query is refused")
            expect(termCount(query) <= SearchQuery.maximumTerms * 2, "the number of terms is bounded")
        } catch {
            expect(error.range.upperBound <= bytes.count, "the mistake ends in the query")
            expect(!error.description.isEmpty, "the mistake is explained")
        }
    }

    private static func termCount(_ query: SearchQuery) -> Int {
        switch query {
        case .everything, .matching: 1
        case .not(let query): termCount(query)
        case .all(let queries), .any(let queries): queries.reduce(0) { $0 + termCount($1) }
        }
    }
}
