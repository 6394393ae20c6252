/// A server's reply to a command: three digits and lines of text [RFC 5321 §4.2].
public struct Reply: Hashable, Sendable {
    public enum Severity: Sendable {
        /// The command succeeded.
        case positive
        /// The server expects more input to complete the command.
        case intermediate
        /// The command failed, but may succeed later.
        case transient
        /// The command failed permanently.
        case permanent
    }

    /// From 200 to 599.
    public let code: UInt16
    public let enhanced: EnhancedStatusCode?
    /// The text after the code, by line. It is untrusted.
    public let lines: [[UInt8]]

    public init(code: UInt16, lines: [[UInt8]]) {
        self.code = code
        self.lines = lines
        enhanced = lines.first.flatMap { EnhancedStatusCode(startOf: $0[...]) }
    }

    /// The severity according to the first digit. The enhanced code of a refusal takes precedence, because it is more
    /// specific. No code turns a refusal into success.
    public var severity: Severity {
        switch code {
        case ..<300: return .positive
        case ..<400: return .intermediate
        default:
            let kind = enhanced.map(\.kind).flatMap { $0 == 2 ? nil : $0 } ?? code / 100
            return kind == 4 ? .transient : .permanent
        }
    }

    /// The text on one line, without the enhanced code: untrusted, at most 500 bytes from the first eight lines.
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
