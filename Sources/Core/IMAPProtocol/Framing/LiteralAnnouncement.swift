import MailTypes

/// `{12}`, `{12+}` or `~{12}` at the end of a line [RFC 9051 §4.3, RFC 7888, RFC 3516].
struct LiteralAnnouncement {
    /// The offset of the `{`, or of the `~` before it.
    let offset: Int
    /// The announced size in bytes. Clamped to `UInt64.max`.
    let count: UInt64

    /// Returns `nil` if the line does not end with an announcement. `{-1}`, `{}` and `{x}` are text, which the parser
    /// rejects where it is invalid.
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

/// The kind of a response, which determines its size limit and where it may contain literals.
enum ResponseKind: Hashable {
    /// A continuation request, or a status without a code.
    case text
    /// A status with a code, which may list messages.
    case code
    case fetch
    /// Data that may be long, such as SEARCH.
    case listing
    /// Other data.
    case data

    /// Determines the kind from the beginning of a response, at `start`.
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

    /// Returns whether the line may announce a literal at `offset`. A status text may happen to end with `{5}`. Only
    /// its code can contain literals, so the closing bracket must not precede `offset`.
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

    /// Returns the number after `* `, or 0 if it is missing or exceeds 32 bits.
    static func messageNumber(of response: [UInt8]) -> UInt32 {
        var cursor = ResponseCursor(response)
        guard cursor.skip(ASCII.asterisk) else { return 0 }
        cursor.skipSpaces()
        return (try? cursor.number32()) ?? 0
    }
}

extension FetchedItem {
    /// How far back to look for the name of an item. Servers echo the section that a command named, and commands are
    /// shorter than this.
    private static let longestName = 16_384

    /// Parses the FETCH item whose value begins at `offset`. Returns `nil` if the item is not message content.
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

/// Searches for bytes, eight at a time. XOR with the wanted byte turns each match into a zero byte.
enum LineScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Returns the index of the first LF in `range`, or its upper bound.
    static func lineFeed(in octets: Span<UInt8>, _ range: Range<Int>) -> Int {
        first(ASCII.lf, or: ASCII.lf, in: octets, range)
    }

    /// Returns the index of the first byte in `range` that equals `one` or `other`, or the upper bound of `range`.
    @inline(__always)
    static func first(_ one: UInt8, or other: UInt8, in octets: Span<UInt8>, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        let end = range.upperBound
        let raw = unsafe octets.bytes
        precondition(index >= 0 && end <= raw.byteCount)
        // The load may reach past the range, but not past the span.
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

    /// Returns a word whose lowest set bit is the high bit of the first zero byte.
    @inline(__always)
    private static func zeros(of word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highs
    }
}
