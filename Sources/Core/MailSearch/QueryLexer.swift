/// Splits a query into tokens.
///
/// A backslash makes the next byte part of a word or a phrase, as completion writes blanks in the names of folders.
struct QueryLexer {
    enum Token: Equatable {
        /// `(`, or `{` of a group of alternatives.
        case open(isBrace: Bool)
        case close(isBrace: Bool)
        /// `-` directly before a term.
        case minus
        /// The name of an operator, without the colon. Its value follows directly.
        case key([UInt8])
        case word([UInt8])
        /// Text in double quotes; `isPrefix` if a `*` follows the closing quote.
        case phrase([UInt8], isPrefix: Bool)
        case end
    }

    private let query: [UInt8]
    /// The position after the token that was read last.
    private(set) var position = 0
    /// The range of the token that was read last.
    private(set) var range = 0..<0
    private var isAfterKey = false

    init(_ query: [UInt8]) {
        self.query = query
    }

    private var byte: UInt8? { position < query.count ? query[position] : nil }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    /// Whether a value could begin at the position.
    var isAtValue: Bool {
        guard let byte else { return false }
        return !Self.isBlank(byte) && byte != 0x29 && byte != 0x7D
    }

    mutating func next() throws(QueryError) -> Token {
        let isValue = isAfterKey
        isAfterKey = false
        while let byte, Self.isBlank(byte) { position += 1 }
        let start = position
        defer { range = start..<position }
        guard let byte else { return .end }
        switch byte {
        case 0x28, 0x7B:
            position += 1
            return .open(isBrace: byte == 0x7B)
        case 0x29, 0x7D:
            position += 1
            return .close(isBrace: byte == 0x7D)
        case 0x22:
            return try phrase()
        case 0x2D where !isValue && position + 1 < query.count && !Self.isBlank(query[position + 1]):
            position += 1
            return .minus
        default:
            if !isValue, let key = key() {
                isAfterKey = true
                return .key(key)
            }
            return .word(word())
        }
    }

    private mutating func phrase() throws(QueryError) -> Token {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte, byte != 0x22 {
            if byte == 0x5C, position + 1 < query.count { position += 1 }
            text.append(query[position])
            position += 1
        }
        guard byte == 0x22 else {
            throw QueryError(
                "A double quote is not closed. Close it, or put a backslash before it.", at: start..<query.count)
        }
        position += 1
        let isPrefix = byte == 0x2A
        if isPrefix { position += 1 }
        return .phrase(text, isPrefix: isPrefix)
    }

    /// Reads letters with a colon after them, if they are the name of an operator and not a word or the scheme of a URL.
    private mutating func key() -> [UInt8]? {
        guard (query[position] | 0x20) &- 0x61 < 26 else { return nil }
        let name = query[position...].prefix { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F }
        let colon = name.endIndex
        guard colon < query.count, query[colon] == 0x3A else { return nil }
        let rest = query[(colon + 1)...]
        let isKnown = QueryOperator.named(Array(name)) != nil
        if rest.starts(with: "//".utf8) && !isKnown { return nil }
        // "Note:" at the end of a word is punctuation.
        if !isKnown, rest.first.map({ Self.isBlank($0) || $0 == 0x29 || $0 == 0x7D }) ?? true { return nil }
        position = colon + 1
        return Array(name)
    }

    private mutating func word() -> [UInt8] {
        var word: [UInt8] = []
        while let byte, !Self.isBlank(byte), ![0x28, 0x29, 0x7B, 0x7D, 0x22].contains(byte) {
            if byte == 0x5C, position + 1 < query.count { position += 1 }
            word.append(query[position])
            position += 1
        }
        return word
    }
}
