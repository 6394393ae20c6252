internal import MailSearch

/// An expression for the full-text table. User input never becomes part of its syntax: folded words contain neither
/// quotes nor blanks.
enum FullTextExpression {
    /// Returns the expression for a query that is made of words only, or `nil`. The table cannot negate an expression
    /// by itself, only exclude it from another one.
    static func of(_ query: SearchQuery) -> [UInt8]? {
        switch query {
        case .matching(.words(let words, let field, let isPrefix)):
            return of(words, in: field.map { [$0.column] } ?? [], isPrefix: isPrefix)
        case .any(let queries) where !queries.isEmpty:
            var parts: [[UInt8]] = []
            for query in queries {
                guard let part = of(query) else { return nil }
                parts.append(part)
            }
            return joined(parts, " OR ")
        case .all(let queries):
            var wanted: [[UInt8]] = []
            var unwanted: [[UInt8]] = []
            for query in queries {
                if case .not(let excluded) = query, let part = of(excluded) {
                    unwanted.append(part)
                } else if let part = of(query) {
                    wanted.append(part)
                } else {
                    return nil
                }
            }
            guard !wanted.isEmpty else { return nil }
            let all = joined(wanted, " AND ")
            return unwanted.isEmpty ? all : joined([all, joined(unwanted, " OR ")], " NOT ")
        case .everything, .matching, .not, .any:
            return nil
        }
    }

    /// Returns an expression such as `{sender} : "ana example org"`.
    static func of(_ words: [[UInt8]], in columns: [String], isPrefix: Bool) -> [UInt8] {
        let filter = columns.isEmpty ? [] : Array("{\(columns.joined(separator: " "))} : ".utf8)
        let phrase = [0x22] + Array(words.joined(separator: [0x20])) + [0x22]
        return filter + phrase + (isPrefix ? Array(" *".utf8) : [])
    }

    private static func joined(_ parts: [[UInt8]], _ separator: String) -> [UInt8] {
        guard parts.count > 1 else { return parts.first ?? [] }
        return [0x28] + Array(parts.joined(separator: Array(separator.utf8))) + [0x29]
    }
}

extension SearchField {
    /// The column in the full-text table.
    var column: String {
        switch self {
        case .subject: "subject"
        case .from: "sender"
        case .to: "recipient"
        case .cc: "copied"
        case .bcc: "blind"
        case .body: "body"
        case .attachment: "attachment"
        case .list: "list"
        }
    }
}
