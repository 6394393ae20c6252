/// Lines out of octets that come in pieces, as from a file or a pipe.
struct PipedLines: Sendable {
    /// Longer lines are thrown away, in octets.
    private let maximumSize: Int
    private var octets: [UInt8] = []
    /// Where the next line begins, and how far no end of it was found.
    private var start = 0
    private var sought = 0
    private var isTooLong = false

    init(maximumSize: Int = 1 << 20) {
        self.maximumSize = maximumSize
    }

    mutating func append(_ piece: [UInt8]) {
        octets.removeFirst(start)
        sought -= start
        start = 0
        octets += piece
    }

    /// The next line without its end; `nil` where it is not complete yet.
    mutating func next() -> LineResult? {
        while sought < octets.count {
            sought += 1
            if octets[sought - 1] == 0x0A { return take(upTo: sought - 1) }
        }
        // With CR LF, which is no part of it, a line may be two longer.
        if sought - start > maximumSize + 2 {
            isTooLong = true
            start = sought
        }
        return nil
    }

    /// The last line, which needs no end.
    mutating func last() -> LineResult {
        start == octets.count && !isTooLong ? .endOfInput : take(upTo: octets.count)
    }

    private mutating func take(upTo end: Int) -> LineResult {
        let hasReturn = end > start && octets[end - 1] == 0x0D
        let line = octets[start..<end - (hasReturn ? 1 : 0)]
        start = min(end + 1, octets.count)
        sought = start
        defer { isTooLong = false }
        return isTooLong || line.count > maximumSize ? .tooLong : .line(String(decoding: line, as: UTF8.self))
    }
}
