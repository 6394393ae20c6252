/// A recursive-descent parser of this grammar, in which a blank means `and`:
///
///     query  = either { "or" either }
///     either = term { ["and"] term }
///     term   = ("not" | "-") term | "(" query ")" | "{" term { ["or"] term } "}" | KEY ":" value | value
///     value  = WORD ["*"] | "PHRASE" ["*"] | "(" query ")" | "{" … "}"
///
/// Inside the parentheses of a value, words are values of the same operator.
struct QueryParser {
    private var lexer: QueryLexer
    private let values: QueryConditionBuilder
    private var token = QueryLexer.Token.end
    private var termCount = 0
    private var depth = 0

    private enum Word {
        case and, or, not
        /// An operator of other programs that petrel lacks.
        case unsupported(String)
    }

    init(_ query: [UInt8], _ values: QueryConditionBuilder) {
        lexer = QueryLexer(query)
        self.values = values
    }

    mutating func parse() throws(QueryError) -> SearchQuery {
        try advance()
        if token == .end { return .everything }
        let query = try alternatives(of: nil)
        guard token == .end else {
            throw QueryError(
                "A closing parenthesis has no opening one. To search for text, put it in double quotes.",
                at: lexer.range)
        }
        return query
    }

    private mutating func advance() throws(QueryError) {
        token = try lexer.next()
    }

    /// The operator that the present token is, if it is one.
    private var word: Word? {
        guard case .word(let text) = token, text.count <= 6 else { return nil }
        switch String(decoding: text.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self) {
        case "and": return .and
        case "or": return .or
        case "not": return .not
        case "near", "adj", "xor", "around":
            let name = String(decoding: text, as: UTF8.self)
            return name.utf8.allSatisfy { $0 &- 0x41 < 26 } ? .unsupported(name) : nil
        default: return nil
        }
    }

    private var isAtEnd: Bool {
        switch token {
        case .end, .close: true
        default: false
        }
    }

    // MARK: - Combinations

    private mutating func alternatives(of field: QueryOperator?) throws(QueryError) -> SearchQuery {
        var found = [try conjunction(of: field)]
        while case .or? = word {
            try skipOperator("or")
            found.append(try conjunction(of: field))
        }
        return found.count == 1 ? found[0] : .any(found)
    }

    private mutating func conjunction(of field: QueryOperator?) throws(QueryError) -> SearchQuery {
        var found = [try term(of: field)]
        while !isAtEnd {
            if case .or? = word { break }
            if case .and? = word { try skipOperator("and") }
            found.append(try term(of: field))
        }
        return found.count == 1 ? found[0] : .all(found)
    }

    /// Skips an operator between two terms.
    private mutating func skipOperator(_ name: String) throws(QueryError) {
        let range = lexer.range
        try advance()
        if isAtEnd { throw missing(name, "after", range) }
    }

    private func missing(_ name: String, _ place: String, _ range: Range<Int>) -> QueryError {
        QueryError("There is nothing \(place) \"\(name)\".", at: range, quoting: name)
    }

    private mutating func nested<Result>(
        _ body: (inout QueryParser) throws(QueryError) -> Result
    ) throws(QueryError) -> Result {
        depth += 1
        guard depth <= SearchQuery.maximumDepth else {
            throw QueryError(
                "The query has more than \(SearchQuery.maximumDepth) nested parentheses or negations. Use fewer.",
                at: lexer.range)
        }
        defer { depth -= 1 }
        return try body(&self)
    }

    // MARK: - Terms

    private mutating func term(of field: QueryOperator?) throws(QueryError) -> SearchQuery {
        let range = lexer.range
        switch word {
        case .and?: throw missing("and", "before", range)
        case .or?: throw missing("or", "before", range)
        case .unsupported(let name)?:
            throw QueryError(
                "\(name) is not supported. Use and, or, not and quotes. To search for the word itself, quote it.",
                at: range)
        case .not?:
            try skipOperator("not")
            return .not(try nested { parser throws(QueryError) in try parser.term(of: field) })
        case nil: break
        }
        switch token {
        case .minus:
            try advance()
            return .not(try nested { parser throws(QueryError) in try parser.term(of: field) })
        case .key(let name):
            return try value(of: name, after: field)
        case .open(let isBrace):
            return try group(isBrace: isBrace, of: field)
        case .word, .phrase:
            return try leaf(of: field)
        case .close, .end:
            throw QueryError("There is nothing between the parentheses.", at: range)
        }
    }

    private mutating func group(isBrace: Bool, of field: QueryOperator?) throws(QueryError) -> SearchQuery {
        let range = lexer.range
        try advance()
        let found = try nested { parser throws(QueryError) in
            isBrace ? try parser.braced(of: field) : try parser.alternatives(of: field)
        }
        guard token == .close(isBrace: isBrace) else {
            throw QueryError(
                "The \(isBrace ? "{" : "(") at character \(range.lowerBound + 1) is not closed. Close it, or put the "
                    + "text in double quotes.", at: range)
        }
        try advance()
        return found
    }

    /// Gmail's group of alternatives: `{ana ben}` is `(ana or ben)`.
    private mutating func braced(of field: QueryOperator?) throws(QueryError) -> SearchQuery {
        var found = [try term(of: field)]
        while !isAtEnd {
            if case .or? = word { try skipOperator("or") }
            found.append(try term(of: field))
        }
        return found.count == 1 ? found[0] : .any(found)
    }

    private mutating func value(of name: [UInt8], after field: QueryOperator?) throws(QueryError) -> SearchQuery {
        let range = lexer.range
        guard let named = QueryOperator.named(name) else { throw values.unknown(name, at: range) }
        if let field {
            throw QueryError(
                "\(named.name): cannot be inside \(field.name):(…). Close the parenthesis before it.", at: range)
        }
        guard lexer.isAtValue else {
            throw QueryError(
                "\(named.name): needs a value directly after it, for example \(named.name):\(named.example)", at: range)
        }
        try advance()
        if case .open(let isBrace) = token { return try group(isBrace: isBrace, of: named) }
        return try leaf(of: named)
    }

    /// Parses a saved query, whose terms count too. An error in it is reported at its name.
    private mutating func query(of saved: [UInt8]) throws(QueryError) -> SearchQuery {
        var parser = QueryParser(saved, values.inside)
        parser.termCount = termCount
        parser.depth = depth
        do throws(QueryError) {
            let found = try parser.parse()
            termCount = parser.termCount
            return found
        } catch {
            throw error.moved(to: lexer.range)
        }
    }

    /// Parses a word or phrase.
    private mutating func leaf(of field: QueryOperator?) throws(QueryError) -> SearchQuery {
        termCount += 1
        guard termCount <= SearchQuery.maximumTerms else {
            throw QueryError("The query has more than \(SearchQuery.maximumTerms) terms. Use fewer.", at: lexer.range)
        }
        let found: SearchQuery
        if field == nil, case .word(let text) = token,
            let saved = try values.savedQuery(text, at: lexer.range)
        {
            found = try query(of: saved)
            try advance()
            return found
        }
        switch token {
        case .word(let text):
            found = try values.query(of: text, isQuoted: false, isPrefix: false, field, at: lexer.range)
        case .phrase(let text, let isPrefix):
            found = try values.query(of: text, isQuoted: true, isPrefix: isPrefix, field, at: lexer.range)
        default: throw QueryError("There is nothing to search for here.", at: lexer.range)
        }
        try advance()
        return found
    }
}
