internal import Database
internal import MailSearch

/// The points of messages for the words of a query.
struct SearchRanks {
    private var sets: [(contents: ContentSet, points: Int)] = []

    init(_ query: SearchQuery, _ evaluator: SearchEvaluator) throws(IndexDatabaseError) {
        try add(query, evaluator)
    }

    /// Returns the expression for the points of a row of the file table; `nil` if no message gets any. Adds the values of
    /// its parameters.
    func expression(_ values: inout [SQLValue]) -> String? {
        var terms: [String] = []
        for set in sets {
            values.append(.octets(set.contents.octets))
            terms.append("\(set.points) * is_member(content, ?\(values.count))")
        }
        return terms.isEmpty ? nil : terms.joined(separator: " + ")
    }

    /// Adds the words that a match may contain. Negated ones give no points.
    private mutating func add(_ query: SearchQuery, _ evaluator: SearchEvaluator) throws(IndexDatabaseError) {
        switch query {
        case .matching(.words(let words, nil, let isPrefix)):
            let rows: [([String], Int)] = [
                ([], 1), (["sender", "recipient", "copied", "blind", "attachment"], 2), (["subject"], 4),
            ]
            for (columns, points) in rows {
                let expression = FullTextExpression.of(words, in: columns, isPrefix: isPrefix)
                sets.append((try evaluator.contents(matching: expression), points))
            }
        case .all(let queries), .any(let queries):
            for query in queries { try add(query, evaluator) }
        case .everything, .matching, .not:
            break
        }
    }
}
