public import MailTypes

/// The entries of an address list, one at a time, so that a list of any length takes no memory [RFC 5322 §3.4, §4.4].
///
/// Written for what is sent, not only for what the grammar allows: unquoted dots and 8-bit text in names, missing commas
/// and brackets, names in comments, semicolons between addresses, routes. An address never gets anything that stood
/// inside a quoted string or a comment of another one.
public struct AddressList: Sequence, IteratorProtocol {
    private var cursor: FieldCursor
    private var group: Group?
    /// Met before the separator that should have come: the next entry begins with it.
    private var carried = Words()
    private var pending: Address?

    private struct Group {
        let name: String
        var hasMembers = false
    }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        cursor = FieldCursor(bytes, range)
    }

    /// Reads a list that a person typed or another program handed over, in UTF-8.
    public init(_ text: String) {
        cursor = FieldCursor(Array(text.utf8))
    }

    public mutating func next() -> Address? {
        if let address = pending {
            pending = nil
            return address
        }
        while true {
            if cursor.isAtEnd, carried.isEmpty { return endGroup() }
            if let address = entry() { return address }
        }
    }

    /// A group that had no members is an entry of its own.
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
        var angle: [UInt8]?
        while !cursor.isAtEnd {
            if let range = cursor.comment() {
                comment = comment ?? range
                continue
            }
            switch cursor.current {
            case let byte where byte.isWhitespace:
                cursor.skipWhitespace()
                words.space()
            case ASCII.comma:
                cursor.index += 1
                return finish(words, angle, comment)
            case ASCII.semicolon:
                cursor.index += 1
                let last = finish(words, angle, comment)
                let empty = endGroup()
                if last != nil { pending = empty }
                return last ?? empty
            case ASCII.colon where angle == nil && !words.hasAt && !words.isEmpty && group == nil:
                cursor.index += 1
                group = Group(name: words.phrase)
                return nil
            case ASCII.less:
                if angle != nil {
                    // No comma: what followed the last address is the name of this one.
                    let first = finish(words.head, angle, comment)
                    carried = words.tail
                    return first
                }
                angle = angleAddress()
                words.mark()
            case ASCII.quote:
                let start = cursor.index
                let content = cursor.quotedString() ?? []
                words.append(quoted: content, raw: cursor.bytes[start..<cursor.index])
            case ASCII.leftBracket where words.endsWithAt:
                let literal = cursor.run { $0 == ASCII.rightBracket || $0 == ASCII.comma }
                words.append(cursor.bytes[literal])
                if cursor.skip(ASCII.rightBracket) { words.append([ASCII.rightBracket]) }
            default:
                let start = cursor.index
                cursor.index += 1
                _ = cursor.run { Self.endsAtom($0) }
                words.append(cursor.bytes[start..<cursor.index])
            }
        }
        return finish(words, angle, comment)
    }

    private static func endsAtom(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.comma, ASCII.semicolon, ASCII.colon, ASCII.less, ASCII.quote, ASCII.leftParenthesis: true
        case ASCII.leftBracket: true
        default: byte.isWhitespace
        }
    }

    /// What stands between "<" and ">", without white space, comments and route. A bracket that is never closed ends
    /// with the entry.
    private mutating func angleAddress() -> [UInt8] {
        while cursor.skip(ASCII.less) {}
        var address: [UInt8] = []
        var isRoute = false
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
                cursor.index += 1
            case ASCII.colon where isRoute:
                isRoute = false
                address = []
                cursor.index += 1
            case ASCII.comma where isRoute:
                address = []
                cursor.index += 1
            case ASCII.comma, ASCII.semicolon, ASCII.less:
                return address
            case ASCII.quote:
                let start = cursor.index
                _ = cursor.quotedString()
                address.append(contentsOf: cursor.bytes[start..<cursor.index].filter { $0 != ASCII.cr && $0 != ASCII.lf })
            default:
                if !byte.isWhitespace { address.append(byte) }
                cursor.index += 1
            }
        }
        return address
    }

    private mutating func finish(_ words: Words, _ angle: [UInt8]?, _ comment: Range<Int>?) -> Address? {
        var name: String?
        let email: [UInt8]
        if let angle {
            name = words.head.phrase
            email = angle
        } else {
            (name, email) = words.nameAndAddress
        }
        if name?.isEmpty ?? true, let comment { name = HeaderText.string(cursor.bytes, comment) }
        if name?.isEmpty ?? true { name = nil }
        guard name != nil || !email.isEmpty else { return nil }
        group?.hasMembers = true
        return Address(
            name: name, email: email.isEmpty ? nil : EmailAddress(HeaderText.string(raw: email)), group: group?.name)
    }
}

/// The words of one entry, before it is known whether they are a name or an address.
private struct Words {
    /// With the quotes of quoted strings taken off, one space between words.
    private var text: [UInt8] = []
    /// As written, white space left out: what an address is made of.
    private var raw: [UInt8] = []
    /// Where in `text` and `raw` the last word began.
    private var lastWord = (text: 0, raw: 0)
    private var isSpaced = false
    /// Where the address in angle brackets stood.
    private var angleMark: Int?
    private(set) var hasAt = false

    var isEmpty: Bool { raw.isEmpty }
    var endsWithAt: Bool { raw.last == ASCII.at }

    mutating func space() {
        isSpaced = true
    }

    mutating func mark() {
        angleMark = text.count
        isSpaced = true
    }

    mutating func append(_ atom: some Collection<UInt8>) {
        append(atom, raw: atom)
        if atom.contains(ASCII.at) { hasAt = true }
    }

    mutating func append(quoted content: [UInt8], raw: some Collection<UInt8>) {
        append(content, raw: raw)
    }

    private mutating func append(_ word: some Collection<UInt8>, raw word2: some Collection<UInt8>) {
        // "a . b @ c" is one word: white space around dots and "@" is allowed in an address [RFC 5322 §4.4].
        let joins = raw.last == ASCII.at || word2.first == ASCII.at || raw.last == ASCII.dot && hasAt
        if isSpaced, !raw.isEmpty {
            if !joins { lastWord = (text.count + 1, raw.count) }
            text.append(ASCII.space)
        }
        isSpaced = false
        text.append(contentsOf: word)
        raw.append(contentsOf: word2)
    }

    var phrase: String {
        HeaderText.string(raw: text)
    }

    /// Before and after the address in angle brackets.
    var head: Words {
        var head = Words()
        head.text = Array(text.prefix(angleMark ?? text.count))
        head.raw = head.text
        return head
    }

    var tail: Words {
        var tail = Words()
        if let angleMark { tail.text = Array(text.suffix(from: min(angleMark, text.count))) }
        tail.raw = tail.text
        return tail
    }

    /// For an entry without angle brackets: the last word is the address where it holds an "@", and what stands before
    /// it a name; without any "@" the words are an address where they are one, a name where they are several.
    var nameAndAddress: (name: String?, address: [UInt8]) {
        if hasAt {
            let last = Array(raw[lastWord.raw...])
            if last.contains(ASCII.at) {
                let name = Array(text[..<max(0, lastWord.text - 1)])
                return (HeaderText.string(raw: name), last)
            }
            return (nil, raw)
        }
        if lastWord.raw == 0, !raw.isEmpty, raw.first != ASCII.quote, !text.contains(ASCII.equals) {
            return (nil, raw)
        }
        return (phrase, [])
    }
}

extension HeaderText {
    static func string(raw bytes: [UInt8]) -> String {
        string(bytes, 0..<bytes.count)
    }
}
