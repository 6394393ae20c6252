import MailTypes

/// `{12}`, `{12+}` or `~{12}` at the end of a line [RFC 9051 §4.3, RFC 7888, RFC 3516].
struct LiteralAnnouncement {
    /// Of the `{`, or of the `~` before it.
    let offset: Int
    /// What is more than 64 bits hold is the most that they hold.
    let count: UInt64

    /// `nil` where the line does not end with one: `{-1}`, `{}` and `{x}` are text, and whoever parses it says so.
    init?(endOf line: Range<Int>, in octets: Span<UInt8>) {
        var index = line.upperBound - 2
        guard index > line.lowerBound else { return nil }
        if octets[index] == ASCII.plus { index -= 1 }
        let last = index
        while index > line.lowerBound, octets[index].isDigit { index -= 1 }
        guard index < last, octets[index] == ASCII.leftBrace else { return nil }
        var count: UInt64 = 0
        for position in index + 1...last {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) = product.addingReportingOverflow(UInt64(octets[position] &- ASCII.zero))
            count = isTooLarge || isTooLargeToo || count == .max ? .max : sum
        }
        if index > line.lowerBound, octets[index - 1] == ASCII.tilde { index -= 1 }
        offset = index
        self.count = count
    }
}

/// What a response is, as far as its size and its literals depend on it.
enum ResponseKind: Hashable {
    /// A continuation request, or the status of something.
    case text
    /// A status with a code, which may list messages.
    case code
    case fetch
    /// Data that may be long.
    case listing
    /// Other data.
    case data

    /// From the octets that a response begins with, at `start`.
    init(_ octets: Span<UInt8>, from start: Int) {
        var index = start
        func word() -> Range<Int> {
            let begin = index
            while index < octets.count, octets[index] > ASCII.space { index += 1 }
            let word = begin..<index
            while index < octets.count, octets[index] == ASCII.space { index += 1 }
            return word
        }
        let tag = word()
        guard !octets.has("+", at: tag), tag.isEmpty || octets[tag.lowerBound] != ASCII.plus else {
            self = .text
            return
        }
        let isUntagged = octets.has("*", at: tag)
        var name = word()
        if isUntagged, let digit = name.first, octets[digit].isDigit { name = word() }
        if !isUntagged || Self.isStatus(octets, name) {
            self = index < octets.count && octets[index] == ASCII.leftBracket ? .code : .text
        } else if octets.has("fetch", at: name) || octets.has("uidfetch", at: name) {
            self = .fetch
        } else {
            self = Self.mayBeLong(octets, name) ? .listing : .data
        }
    }

    private static func isStatus(_ octets: Span<UInt8>, _ name: Range<Int>) -> Bool {
        octets.has("ok", at: name) || octets.has("no", at: name) || octets.has("bad", at: name)
            || octets.has("bye", at: name) || octets.has("preauth", at: name)
    }

    private static func mayBeLong(_ octets: Span<UInt8>, _ name: Range<Int>) -> Bool {
        octets.has("search", at: name) || octets.has("esearch", at: name) || octets.has("vanished", at: name)
            || octets.has("flags", at: name) || octets.has("sort", at: name) || octets.has("thread", at: name)
    }

    func limit(_ limits: FramingLimits) -> Int {
        switch self {
        case .text, .data: limits.line
        case .code: limits.statusWithCode
        case .fetch, .listing: limits.response
        }
    }

    /// The text of a status may end with `{5}` and mean just that; only its code, while it is open, has literals.
    func mayHoldLiteral(
        before offset: Int, in octets: Span<UInt8>, _ line: Range<Int>, isContinued: Bool
    ) -> Bool {
        switch self {
        case .fetch, .listing, .data: return true
        case .text: return false
        case .code:
            for index in line.lowerBound..<offset where octets[index] == ASCII.rightBracket { return false }
            return true
        }
    }

    /// The number behind `* `; 0 where there is none that 32 bits hold.
    static func messageNumber(of response: [UInt8]) -> UInt32 {
        var cursor = ResponseCursor(response)
        guard cursor.skip(ASCII.asterisk) else { return 0 }
        cursor.skipSpaces()
        return (try? cursor.number32()) ?? 0
    }
}

extension FetchedItem {
    /// How far back the name of an item is looked for: a command, and so the section that it echoes, is shorter.
    private static let longestName = 16_384

    /// The item of a FETCH response whose value begins at `offset`; `nil` for one that is not a message's content.
    init?(endingAt offset: Int, of response: [UInt8]) {
        var end = offset
        while end > 0, response[end - 1] == ASCII.space { end -= 1 }
        var start = end
        let floor = max(0, end - Self.longestName)
        if end > 0, response[end - 1] == ASCII.rightBracket || response[end - 1] == ASCII.greater {
            while start > floor, response[start - 1] != ASCII.leftBracket { start -= 1 }
        }
        while start > floor, response[start - 1] > ASCII.space, response[start - 1] != ASCII.leftParenthesis {
            start -= 1
        }
        var cursor = ResponseCursor(response, start..<end)
        guard let item = try? cursor.fetchedItem(), cursor.isAtEnd else { return nil }
        self = item
    }
}

/// Looks for octets, eight a step: a word with an octet XORed away has a zero octet just where it stood.
enum LineScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The index of the first LF in `range`, or its upper bound.
    static func lineFeed(in octets: Span<UInt8>, _ range: Range<Int>) -> Int {
        first(ASCII.lf, or: ASCII.lf, in: octets, range)
    }

    /// The index of the first octet in `range` that is one of the two, or its upper bound.
    @inline(__always)
    static func first(_ one: UInt8, or other: UInt8, in octets: Span<UInt8>, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        let end = range.upperBound
        let raw = unsafe octets.bytes
        precondition(index >= 0 && end <= raw.byteCount)
        // What stands behind the range, but not behind the octets, may be loaded.
        while index < end, index &+ 8 <= raw.byteCount {
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            let found = zeros(of: word ^ (ones &* UInt64(one))) | zeros(of: word ^ (ones &* UInt64(other)))
            if found != 0 { return min(index &+ found.trailingZeroBitCount >> 3, end) }
            index &+= 8
        }
        while index < end {
            if octets[index] == one || octets[index] == other { return index }
            index &+= 1
        }
        return end
    }

    /// The lowest bit that is set is the high one of the first octet that is zero.
    @inline(__always)
    private static func zeros(of word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highs
    }
}
