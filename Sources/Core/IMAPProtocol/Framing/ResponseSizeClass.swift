import MailTypes

/// The kind of a response, which determines its size limit and where it may contain literals.
enum ResponseSizeClass: Hashable {
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
}
