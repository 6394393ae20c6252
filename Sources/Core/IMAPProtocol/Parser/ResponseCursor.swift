import MailTypes

/// A position in a response, with a lenient tokenizer for RFC 9051 §9.
///
/// It never traps, and backtracks only when the caller resets `index`, so parsing takes linear time.
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

    /// Skips any number of spaces, because servers send too many or too few.
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

    /// The complete response, independent of the position.
    var whole: [UInt8] { Array(octets[start..<end]) }

    /// Throws if anything other than spaces follows.
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

    /// Reads the longest run of bytes that do not delimit values.
    @inline(__always)
    mutating func word() -> Range<Int> {
        run { $0 > ASCII.space && $0 != ASCII.leftParenthesis && $0 != ASCII.rightParenthesis && $0 != ASCII.quote }
    }

    /// Returns whether the bytes in `range` equal `word`, ignoring case. `word` must be in lower case.
    @inline(__always)
    func has(_ word: StaticString, at range: Range<Int>) -> Bool {
        octets.span.has(word, at: range)
    }

    /// Skips `word` if it comes next, ignoring case, and returns whether it did. `word` must be in lower case.
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
            // 19 digits cannot overflow.
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

    /// Parses a number. Returns `nil` for NIL, and for -1, which Dovecot and other servers have sent.
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

    /// Parses a set of UIDs.
    mutating func uidSet() throws(ResponseError) -> UIDSet {
        let range = run { $0.isDigit || $0 == 0x3A || $0 == 0x2C }
        guard let set = UIDSet(octets.span.extracting(range)) else { throw failure(.expected("a set of UIDs")) }
        return set
    }

    // MARK: - Strings

    /// The value of an nstring, which may have been streamed.
    enum StringValue {
        case null
        case octets([UInt8])
        case streamed(count: Int)
    }

    /// Parses a string or NIL. An invalid atom is treated as a string.
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

    /// Parses a string. Returns `nil` for NIL.
    mutating func nstring() throws(ResponseError) -> [UInt8]? {
        switch try stringValue() {
        case .null: return nil
        case .octets(let octets): return octets
        case .streamed: throw failure(.literal)
        }
    }

    /// Parses an atom or string. NIL is an ordinary atom here.
    mutating func astring() throws(ResponseError) -> [UInt8] {
        let start = index
        if let value = try nstring() { return value }
        return Array(octets[start..<index])
    }

    /// Parses a quoted string. Finds its end before copying anything.
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

    /// Replaces `\"` and `\\`. Any other backslash is kept, because some servers fail to escape it.
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

    /// Parses a literal, which follows its announcement or was streamed.
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

    // MARK: - Skipping values

    /// Skips a value of any kind: a word, a string, or a nested list.
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
                    // Text that directly follows a word, such as a section, is part of the same value.
                    guard !word().isEmpty else { throw failure(.expected("a value")) }
                }
            }
        } while depth > 0
    }

    /// Skips all values up to and including the parenthesis that closes the current list.
    mutating func skipRestOfList() throws(ResponseError) {
        while true {
            skipSpaces()
            if skip(ASCII.rightParenthesis) { return }
            try skipValue()
        }
    }

    /// Skips a value and returns its bytes.
    mutating func rawValue() throws(ResponseError) -> [UInt8] {
        skipSpaces()
        let start = index
        try skipValue()
        return Array(octets[start..<index])
    }
}

extension ResponseCursor {
    /// Parses `(\Seen $Forwarded)` or NIL. Omits flags that cannot be used in commands.
    @inline(__always)
    mutating func flagList() throws(ResponseError) -> FlagSet {
        var flags = FlagSet()
        guard skip(ASCII.leftParenthesis) else {
            guard skip(word: "nil") else { throw failure(.expected("flags")) }
            return flags
        }
        while true {
            skipSpaces()
            if skip(ASCII.rightParenthesis) { return flags }
            let name = word()
            if name.isEmpty {
                // Some gateways quote flags.
                guard peek == ASCII.quote else { throw failure(.expected("a flag")) }
                if let flag = Flag(try quoted()) { flags.insert(flag) }
            } else if !flags.insert(known: octets.span.extracting(name)), let flag = Flag(octets[name]) {
                flags.insert(flag)
            }
        }
    }

    /// Parses `(value)` or a bare value. Returns `nil` for NIL.
    mutating func parenthesizedAtom() throws(ResponseError) -> [UInt8]? {
        guard skip(ASCII.leftParenthesis) else { return try nstring() }
        skipSpaces()
        let content = run { $0 != ASCII.rightParenthesis }
        try expect(ASCII.rightParenthesis)
        return content.isEmpty ? nil : Array(octets[content])
    }
}
