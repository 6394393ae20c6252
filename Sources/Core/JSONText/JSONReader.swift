/// An error in JSON text, and its position.
public struct JSONError: Error, Hashable, Sendable {
    public enum Reason: String, Sendable {
        case unexpectedEnd = "unexpected end of text"
        case unexpectedOctet = "unexpected character"
        case notUTF8 = "invalid UTF-8"
        case badNumber = "invalid number"
        case badEscape = "invalid escape sequence"
        case loneSurrogate = "unpaired surrogate"
        case controlCharacter = "unescaped control character"
        case duplicateName = "duplicate name in an object"
        case tooDeep = "objects or arrays are nested too deeply"
        case trailingText = "unexpected text after the value"
    }

    public let reason: Reason
    /// The byte offset of the error.
    public let offset: Int
    /// The line of the error, counted from 1.
    public let line: Int
}

/// Reads JSON strictly: only UTF-8, each name once, nothing after the value, at most 64 levels [RFC 8259].
///
/// A lenient reader and a strict one can read the same file differently. Where a file decides what is sent, only one
/// meaning is acceptable.
public struct JSONReader {
    /// The syntax that is accepted beyond RFC 8259.
    public enum Dialect: Sendable {
        case strict
        /// For files that users edit: comments, trailing commas, unquoted names and single quotes [JSON5 without its
        /// number syntax].
        case relaxed
    }

    static let maximumDepth = 64

    let octets: [UInt8]
    let dialect: Dialect
    var position = 0

    init(_ octets: [UInt8], _ dialect: Dialect) {
        self.octets = octets
        self.dialect = dialect
    }

    public static func value(of octets: [UInt8], _ dialect: Dialect = .strict) throws(JSONError) -> JSONValue {
        var reader = JSONReader(octets, dialect)
        if dialect == .relaxed, octets.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        try reader.skipBlanks()
        let value = try reader.value(depth: 0)
        try reader.skipBlanks()
        guard reader.position == octets.count else { throw reader.error(.trailingText) }
        return value
    }

    func error(_ reason: JSONError.Reason) -> JSONError {
        let end = min(position, octets.count)
        return JSONError(reason: reason, offset: end, line: octets[..<end].count { $0 == 0x0A } + 1)
    }

    var next: UInt8? { position < octets.count ? octets[position] : nil }

    func unexpected() -> JSONError {
        error(next == nil ? .unexpectedEnd : .unexpectedOctet)
    }

    // MARK: - Values

    mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        switch next {
        case 0x7B: return .object(try object(depth: depth + 1))
        case 0x5B: return .array(try array(depth: depth + 1))
        case 0x22: return .string(try string(quote: 0x22))
        case 0x27 where dialect == .relaxed: return .string(try string(quote: 0x27))
        case 0x74: return try word("true", .bool(true))
        case 0x66: return try word("false", .bool(false))
        case 0x6E: return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let expected = text.description.utf8
        guard octets[position...].starts(with: expected) else { throw error(.unexpectedOctet) }
        position += expected.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        if depth > Self.maximumDepth { throw error(.tooDeep) }
        var object = JSONObject()
        // Track names in a set, because searching a list of them would take quadratic time.
        var names: Set<[UInt8]> = []
        position += 1
        try skipBlanks()
        while next != 0x7D {
            let start = position
            let name = try memberName()
            guard names.insert(Array(name.utf8)).inserted else {
                position = start
                throw error(.duplicateName)
            }
            try skipBlanks()
            guard next == 0x3A else { throw unexpected() }
            position += 1
            try skipBlanks()
            object[new: name] = try value(depth: depth)
            try separator(before: 0x7D)
        }
        position += 1
        return object
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        if depth > Self.maximumDepth { throw error(.tooDeep) }
        var elements: [JSONValue] = []
        position += 1
        try skipBlanks()
        while next != 0x5D {
            elements.append(try value(depth: depth))
            try separator(before: 0x5D)
        }
        position += 1
        return elements
    }

    /// Reads the comma between two elements. Does not read `closing`.
    mutating func separator(before closing: UInt8) throws(JSONError) {
        try skipBlanks()
        if next == closing { return }
        guard next == 0x2C else { throw unexpected() }
        position += 1
        try skipBlanks()
        if next == closing, dialect == .strict { throw unexpected() }
    }

    mutating func memberName() throws(JSONError) -> String {
        if next == 0x22 { return try string(quote: 0x22) }
        guard dialect == .relaxed else { throw unexpected() }
        if next == 0x27 { return try string(quote: 0x27) }
        let start = position
        while let octet = next, octet == 0x5F || octet == 0x24 || Self.isAlphanumeric(octet) { position += 1 }
        guard position > start else { throw unexpected() }
        return String(decoding: octets[start..<position], as: UTF8.self)
    }

    private static func isAlphanumeric(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10 || (octet | 0x20) &- 0x61 < 26
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        if next == 0x2D { position += 1 }
        let first = next
        guard digits() > 0 else { throw next == nil ? error(.unexpectedEnd) : error(.unexpectedOctet) }
        if first == 0x30, octets[start..<position].count > (octets[start] == 0x2D ? 2 : 1) { throw error(.badNumber) }
        if next == 0x2E {
            position += 1
            guard digits() > 0 else { throw error(.badNumber) }
        }
        if next == 0x65 || next == 0x45 {
            position += 1
            if next == 0x2B || next == 0x2D { position += 1 }
            guard digits() > 0 else { throw error(.badNumber) }
        }
        return String(decoding: octets[start..<position], as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = position
        while let octet = next, octet &- 0x30 < 10 { position += 1 }
        return position - start
    }

    // MARK: - White space and comments

    mutating func skipBlanks() throws(JSONError) {
        while let octet = next {
            switch octet {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case 0x2F where dialect == .relaxed: try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONError) {
        let second = position + 1 < octets.count ? octets[position + 1] : 0
        switch second {
        case 0x2F:
            position = octets[position...].firstIndex(of: 0x0A) ?? octets.count
        case 0x2A:
            position += 2
            while position + 1 < octets.count, octets[position] != 0x2A || octets[position + 1] != 0x2F {
                position += 1
            }
            guard position + 1 < octets.count else {
                position = octets.count
                throw error(.unexpectedEnd)
            }
            position += 2
        default:
            throw error(.unexpectedOctet)
        }
    }
}
