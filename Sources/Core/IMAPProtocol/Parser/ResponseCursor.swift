import MailTypes

/// A position in a response: the tokens of RFC 9051 §9, with what servers make of them.
///
/// Never traps, and goes back only by what it is told, so whatever is read with it takes linear time.
struct ResponseCursor {
    let octets: [UInt8]
    var index: Int
    let end: Int
    private let start: Int
    private let streamed: [StreamedLiteral]

    init(_ response: RawResponse) {
        self.init(response.storage, response.range, streamed: response.streamed)
    }

    init(_ octets: [UInt8], _ range: Range<Int>, streamed: [StreamedLiteral] = []) {
        self.octets = octets
        self.streamed = streamed
        index = range.lowerBound
        start = range.lowerBound
        end = range.upperBound
    }

    init(_ octets: [UInt8]) {
        self.init(octets, 0..<octets.count)
    }

    @inline(__always) var isAtEnd: Bool { index >= end }
    @inline(__always) var peek: UInt8? { index < end ? octets[index] : nil }

    func peek(_ distance: Int) -> UInt8? {
        index + distance < end ? octets[index + distance] : nil
    }

    @inline(__always)
    mutating func skip(_ octet: UInt8) -> Bool {
        guard index < end, octets[index] == octet else { return false }
        index &+= 1
        return true
    }

    /// Servers put two where one is due, and one where none is.
    @inline(__always)
    mutating func skipSpaces() {
        while index < end, octets[index] == ASCII.space { index &+= 1 }
    }

    mutating func expect(_ octet: UInt8) throws(ResponseError) {
        guard skip(octet) else { throw failure(.expected(String(UnicodeScalar(octet)))) }
    }

    func failure(_ fault: ResponseError.Fault) -> ResponseError {
        ResponseError(offset: index - start, fault: isAtEnd && fault != .numberOutOfRange ? .unexpectedEnd : fault)
    }

    /// All octets, whatever was read of them.
    var whole: [UInt8] { Array(octets[start..<end]) }

    /// Nothing may follow but spaces.
    mutating func expectEnd() throws(ResponseError) {
        skipSpaces()
        guard isAtEnd else { throw failure(.expected("the end of the line")) }
    }

    @inline(__always)
    mutating func run(while belongs: (UInt8) -> Bool) -> Range<Int> {
        let start = index
        while index < end, belongs(octets[index]) { index &+= 1 }
        return start..<index
    }

    /// The longest run of octets that part no values.
    @inline(__always)
    mutating func word() -> Range<Int> {
        run { $0 > ASCII.space && $0 != ASCII.leftParenthesis && $0 != ASCII.rightParenthesis && $0 != ASCII.quote }
    }

    /// Whether the octets in `range` are `word`, which is in lower case, in any case.
    @inline(__always)
    func has(_ word: StaticString, at range: Range<Int>) -> Bool {
        octets.span.has(word, at: range)
    }

    /// Whether `word`, which is in lower case, stands here in any case. Then it is passed.
    @inline(__always)
    mutating func skip(word: StaticString) -> Bool {
        let start = index
        let range = self.word()
        if has(word, at: range) { return true }
        index = start
        return false
    }

    // MARK: - Numbers

    @inline(__always)
    mutating func number64() throws(ResponseError) -> UInt64 {
        let start = index
        var value: UInt64 = 0
        while index < end, octets[index].isDigit {
            let digit = UInt64(octets[index] &- ASCII.zero)
            // 19 digits fit whatever they are.
            if index &- start < 19 {
                value = value &* 10 &+ digit
            } else {
                let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, isTooLargeToo) = product.addingReportingOverflow(digit)
                guard !isTooLarge, !isTooLargeToo else { throw failure(.numberOutOfRange) }
                value = sum
            }
            index &+= 1
        }
        guard index > start else { throw failure(.expected("a number")) }
        return value
    }

    @inline(__always)
    mutating func number32() throws(ResponseError) -> UInt32 {
        let value = try number64()
        guard value <= UInt64(UInt32.max) else { throw failure(.numberOutOfRange) }
        return UInt32(truncatingIfNeeded: value)
    }

    /// A number that Dovecot and others have said -1 for: `nil` then, and for NIL.
    mutating func optionalNumber() throws(ResponseError) -> UInt64? {
        if skip(ASCII.hyphen) {
            _ = try number64()
            return nil
        }
        if skip(word: "nil") { return nil }
        return try number64()
    }

    mutating func uid() throws(ResponseError) -> UID {
        guard let uid = UID(rawValue: try number32()) else { throw failure(.numberOutOfRange) }
        return uid
    }

    /// A set of UIDs up to whatever parts values.
    mutating func uidSet() throws(ResponseError) -> UIDSet {
        let range = run { $0.isDigit || $0 == 0x3A || $0 == 0x2C }
        guard let set = UIDSet(octets.span.extracting(range)) else { throw failure(.expected("a set of UIDs")) }
        return set
    }

    // MARK: - Strings

    /// What an nstring holds, or what was handed on in its place.
    enum StringValue {
        case null
        case octets([UInt8])
        case streamed(count: Int)
    }

    /// A string or NIL. An atom, which should not stand here, is taken for its text.
    mutating func stringValue() throws(ResponseError) -> StringValue {
        switch peek {
        case nil:
            throw failure(.unexpectedEnd)
        case ASCII.quote?:
            return .octets(try quoted())
        case ASCII.leftBrace?, ASCII.tilde?:
            if isLiteral { return try literal() }
        default:
            break
        }
        let range = word()
        guard !range.isEmpty else { throw failure(.expected("a string")) }
        if has("nil", at: range) { return .null }
        return .octets(Array(octets[range]))
    }

    /// `nil` for NIL.
    mutating func nstring() throws(ResponseError) -> [UInt8]? {
        switch try stringValue() {
        case .null: return nil
        case .octets(let octets): return octets
        case .streamed: throw failure(.literal)
        }
    }

    /// An atom or a string: NIL is an atom like others.
    mutating func astring() throws(ResponseError) -> [UInt8] {
        let start = index
        if let value = try nstring() { return value }
        return Array(octets[start..<index])
    }

    /// A quoted string. Its end is looked for before anything is copied.
    mutating func quoted() throws(ResponseError) -> [UInt8] {
        try expect(ASCII.quote)
        let start = index
        var hasEscapes = false
        while index < end, octets[index] != ASCII.quote {
            if octets[index] == ASCII.backslash {
                hasEscapes = true
                index += 1
            }
            index += 1
        }
        guard index < end else {
            index = end
            throw failure(.unexpectedEnd)
        }
        let content = start..<index
        index += 1
        return hasEscapes ? Self.unescaped(octets[content]) : Array(octets[content])
    }

    /// Only `\"` and `\\` are escapes; a backslash before anything else is one that a server forgot to escape.
    private static func unescaped(_ content: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isEscaped = false
        for octet in content {
            if isEscaped {
                if octet != ASCII.quote, octet != ASCII.backslash { result.append(ASCII.backslash) }
                result.append(octet)
                isEscaped = false
            } else if octet == ASCII.backslash {
                isEscaped = true
            } else {
                result.append(octet)
            }
        }
        return result
    }

    private var isLiteral: Bool {
        peek == ASCII.leftBrace || peek == ASCII.tilde && peek(1) == ASCII.leftBrace
    }

    /// A literal: behind its announcement, or handed on before.
    private mutating func literal() throws(ResponseError) -> StringValue {
        let offset = index
        _ = skip(ASCII.tilde)
        try expect(ASCII.leftBrace)
        let count = try number64()
        _ = skip(ASCII.plus)
        try expect(ASCII.rightBrace)
        try expect(ASCII.cr)
        try expect(ASCII.lf)
        if let taken = streamed.first(where: { $0.offset == offset }) { return .streamed(count: taken.count) }
        guard count <= UInt64(end - index) else { throw failure(.literal) }
        let content = index..<index + Int(count)
        index = content.upperBound
        return .octets(Array(octets[content]))
    }

    // MARK: - Values of any kind

    /// Passes one value, whatever it is: a word, a string, or a list of values however deep.
    mutating func skipValue() throws(ResponseError) {
        var depth = 0
        repeat {
            skipSpaces()
            switch peek {
            case nil:
                throw failure(.unexpectedEnd)
            case ASCII.leftParenthesis?:
                depth += 1
                index += 1
            case ASCII.rightParenthesis?:
                guard depth > 0 else { throw failure(.expected("a value")) }
                depth -= 1
                index += 1
            case ASCII.quote?:
                _ = try quoted()
            default:
                if isLiteral {
                    _ = try literal()
                } else {
                    // What follows a word at once, as the section of an item does, belongs to it.
                    guard !word().isEmpty else { throw failure(.expected("a value")) }
                }
            }
        } while depth > 0
    }

    /// Passes values up to the parenthesis that closes their list, and that too.
    mutating func skipRestOfList() throws(ResponseError) {
        while true {
            skipSpaces()
            if skip(ASCII.rightParenthesis) { return }
            try skipValue()
        }
    }

    /// The octets of the value that stands here.
    mutating func rawValue() throws(ResponseError) -> [UInt8] {
        skipSpaces()
        let start = index
        try skipValue()
        return Array(octets[start..<index])
    }
}
