internal import MailTypes

/// Splits chunks of bytes from a file or pipe into lines.
package struct LineSplitter: Sendable {
    /// The maximum size of a line in bytes. Longer lines are discarded.
    private let maximumSize: Int
    private var octets: [UInt8] = []
    /// The start of the next line, and the end of the part already searched for a line ending.
    private var start = 0
    private var sought = 0
    private var isTooLong = false
    /// Whether a line was not UTF-8 and was read as windows-1252.
    package private(set) var hasReadWindows1252 = false

    package init(maximumSize: Int = 1 << 20) {
        self.maximumSize = maximumSize
    }

    package mutating func append(_ piece: [UInt8]) {
        octets.removeFirst(start)
        sought -= start
        start = 0
        octets += piece
    }

    /// Returns the next line without its line ending, or `nil` if it is incomplete.
    package mutating func next() -> LineResult? {
        while sought < octets.count {
            sought += 1
            if octets[sought - 1] == 0x0A { return take(upTo: sought - 1) }
        }
        // The line may be followed by CR LF, which do not count.
        if sought - start > maximumSize + 2 {
            isTooLong = true
            start = sought
        }
        return nil
    }

    /// Returns the last line, which needs no line ending.
    package mutating func last() -> LineResult {
        start == octets.count && !isTooLong ? .endOfInput : take(upTo: octets.count)
    }

    private mutating func take(upTo end: Int) -> LineResult {
        let hasReturn = end > start && octets[end - 1] == 0x0D
        let line = octets[start..<end - (hasReturn ? 1 : 0)]
        start = min(end + 1, octets.count)
        sought = start
        defer { isTooLong = false }
        if isTooLong || line.count > maximumSize { return .tooLong }
        if String(validating: line, as: UTF8.self) == nil { hasReadWindows1252 = true }
        return .line(Windows1252.textOrUTF8(line))
    }
}
