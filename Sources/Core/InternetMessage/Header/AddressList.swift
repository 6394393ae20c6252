public import MailTypes

/// The entries of an address list, produced one at a time, so that a list of any length uses constant memory [RFC 5322
/// §3.4, §4.4].
///
/// Accepts what is actually sent, not only what the grammar allows: unquoted dots and 8-bit text in names, missing
/// commas and brackets, names in comments, semicolons between addresses, routes. Text from a quoted string or comment
/// never becomes part of another address.
public struct AddressList: Sequence, IteratorProtocol {
    private var cursor: FieldCursor
    private var encodedWords = EncodedWord.Finder()
    private var group: Group?
    /// AddressWords read before a missing separator; the next entry begins with them.
    private var carried = AddressWords()

    private struct Group {
        let name: String
        var hasMembers = false
    }

    private struct Bracketed {
        let name: AddressWords
        let address: [UInt8]
    }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        cursor = FieldCursor(bytes, range)
    }

    /// Parses a list that a user typed or another program provided, in UTF-8.
    public init(_ text: String) {
        cursor = FieldCursor(Array(text.utf8))
    }

    public mutating func next() -> Address? {
        while true {
            if cursor.isAtEnd, carried.isEmpty { return endGroup() }
            if let address = entry() { return address }
        }
    }

    /// A group without members is returned as an entry.
    private mutating func endGroup() -> Address? {
        defer { group = nil }
        guard let group, !group.hasMembers else { return nil }
        return Address(email: nil, group: group.name)
    }

    // MARK: - One entry

    private mutating func entry() -> Address? {
        var words = carried
        carried = AddressWords()
        var comment: Range<Int>?
        var bracketed: Bracketed?
        while !cursor.isAtEnd {
            if let range = cursor.comment() {
                comment = comment ?? range
                words.space()
                continue
            }
            let start = cursor.index
            switch cursor.current {
            case let byte where byte.isWhitespace:
                cursor.skipWhitespace()
                words.space()
            case ASCII.comma:
                cursor.index += 1
                return finish(words, bracketed, comment)
            case ASCII.semicolon:
                cursor.index += 1
                let last = finish(words, bracketed, comment)
                let empty = endGroup()
                return last ?? empty
            case ASCII.colon where bracketed == nil && !words.hasAt && group == nil:
                cursor.index += 1
                if words.isEmpty { continue }
                group = Group(name: words.phrase)
                return nil
            case ASCII.less:
                if bracketed != nil {
                    // No comma: the words after the last address are the name of this one.
                    carried = words
                    return finish(AddressWords(), bracketed, comment)
                }
                bracketed = Bracketed(name: words, address: angleAddress())
                words = AddressWords()
            case ASCII.quote:
                let content = cursor.quotedString() ?? []
                words.append(quoted: content, raw: cursor.bytes[start..<cursor.index])
            case ASCII.leftBracket where words.endsWithAt:
                appendDomainLiteral(to: &words)
            case ASCII.equals where skipEncodedWord():
                let word = cursor.bytes[start..<cursor.index]
                words.append(quoted: Array(word), raw: word)
            default:
                cursor.index += 1
                _ = cursor.run { Self.endsAtom($0) }
                let atom = cursor.bytes[start..<cursor.index]
                if Self.isWholeAddress(atom), bracketed != nil || words.endsBefore(atom) {
                    // No comma: another address begins.
                    cursor.index = start
                    carried = bracketed == nil ? words.cutBehindAddress() : words
                    return finish(bracketed == nil ? words : AddressWords(), bracketed, comment)
                }
                words.append(atom)
            }
        }
        return finish(words, bracketed, comment)
    }

    private mutating func appendDomainLiteral(to words: inout AddressWords) {
        let literal = cursor.run { $0 == ASCII.rightBracket || $0 == ASCII.comma || $0 == ASCII.semicolon }
        words.append(cursor.bytes[literal].filter { !$0.isWhitespace })
        if cursor.skip(ASCII.rightBracket) { words.append([ASCII.rightBracket]) }
    }

    /// Skips an encoded word, which belongs to a name as a whole: some programs leave commas in it unencoded.
    private mutating func skipEncodedWord() -> Bool {
        let bytes = cursor.bytes
        guard cursor.peek(1) == ASCII.question,
            let word = encodedWords.word(bytes.span, at: cursor.index, end: cursor.end),
            !bytes[word.text].contains(where: \.isWhitespace)
        else { return false }
        cursor.index = word.end
        return true
    }

    /// Returns whether an atom can only be an address: it has an "@" with text on both sides.
    private static func isWholeAddress(_ atom: ArraySlice<UInt8>) -> Bool {
        atom.dropFirst().dropLast().contains(ASCII.at)
    }

    private static func endsAtom(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.comma, ASCII.semicolon, ASCII.colon, ASCII.less, ASCII.quote, ASCII.leftParenthesis: true
        case ASCII.leftBracket: true
        default: byte.isWhitespace
        }
    }

    /// Reads the address between "<" and ">", without white space, comments and route. If the bracket is never closed,
    /// it ends with the entry, and its address ends at the first blank.
    private mutating func angleAddress() -> [UInt8] {
        while cursor.skip(ASCII.less) {}
        var address: [UInt8] = []
        var isRoute = false
        var hasAt = false
        var blank: Int?
        while !cursor.isAtEnd {
            if cursor.comment() != nil { continue }
            let byte = cursor.current
            switch byte {
            case ASCII.greater:
                cursor.index += 1
                while cursor.skip(ASCII.greater) {}
                return address
            case ASCII.at where address.isEmpty:
                isRoute = true
                address.append(byte)
                cursor.index += 1
            case ASCII.colon where isRoute:
                isRoute = false
                address = []
                cursor.index += 1
            case ASCII.comma where isRoute:
                address = []
                cursor.index += 1
            case ASCII.comma, ASCII.semicolon, ASCII.less:
                return Array(address.prefix(blank ?? address.count))
            case ASCII.quote:
                let start = cursor.index
                _ = cursor.quotedString()
                address.append(contentsOf: cursor.bytes[start..<cursor.index])
            default:
                cursor.index += 1
                if byte.isWhitespace {
                    if hasAt, blank == nil { blank = address.count }
                    continue
                }
                if blank == address.count, Self.joins(byte) || Self.joins(address.last ?? 0) { blank = nil }
                if byte == ASCII.at { hasAt = true }
                address.append(byte)
            }
        }
        return Array(address.prefix(blank ?? address.count))
    }

    /// Returns whether white space is allowed in an address on either side of this byte.
    private static func joins(_ byte: UInt8) -> Bool {
        byte == ASCII.dot || byte == ASCII.at
    }

    private mutating func finish(_ words: AddressWords, _ bracketed: Bracketed?, _ comment: Range<Int>?) -> Address? {
        var (name, octets) = words.nameAndAddress
        if let bracketed { (name, octets) = (bracketed.name.phrase, bracketed.address) }
        let email = HeaderText.address(octets)
        // A comment is the name of the address beside it; without an address it is ignored.
        if name.isEmpty, !email.isEmpty, let comment { name = commentText(comment) }
        if name.isEmpty, bracketed != nil { name = words.phrase }
        guard !name.isEmpty || !email.isEmpty else { return nil }
        group?.hasMembers = true
        return Address(
            name: name.isEmpty ? nil : name, email: email.isEmpty ? nil : EmailAddress(email), group: group?.name)
    }

    /// Returns the text of a comment, without the backslashes of its quoted pairs.
    private func commentText(_ range: Range<Int>) -> String {
        var text: [UInt8] = []
        var isEscaped = false
        for byte in cursor.bytes[range] {
            if byte == ASCII.backslash, !isEscaped {
                isEscaped = true
                continue
            }
            let isPair = byte == ASCII.backslash || byte == ASCII.leftParenthesis || byte == ASCII.rightParenthesis
            if isEscaped, !isPair { text.append(ASCII.backslash) }
            text.append(byte)
            isEscaped = false
        }
        return HeaderText.string(raw: text)
    }
}
