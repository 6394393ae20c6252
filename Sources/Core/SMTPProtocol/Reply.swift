/// What a server answers to a command: three digits and some lines of text [RFC 5321 §4.2].
public struct Reply: Hashable, Sendable {
    public enum Severity: Sendable {
        /// It is done.
        case positive
        /// It will be done with what is sent next.
        case intermediate
        /// It is not done, and may be later.
        case transient
        /// It is not done and will not be.
        case permanent
    }

    /// From 200 to 599.
    public let code: UInt16
    public let enhanced: EnhancedStatusCode?
    /// What stands behind the digits, line by line: octets of a stranger.
    public let lines: [[UInt8]]

    public init(code: UInt16, lines: [[UInt8]]) {
        self.code = code
        self.lines = lines
        enhanced = lines.first.flatMap { EnhancedStatusCode(startOf: $0[...]) }
    }

    /// What the first digit says, and for a refusal what the enhanced code says instead, where there is one: it is the
    /// more exact of the two. Nothing turns a refusal into consent.
    public var severity: Severity {
        switch code {
        case ..<300: return .positive
        case ..<400: return .intermediate
        default:
            let kind = enhanced.map(\.kind).flatMap { $0 == 2 ? nil : $0 } ?? code / 100
            return kind == 4 ? .transient : .permanent
        }
    }

    /// The words for people, in one line: untrusted text, at most 500 octets of the first eight lines, without the enhanced
    /// code.
    public var text: String {
        let prefix = enhanced.map { $0.description.utf8.count + 1 } ?? 0
        return lines.prefix(8).map { line in
            let isPrefixed = EnhancedStatusCode(startOf: line[...]) == enhanced
            return String(decoding: line.dropFirst(isPrefixed ? prefix : 0).prefix(500), as: UTF8.self)
        }.joined(separator: " ")
    }

    func has(_ subject: UInt16, _ detail: UInt16) -> Bool {
        enhanced.map { $0.subject == subject && $0.detail == detail } ?? false
    }
}
