/// Cuts what a server sends into responses, however the octets arrive [RFC 9051 §2.2, §4.3].
///
/// A literal that is the content of a message is handed on in pieces and never gathered; all others become part of
/// their response. Lines may end with a bare LF, as some servers end them.
public struct Framer: Sendable {
    public let limits: FramingLimits

    /// Octets that were not taken yet begin at `start`; up to `scanned` there is no line end among them.
    private var buffer: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// The lines and literals of a response that goes on.
    private var gathered: [UInt8] = []
    private var streamed: [StreamedLiteral] = []
    private var literals = 0
    private var state = State.line

    private enum State {
        case line
        /// So many octets of a literal are to be gathered.
        case gathering(Int)
        /// So many octets of a literal are to be handed on.
        case streaming(Int)
    }

    public enum Frame: Hashable, Sendable {
        case response(RawResponse)
        case literal(LiteralPiece)
    }

    public init(limits: FramingLimits = FramingLimits()) {
        self.limits = limits
    }

    /// Whether nothing is left of what arrived: no octet, and no response that has only begun.
    public var isEmpty: Bool {
        guard case .line = state else { return false }
        return start == buffer.count && gathered.isEmpty
    }

    /// Takes what arrived. Whoever feeds it asks for frames until there is none, so it holds one read at a time.
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

    /// Forgets everything, as before TLS.
    public mutating func reset() {
        self = Framer(limits: limits)
    }

    /// What follows the response that was returned last. Nothing of it is kept here.
    mutating func takeRest() -> [UInt8] {
        defer { reset() }
        return Array(buffer[start...])
    }

    /// The next response, or the next piece of one; `nil` until more octets arrive.
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

    /// The range of the next line in the buffer, with its line end; checked against the limit that its response has.
    private mutating func takeLine() throws(FramingError) -> Range<Int>? {
        let end = LineScan.lineFeed(in: buffer.span, scanned..<buffer.count)
        scanned = end
        let isComplete = end < buffer.count
        let line = start..<(isComplete ? end + 1 : end)
        if gathered.count + line.count > limits.line {
            let kind = gathered.isEmpty ? ResponseKind(buffer.span, from: start) : ResponseKind(gathered.span, from: 0)
            let limit = kind.limit(limits)
            guard gathered.count + line.count <= limit else {
                throw limit == limits.line ? .lineTooLong(limit: limit) : .responseTooLong(limit: limit)
            }
        }
        guard isComplete else { return nil }
        take(line.count)
        return line
    }

    /// What to hand on now that `line` is here: a complete response, or the beginning of a literal.
    @inline(__always)
    private mutating func frame(endingWith line: Range<Int>) throws(FramingError) -> Frame? {
        var end = line.upperBound - 1
        if end > line.lowerBound, buffer[end - 1] == ASCII.cr { end -= 1 }
        var text = line.lowerBound..<end
        if gathered.isEmpty {
            // Empty lines, and the octets of value 0 that Yandex pads with, part responses.
            while let octet = text.first.map({ buffer[$0] }), octet == ASCII.nul { text.removeFirst() }
            if text.isEmpty { return nil }
        }
        if end > line.lowerBound, buffer[end - 1] == ASCII.rightBrace,
            let announced = LiteralAnnouncement(endOf: text, in: buffer.span)
        {
            let first = gathered.isEmpty ? ResponseKind(buffer.span, from: text.lowerBound) : nil
            let kind = first ?? ResponseKind(gathered.span, from: 0)
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
        _ literal: LiteralAnnouncement, _ kind: ResponseKind, _ text: Range<Int>
    ) throws(FramingError) -> Frame? {
        literals += 1
        guard literals <= limits.literals else { throw .tooManyLiterals(limit: limits.literals) }
        let offset = gathered.count + literal.offset - text.lowerBound
        gathered += buffer[text]
        gathered += [ASCII.cr, ASCII.lf]
        guard kind == .fetch, let item = FetchedItem(endingAt: offset, of: gathered) else {
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
        return .literal(.begin(message: ResponseKind.messageNumber(of: gathered), item: item, count: count))
    }
}
