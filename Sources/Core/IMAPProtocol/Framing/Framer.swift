/// Splits the byte stream from a server into responses [RFC 9051 §2.2, §4.3].
///
/// Literals that hold message content are streamed in pieces and not buffered. All other literals become part of their
/// response. Lines may end with a bare LF, as some servers send them.
public struct Framer: Sendable {
    public let limits: FramingLimits

    /// Received bytes. Those before `start` are consumed, and there is no LF in `start..<scanned`.
    private var buffer: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// The lines and literals of an incomplete response.
    private var gathered: [UInt8] = []
    private var streamed: [StreamedLiteral] = []
    private var literals = 0
    private var state = State.line

    private enum State {
        case line
        /// This many bytes of a literal remain to be added to the response.
        case gathering(Int)
        /// This many bytes of a literal remain to be streamed.
        case streaming(Int)
    }

    public enum Frame: Hashable, Sendable {
        case response(RawResponse)
        case literal(LiteralPiece)
    }

    public init(limits: FramingLimits = FramingLimits()) {
        self.limits = limits
    }

    /// Whether all received bytes are consumed and no response is incomplete.
    public var isEmpty: Bool {
        guard case .line = state else { return false }
        return start == buffer.count && gathered.isEmpty
    }

    /// Appends received bytes. Call `next` until it returns `nil` before feeding more, so that the buffer holds one
    /// read only.
    public mutating func feed(_ octets: [UInt8]) {
        if start == buffer.count {
            buffer = octets
            start = 0
            scanned = 0
        } else {
            if start > 0 {
                buffer.removeFirst(start)
                scanned -= start
                start = 0
            }
            buffer += octets
        }
    }

    /// Discards all state, as required before TLS.
    public mutating func reset() {
        self = Framer(limits: limits)
    }

    /// Removes and returns the bytes after the response that was returned last.
    mutating func takeRest() -> [UInt8] {
        defer { reset() }
        return Array(buffer[start...])
    }

    /// Returns the next response or piece of a literal, or `nil` until more bytes arrive.
    public mutating func next() throws(FramingError) -> Frame? {
        while true {
            switch state {
            case .line:
                guard let line = try takeLine() else { return nil }
                if let frame = try frame(endingWith: line) { return frame }
            case .gathering(let remaining):
                let count = min(remaining, buffer.count - start)
                gathered += buffer[start..<start + count]
                take(count)
                state = count == remaining ? .line : .gathering(remaining - count)
                if count < remaining { return nil }
            case .streaming(0):
                state = .line
                return .literal(.end)
            case .streaming(let remaining):
                let count = min(remaining, buffer.count - start)
                guard count > 0 else { return nil }
                let piece = Array(buffer[start..<start + count])
                take(count)
                state = .streaming(remaining - count)
                return .literal(.octets(piece))
            }
        }
    }

    private mutating func take(_ count: Int) {
        start += count
        scanned = start
    }

    /// Returns the range of the next line in the buffer, including its line end, or `nil` if it is incomplete. Throws
    /// if the response exceeds the limit for its kind.
    private mutating func takeLine() throws(FramingError) -> Range<Int>? {
        let end = ByteScan.lineFeed(in: buffer.span, scanned..<buffer.count)
        scanned = end
        let isComplete = end < buffer.count
        let line = start..<(isComplete ? end + 1 : end)
        if gathered.count + line.count > limits.line {
            let kind =
                gathered.isEmpty
                ? ResponseSizeClass(buffer.span, from: start) : ResponseSizeClass(gathered.span, from: 0)
            let limit = kind.limit(limits)
            guard gathered.count + line.count <= limit else {
                throw limit == limits.line ? .lineTooLong(limit: limit) : .responseTooLong(limit: limit)
            }
        }
        guard isComplete else { return nil }
        take(line.count)
        return line
    }

    /// Returns the response that `line` completes or the literal that it announces, or `nil` if there is nothing to
    /// return yet.
    @inline(__always)
    private mutating func frame(endingWith line: Range<Int>) throws(FramingError) -> Frame? {
        var end = line.upperBound - 1
        if end > line.lowerBound, buffer[end - 1] == ASCII.cr { end -= 1 }
        var text = line.lowerBound..<end
        if gathered.isEmpty {
            // Skip empty lines, and the NUL bytes that Yandex sends as padding.
            while let octet = text.first.map({ buffer[$0] }), octet == ASCII.nul { text.removeFirst() }
            if text.isEmpty { return nil }
        }
        if end > line.lowerBound, buffer[end - 1] == ASCII.rightBrace,
            let announced = LiteralAnnouncement(endOf: text, in: buffer.span)
        {
            let first = gathered.isEmpty ? ResponseSizeClass(buffer.span, from: text.lowerBound) : nil
            let kind = first ?? ResponseSizeClass(gathered.span, from: 0)
            if kind.mayHoldLiteral(before: announced.offset, in: buffer.span, text, isContinued: !gathered.isEmpty) {
                return try begin(announced, kind, text)
            }
        }
        if gathered.isEmpty { return .response(RawResponse(buffer, text)) }
        gathered += buffer[text]
        let response = RawResponse(gathered, streamed: streamed)
        gathered = []
        streamed = []
        literals = 0
        return .response(response)
    }

    private mutating func begin(
        _ literal: LiteralAnnouncement, _ kind: ResponseSizeClass, _ text: Range<Int>
    ) throws(FramingError) -> Frame? {
        literals += 1
        guard literals <= limits.literals else { throw .tooManyLiterals(limit: limits.literals) }
        let offset = gathered.count + literal.offset - text.lowerBound
        gathered += buffer[text]
        gathered += [ASCII.cr, ASCII.lf]
        guard kind == .fetch, let item = FetchedContentItem(endingAt: offset, of: gathered) else {
            let limit = max(0, kind.limit(limits) - gathered.count)
            guard literal.count <= UInt64(limit) else { throw .literalTooLong(limit: limit) }
            state = .gathering(Int(literal.count))
            return nil
        }
        guard literal.count <= UInt64(limits.streamedLiteral) else {
            throw .literalTooLong(limit: limits.streamedLiteral)
        }
        let count = Int(literal.count)
        streamed.append(StreamedLiteral(offset: offset, count: count))
        state = .streaming(count)
        return .literal(.begin(message: Self.messageNumber(of: gathered), item: item, count: count))
    }

    /// Returns the number after `* `, or 0 if it is missing or exceeds 32 bits.
    private static func messageNumber(of response: [UInt8]) -> UInt32 {
        var cursor = ResponseCursor(response)
        guard cursor.skip(ASCII.asterisk) else { return 0 }
        cursor.skipSpaces()
        return (try? cursor.number32()) ?? 0
    }
}
