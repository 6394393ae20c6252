/// A log of a connection for debugging: the last lines of both sides, without passwords, tokens and mail.
///
/// Credentials and challenges are omitted. Literals and messages are shown as sizes. Characters other than printable
/// ASCII are escaped.
public struct ProtocolTranscript: Hashable, Sendable {
    /// The number of lines kept. Older lines are dropped.
    public static let maximumLines = 500
    /// The number of bytes shown per line.
    public static let maximumLine = 400

    /// The lines, "C: …" and "S: …", the oldest first.
    public private(set) var lines: [String] = []

    private var client = Side()
    private var server = Side()
    /// The tag of the sign-in command until the server has completed it. Empty for SMTP, which has no tags.
    private var signingIn: [UInt8]?

    private struct Side: Hashable {
        /// An incomplete line: its first bytes, its last bytes, and its length.
        var line: [UInt8] = []
        var tail: [UInt8] = []
        var length = 0
        /// Bytes of a literal still to be skipped.
        var literal = 0
    }

    /// Whether anything is logged.
    public let isKept: Bool

    public init(isKept: Bool = true) {
        self.isKept = isKept
    }

    // MARK: - Logging

    /// Logs bytes of the client: lines, and literals that a line announces.
    public mutating func client(_ octets: [UInt8]) {
        guard isKept else { return }
        for line in Self.lines(in: octets, &client) { addClient(line) }
    }

    /// Skips the bytes of a literal that the client announced. Only their number matters, so zeros are passed.
    mutating func clientContent(_ count: Int) {
        guard isKept else { return }
        var rest = count
        while rest > 0 {
            let piece = min(rest, MessageSource.piece)
            client([UInt8](repeating: 0, count: piece))
            rest -= piece
        }
    }

    /// Logs bytes of the server, in chunks of any size.
    public mutating func server(_ octets: [UInt8]) {
        guard isKept else { return }
        for line in Self.lines(in: octets, &server) { addServer(line) }
    }

    /// Logs that message content was written.
    public mutating func content(octets count: Int) {
        add("C: <message, \(count) bytes>")
    }

    /// Logs an event of the connection itself.
    public mutating func note(_ words: String) {
        add("-- \(Self.printable(Array(words.utf8)))")
    }

    // MARK: - Lines

    private struct Line {
        let octets: [UInt8]
        let length: Int
        /// The size of the literal that the line announces.
        let literal: Int?
    }

    /// The maximum length of a literal's announcement.
    private static let maximumTail = 32

    private static func lines(in octets: [UInt8], _ side: inout Side) -> [Line] {
        var found: [Line] = []
        var rest = octets[...]
        while !rest.isEmpty {
            if side.literal > 0 {
                let count = min(side.literal, rest.count)
                side.literal -= count
                rest = rest.dropFirst(count)
                continue
            }
            let end = rest.firstIndex(of: 0x0A)
            let piece = rest[..<(end ?? rest.endIndex)]
            side.line += piece.prefix(max(0, maximumLine - side.line.count))
            // A literal is announced at the end of a line, which may be longer than the part kept of it.
            side.tail = Array((side.tail + piece.suffix(maximumTail)).suffix(maximumTail))
            side.length += piece.count
            guard let end else { return found }
            rest = rest[(end + 1)...]
            if side.tail.last == 0x0D {
                side.tail.removeLast()
                if side.line.count == side.length { side.line.removeLast() }
                side.length -= 1
            }
            let literal = literal(atEndOf: side.tail)
            found.append(Line(octets: side.line, length: side.length, literal: literal))
            side = Side()
            side.literal = literal ?? 0
        }
        return found
    }

    /// Returns the number in `{12}` or `{12+}` at the end of a line [RFC 9051 §4.3].
    private static func literal(atEndOf line: [UInt8]) -> Int? {
        guard line.last == 0x7D, let start = line.lastIndex(of: 0x7B) else { return nil }
        var digits = line[(start + 1)...].dropLast()
        if digits.last == 0x2B { digits = digits.dropLast() }
        guard (1...10).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func addClient(_ line: Line) {
        if signingIn != nil {
            add("C: <secret>")
            return
        }
        let words = line.octets.split(separator: 0x20, maxSplits: 3)
        if let verb = words.first, Self.isWord(verb, "AUTH") {
            signingIn = []
            add("C: AUTH \(Self.printable(Array(words.dropFirst().first ?? [])))\(words.count > 2 ? " <secret>" : "")")
        } else if words.count > 1, Self.isWord(words[1], "AUTHENTICATE") || Self.isWord(words[1], "LOGIN") {
            signingIn = Array(words[0])
            let isLogin = Self.isWord(words[1], "LOGIN")
            let shown = words.prefix(isLogin ? 2 : 3).map { Self.printable(Array($0)) }.joined(separator: " ")
            add("C: \(shown)\(words.count > (isLogin ? 2 : 3) ? " <secret>" : "")")
        } else {
            show("C", line)
        }
    }

    private mutating func addServer(_ line: Line) {
        guard let tag = signingIn else {
            show("S", line)
            return
        }
        let first = line.octets.prefix { $0 != 0x20 && $0 != 0x2D }
        if first.elementsEqual("334".utf8) || first.elementsEqual("+".utf8) {
            add("S: \(Self.printable(Array(first))) <\(max(0, line.length - first.count)) bytes>")
            return
        }
        let isAnswer = tag.isEmpty ? (0x32...0x35).contains(first.first ?? 0) : first.elementsEqual(tag)
        if isAnswer { signingIn = nil }
        show("S", line)
    }

    private mutating func show(_ side: String, _ line: Line) {
        let isCut = line.length > line.octets.count
        let literal = line.literal.map { " <\($0) bytes>" } ?? ""
        add("\(side): \(Self.printable(line.octets))\(isCut ? " <\(line.length) octets in all>" : "")\(literal)")
    }

    private mutating func add(_ line: String) {
        guard isKept else { return }
        if lines.count == Self.maximumLines { lines.removeFirst() }
        lines.append(line)
    }

    private static func isWord(_ word: ArraySlice<UInt8>, _ other: StaticString) -> Bool {
        word.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }.elementsEqual(other.description.utf8)
    }

    /// Escapes everything but printable ASCII as `\x1B`, so that a terminal does not interpret it.
    private static func printable(_ octets: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let shown = octets.flatMap { octet -> [UInt8] in
            if (0x20...0x7E).contains(octet) { return [octet] }
            return [0x5C, 0x78, digits[Int(octet >> 4)], digits[Int(octet & 15)]]
        }
        return String(decoding: shown, as: UTF8.self)
    }
}
