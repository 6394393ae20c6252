/// Parses replies from bytes that arrive in pieces of any size [RFC 5321 §4.2].
///
/// A line ends with LF, optionally preceded by CR. The meaning is the same either way, and rejecting a bare LF after
/// the final dot would make the outcome unknown. Everything else is strict. After an error, parsing stops, because the
/// start of the next reply is unknown.
public struct ReplyParser: Sendable {
    public enum Fault: Error, Hashable, Sendable {
        /// A line does not begin with three digits followed by a space or hyphen.
        case notAReply
        /// The lines of a reply have different codes.
        case codeChanged
        case lineTooLong
        case replyTooLong
    }

    /// The maximum line length in bytes, including the line end. The standard says 512, which servers exceed
    /// [RFC 5321 §4.5.3.1.5].
    public static let maximumLine = 4096
    public static let maximumLines = 256
    /// The maximum size of a reply in bytes.
    public static let maximumReply = 65_536

    private var held: [UInt8] = []
    /// The bytes of `held` before this are parsed.
    private var start = 0
    /// There is no LF in `held` between `start` and this.
    private var searched = 0
    private var code: UInt16?
    private var lines: [[UInt8]] = []
    private var size = 0
    private var fault: Fault?

    public init() {}

    /// Whether all received bytes belong to replies already returned.
    public var isEmpty: Bool { start == held.count && lines.isEmpty && fault == nil }

    public mutating func append(_ octets: [UInt8]) {
        if start == held.count {
            held = octets
            start = 0
            searched = 0
        } else {
            held += octets
        }
    }

    /// Returns the next reply, or `nil` if it is incomplete.
    public mutating func next() throws(Fault) -> Reply? {
        if let fault { throw fault }
        do throws(Fault) {
            while let line = try nextLine() {
                if let reply = try add(line) { return reply }
            }
            return nil
        } catch {
            fault = error
            throw error
        }
    }

    /// Returns the next line without its line end.
    private mutating func nextLine() throws(Fault) -> ArraySlice<UInt8>? {
        guard let end = held[searched...].firstIndex(of: 0x0A) else {
            searched = held.count
            if held.count - start >= Self.maximumLine { throw .lineTooLong }
            return nil
        }
        if end - start >= Self.maximumLine { throw .lineTooLong }
        let line = held[start..<end]
        start = end + 1
        searched = start
        return line.last == 0x0D ? line.dropLast() : line
    }

    private mutating func add(_ line: ArraySlice<UInt8>) throws(Fault) -> Reply? {
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ $0 &- 0x30 < 10 }), let first = digits.first,
            (0x32...0x35).contains(first)
        else { throw .notAReply }
        let code = digits.reduce(0) { $0 * 10 + UInt16($1 - 0x30) }
        let mark = line.dropFirst(3).first ?? 0x20
        guard mark == 0x20 || mark == 0x2D else { throw .notAReply }
        if let former = self.code, former != code { throw .codeChanged }
        size += line.count
        guard lines.count < Self.maximumLines, size <= Self.maximumReply else { throw .replyTooLong }
        self.code = code
        lines.append(Array(line.dropFirst(4)))
        if mark == 0x2D { return nil }
        let reply = Reply(code: code, lines: lines)
        self.code = nil
        lines = []
        size = 0
        return reply
    }
}
