public import MailTypes

extension MessageQuery {
    /// The maximum length of a query in bytes, and the maximum number of terms.
    private static let longest = 4096
    private static let mostTerms = 64

    /// Parses a query as typed: words, "phrases", and filters such as `from:ana`; a leading `-` negates a term. `now`
    /// and the offset from UTC in minutes determine when days begin.
    public init(_ text: String, now: Instant, offsetMinutes: Int) throws(QueryError) {
        try self.init(arguments: Self.split(text), now: now) { _ in offsetMinutes }
    }

    /// Parses a query split into arguments, each of which is one term. The offset from UTC may change from day to day.
    public init(
        arguments: [String], now: Instant, offsetMinutes: @escaping (Instant) -> Int
    ) throws(QueryError) {
        self.init(try Self.terms(of: arguments, QueryDates(now: now, offsetMinutes: offsetMinutes)))
    }

    private static func terms(of arguments: [String], _ dates: QueryDates) throws(QueryError) -> [Term] {
        guard arguments.reduce(0, { $0 + $1.utf8.count }) <= Self.longest, arguments.count <= Self.mostTerms else {
            throw QueryError(description: "The query is too long. Use fewer words.")
        }
        var terms: [Term] = []
        for argument in arguments {
            let octets = Array(argument.utf8)
            let isNegated = octets.count > 1 && octets.first == 0x2D
            let criterion = try Self.criterion(Array(isNegated ? octets.dropFirst() : octets[...]), dates)
            if let criterion { terms.append(Term(criterion.0, isNegated: isNegated != criterion.1)) }
        }
        if terms.isEmpty, !arguments.isEmpty {
            throw QueryError(
                description: "There is nothing to search for. Type letters or digits, or from:, subject: …")
        }
        return terms
    }

    /// Splits at blanks outside double quotes.
    private static func split(_ text: String) -> [String] {
        var terms: [String] = []
        var term: [UInt8] = []
        var isQuoted = false
        for octet in text.utf8 {
            if octet == 0x22 { isQuoted.toggle() }
            if !isQuoted, octet == 0x20 || octet == 0x09 {
                if !term.isEmpty { terms.append(String(decoding: term, as: UTF8.self)) }
                term = []
            } else {
                term.append(octet)
            }
        }
        if !term.isEmpty { terms.append(String(decoding: term, as: UTF8.self)) }
        return terms
    }

    private static let keys = """
        from:, to:, cc:, subject:, body:, name:, in:, account:, has:, is:, before:, after:, older:, newer:, larger:
        """

    /// Returns the criterion and whether it is negated, or `nil` if the term contains neither letters nor digits.
    private static func criterion(_ term: [UInt8], _ dates: QueryDates) throws(QueryError) -> (Criterion, Bool)? {
        let key = Array(term.prefix { ($0 | 0x20) &- 0x61 < 26 })
        guard !key.isEmpty, key.count < term.count, term[key.count] == 0x3A else { return words(term, nil) }
        let value = unquoted(term[(key.count + 1)...])
        let name = String(decoding: key.map { $0 | 0x20 }, as: UTF8.self)
        if let field = Field(rawValue: name) {
            guard let found = words(term[(key.count + 1)...], field) else {
                throw QueryError(description: "\(name): needs a value. Type for example \(name):ana")
            }
            return found
        }
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "in": return (try mailbox(text), false)
        case "account": return (.account(text), false)
        case "has": return (try has(text), false)
        case "is": return try state(text)
        case "before", "older": return (.since(try dates.instant(text, name)), true)
        case "after", "newer", "since": return (.since(try dates.instant(text, name)), false)
        case "larger": return (.larger(try size(text)), false)
        case "thread":
            guard let id = ThreadID(value) else {
                throw QueryError(description: "thread: needs the 16 digits of a thread id.")
            }
            return (.thread(id), false)
        default:
            // A URL, or a word followed by a colon.
            if value.isEmpty || value.starts(with: "//".utf8) { return words(term, nil) }
            throw QueryError(
                description: "There is no filter \(name):… Use one of \(keys), or put the text in double quotes.")
        }
    }

    private static func unquoted(_ value: ArraySlice<UInt8>) -> [UInt8] {
        value.filter { $0 != 0x22 }
    }

    private static func words(_ text: some Collection<UInt8>, _ field: Field?) -> (Criterion, Bool)? {
        let octets = Array(text)
        var folded: [UInt8] = []
        SearchFold.words(of: octets.span, into: &folded)
        let words = folded.split(separator: 0x20).map { Array($0) }
        return words.isEmpty ? nil : (.words(words, in: field, isPrefix: octets.last == 0x2A), false)
    }

    private static func mailbox(_ text: String) throws(QueryError) -> Criterion {
        let isTree = text.utf8.last == 0x2F
        guard let name = MailboxName(isTree ? String(decoding: text.utf8.dropLast(), as: UTF8.self) : text) else {
            throw QueryError(description: "in: needs the name of a folder, for example in:INBOX or in:Lists/Swift")
        }
        return .mailbox(name, withChildren: isTree)
    }

    private static func has(_ text: String) throws(QueryError) -> Criterion {
        switch text {
        case "attachment", "attachments", "file", "files": return .hasAttachment
        default: throw QueryError(description: "has: supports only has:attachment.")
        }
    }

    private static func state(_ text: String) throws(QueryError) -> (Criterion, Bool) {
        switch text {
        case "unread": return (.flags(.seen), true)
        case "read": return (.flags(.seen), false)
        case "flagged": return (.flags(.flagged), false)
        case "answered", "replied": return (.flags(.answered), false)
        case "forwarded": return (.flags(.forwarded), false)
        case "draft": return (.flags(.draft), false)
        case "deleted": return (.flags(.deleted), false)
        default:
            throw QueryError(
                description: "is: supports unread, read, flagged, answered, forwarded, draft and deleted, not \(text)")
        }
    }

    /// Parses a size in bytes such as `500`, `20k`, `1M` or `2G`, with decimal units.
    private static func size(_ text: String) throws(QueryError) -> Int {
        let octets = Array(text.utf8)
        let digits = octets.prefix { $0 &- 0x30 < 10 }
        let unit = octets.dropFirst(digits.count).map { $0 | 0x20 }
        let units: [[UInt8]] = ["", "k", "m", "g"].map { Array($0.utf8) }
        let scale = units.firstIndex { unit == $0 || unit == $0 + [0x62] }
        guard !digits.isEmpty, digits.count <= 9, let scale, let number = Int(String(decoding: digits, as: UTF8.self))
        else { throw QueryError(description: "larger: needs a size, for example larger:500k or larger:1M") }
        return (0..<scale).reduce(number) { size, _ in size * 1000 }
    }
}
