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
    /// Words read before a missing separator; the next entry begins with them.
    private var carried = Words()

    private struct Group {
        let name: String
        var hasMembers = false
    }

    private struct Bracketed {
        let name: Words
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
        carried = Words()
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
                    return finish(Words(), bracketed, comment)
                }
                bracketed = Bracketed(name: words, address: angleAddress())
                words = Words()
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
                    return finish(bracketed == nil ? words : Words(), bracketed, comment)
                }
                words.append(atom)
            }
        }
        return finish(words, bracketed, comment)
    }

    private mutating func appendDomainLiteral(to words: inout Words) {
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

    private mutating func finish(_ words: Words, _ bracketed: Bracketed?, _ comment: Range<Int>?) -> Address? {
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

/// The words of one entry, before it is known whether they are a name or an address.
private struct Words {
    /// Without the quotes of quoted strings; one space between words.
    private var text: [UInt8] = []
    /// As written, without white space: used for addresses.
    private var raw: [UInt8] = []
    private var last = Word()
    /// The first word that contains an "@", once another word has followed it.
    private var address: (text: Range<Int>, raw: Range<Int>)?
    private var isSpaced = false
    private(set) var hasAt = false

    private struct Word {
        var textStart = 0
        var rawStart = 0
        /// Whether there is an "@" outside quotes.
        var hasAt = false
    }

    var isEmpty: Bool { raw.isEmpty }
    var endsWithAt: Bool { raw.last == ASCII.at }

    mutating func space() {
        isSpaced = true
    }

    mutating func append(_ atom: some Collection<UInt8>) {
        append(atom, raw: atom)
        if atom.contains(ASCII.at) {
            hasAt = true
            last.hasAt = true
        }
    }

    mutating func append(quoted content: [UInt8], raw: some Collection<UInt8>) {
        append(content, raw: raw)
    }

    private mutating func append(_ word: some Collection<UInt8>, raw word2: some Collection<UInt8>) {
        if isSpaced, !raw.isEmpty {
            if !joins(word2) {
                endWord()
                last = Word(textStart: text.count + 1, rawStart: raw.count)
            }
            text.append(ASCII.space)
        }
        isSpaced = false
        text.append(contentsOf: word)
        raw.append(contentsOf: word2)
    }

    /// Returns whether the word continues the previous one. "a . b @ c" is one word: white space around dots and "@" is
    /// allowed in an address [RFC 5322 §4.4]. After a name, a dot at the end of a word belongs to an initial.
    private func joins(_ word: some Collection<UInt8>) -> Bool {
        switch word.first {
        case ASCII.at, ASCII.dot: true
        default: raw.last == ASCII.at || raw.last == ASCII.dot && (last.hasAt || last.rawStart == 0)
        }
    }

    private mutating func endWord() {
        if address == nil, last.hasAt { address = (last.textStart..<text.count, last.rawStart..<raw.count) }
    }

    /// Returns whether `word`, which is a whole address, follows a complete address.
    func endsBefore(_ word: ArraySlice<UInt8>) -> Bool {
        isSpaced && (address != nil || last.hasAt) && !joins(word)
    }

    /// Removes and returns the words after the address, which begin another entry.
    mutating func cutBehindAddress() -> Words {
        var rest = Words()
        guard let address else { return rest }
        rest.text = Array(text[address.text.upperBound...].dropFirst())
        rest.raw = Array(raw[address.raw.upperBound...])
        rest.isSpaced = true
        text.removeSubrange(address.text.upperBound...)
        raw.removeSubrange(address.raw.upperBound...)
        return rest
    }

    var phrase: String {
        HeaderText.string(raw: text)
    }

    /// The name and address of an entry without angle brackets: the first word that contains an "@" is the address, and
    /// the words before it, or otherwise after it, are the name. Without an "@", a single word is an address and
    /// several are a name.
    var nameAndAddress: (name: String, address: [UInt8]) {
        if let place = address ?? (last.hasAt ? (last.textStart..<text.count, last.rawStart..<raw.count) : nil) {
            let before = text[..<place.text.lowerBound]
            let name = before.isEmpty ? text[place.text.upperBound...] : before
            return (HeaderText.string(raw: Array(name)), Self.withoutBracket(raw[place.raw]))
        }
        if !raw.isEmpty, raw.first != ASCII.quote, !text.contains(where: { $0 == ASCII.equals || $0 == ASCII.space }) {
            return ("", Self.withoutBracket(raw[...]))
        }
        return (phrase, [])
    }

    /// Returns an address without its closing bracket, if its opening bracket is missing.
    private static func withoutBracket(_ address: ArraySlice<UInt8>) -> [UInt8] {
        var address = address
        while address.last == ASCII.greater { address.removeLast() }
        return Array(address)
    }
}

extension HeaderText {
    static func string(raw bytes: [UInt8]) -> String {
        string(bytes, 0..<bytes.count)
    }

    /// Returns the text of an address, without control characters. Encoded words are not decoded there [RFC 2047 §5]:
    /// the result could be a different person's address.
    static func address(_ bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) { return String(decoding: bytes, as: UTF8.self) }
        let octets = bytes.filter { $0 > 0x1F && $0 != 0x7F }
        var text: [UInt8] = []
        TextDecoding.decode(octets.span, label: nil, into: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
