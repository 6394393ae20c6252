/// Scans the tokens of a command, strictly by the grammar: exactly one space between tokens, and no extra bytes [RFC
/// 3501 §9].
struct RequestScanner {
    private let fragments: [UnparsedCommand.Fragment]
    private var fragment = 0
    private var position = 0

    init(_ request: UnparsedCommand) {
        fragments = request.fragments
    }

    /// The next byte, or `nil` at the end and before a literal.
    var peek: UInt8? {
        guard fragment < fragments.count, case .text(let octets) = fragments[fragment], position < octets.count else {
            return nil
        }
        return octets[position]
    }

    var isAtEnd: Bool {
        guard fragment < fragments.count else { return true }
        guard case .text(let octets) = fragments[fragment], position == octets.count else { return false }
        return fragment + 1 == fragments.count
    }

    mutating func end() throws(MalformedCommand) {
        guard isAtEnd else { throw MalformedCommand("something behind the end") }
    }

    mutating func skip(_ octet: Character) -> Bool {
        guard let value = octet.asciiValue, peek == value else { return false }
        position += 1
        return true
    }

    mutating func expect(_ octet: Character) throws(MalformedCommand) {
        guard skip(octet) else { throw MalformedCommand("no \(octet) where one must stand") }
    }

    mutating func space() throws(MalformedCommand) { try expect(" ") }

    mutating func run(_ isTaken: (UInt8) -> Bool) -> [UInt8] {
        var result: [UInt8] = []
        while let octet = peek, isTaken(octet) {
            result.append(octet)
            position += 1
        }
        return result
    }

    /// Returns a word of the grammar in upper case.
    mutating func word() throws(MalformedCommand) -> String {
        let octets = run { Self.isAtom($0) && $0 != 0x5B && $0 != 0x3C }
        guard !octets.isEmpty else { throw MalformedCommand("no word") }
        return String(decoding: octets, as: UTF8.self).uppercased()
    }

    mutating func word(_ expected: String) throws(MalformedCommand) {
        guard try word() == expected else { throw MalformedCommand("no \(expected)") }
    }

    mutating func number() throws(MalformedCommand) -> UInt64 {
        let digits = run { (0x30...0x39).contains($0) }
        guard let value = UInt64(String(decoding: digits, as: UTF8.self)), value <= UInt64(Int64.max) else {
            throw MalformedCommand("no number")
        }
        return value
    }

    mutating func number32() throws(MalformedCommand) -> UInt32 {
        guard let value = UInt32(exactly: try number()) else { throw MalformedCommand("a number of more than 32 bits") }
        return value
    }

    /// Returns a quoted string or literal.
    mutating func string() throws(MalformedCommand) -> [UInt8] {
        guard skip("\"") else { return try literal() }
        var result: [UInt8] = []
        while let octet = peek {
            position += 1
            if octet == 0x22 { return result }
            if octet > 0x7F { throw MalformedCommand("a quoted string that is not ASCII") }
            guard octet == 0x5C else {
                result.append(octet)
                continue
            }
            guard let escaped = peek, escaped == 0x22 || escaped == 0x5C else {
                throw MalformedCommand("a wrong escape")
            }
            result.append(escaped)
            position += 1
        }
        throw MalformedCommand("a quoted string without an end")
    }

    private mutating func literal() throws(MalformedCommand) -> [UInt8] {
        guard fragment + 1 < fragments.count, case .text(let text) = fragments[fragment], position == text.count,
            case .literal(let octets) = fragments[fragment + 1]
        else { throw MalformedCommand("no string") }
        fragment += 2
        position = 0
        return octets
    }

    /// Returns the message of an APPEND, which may contain any byte except NUL.
    mutating func message() throws(MalformedCommand) -> [UInt8] {
        let octets = try literal()
        guard !octets.contains(0) else { throw MalformedCommand("NUL in a message") }
        return octets
    }

    mutating func astring() throws(MalformedCommand) -> [UInt8] {
        let atom = run { Self.isAtom($0) || $0 == 0x5D }
        return atom.isEmpty ? try string() : atom
    }

    /// Scans a list in parentheses, with one space between the items.
    mutating func list(_ item: (inout RequestScanner) throws(MalformedCommand) -> Void) throws(MalformedCommand) {
        try expect("(")
        if skip(")") { return }
        while true {
            try item(&self)
            if skip(")") { return }
            try space()
        }
    }

    /// ATOM-CHAR [RFC 3501 §9].
    static func isAtom(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x00...0x20, 0x7F...0xFF, 0x28, 0x29, 0x7B, 0x25, 0x2A, 0x22, 0x5C, 0x5D: false
        default: true
        }
    }
}
