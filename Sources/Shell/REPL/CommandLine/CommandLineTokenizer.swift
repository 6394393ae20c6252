/// A typed line split into words.
///
/// A quote opens only at the beginning of a word, so that "Don't" needs no escaping. A backslash escapes the next
/// character, as terminals write spaces in the names of files that are dropped on them.
struct CommandLineTokenizer {
    struct Word {
        let octets: [UInt8]
        /// Whether the word was quoted, so that it is neither an option nor a special word.
        let isQuoted: Bool
        /// The position of its first byte in the line.
        let start: Int
        /// The position after its last byte, including the closing quote.
        let end: Int
    }

    private(set) var words: [Word] = []
    /// The quote that is open at the end of the line.
    private(set) var openQuote: UInt8?

    private static let blank: UInt8 = 0x20
    private static let backslash: UInt8 = 0x5C

    init(_ line: [UInt8]) {
        var index = 0
        while index < line.count {
            while index < line.count, Self.isBlank(line[index]) { index += 1 }
            guard index < line.count else { return }
            if line[index] == 0x23, index + 1 == line.count || Self.isBlank(line[index + 1]) { return }
            take(line, &index)
        }
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == blank || octet == 0x09 }

    private mutating func take(_ line: [UInt8], _ index: inout Int) {
        let start = index
        var word: [UInt8] = []
        let quote = line[index] == 0x22 || line[index] == 0x27 ? line[index] : nil
        if let quote {
            index += 1
            while index < line.count, line[index] != quote {
                if quote == 0x22, line[index] == Self.backslash, index + 1 < line.count,
                    line[index + 1] == quote || line[index + 1] == Self.backslash
                {
                    index += 1
                }
                word.append(line[index])
                index += 1
            }
            if index == line.count { openQuote = quote }
            index = min(index + 1, line.count)
        }
        // What follows a closing quote without a blank belongs to the word, as in "a b"@example.org.
        if quote == 0x22, index < line.count, !Self.isBlank(line[index]) { word = [0x22] + word + [0x22] }
        while index < line.count, !Self.isBlank(line[index]) {
            if line[index] == Self.backslash, index + 1 < line.count { index += 1 }
            word.append(line[index])
            index += 1
        }
        words.append(Word(octets: word, isQuoted: quote != nil, start: start, end: index))
    }

    /// The delimiter of the text if the line is `body <<WORD`.
    var hereDocument: [UInt8]? {
        guard words.count == 2, words[0].octets.elementsEqual("body".utf8), !words[1].isQuoted,
            words[1].octets.starts(with: "<<".utf8), words[1].octets.count > 2
        else { return nil }
        return Array(words[1].octets.dropFirst(2))
    }

    /// Returns whether a backslash at the end continues the line.
    static func goesOn(_ line: [UInt8]) -> Bool {
        line.reversed().prefix { $0 == backslash }.count % 2 == 1
    }
}
