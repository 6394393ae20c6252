/// An enhanced status code: class, subject and detail [RFC 3463, RFC 2034].
public struct EnhancedStatusCode: Hashable, Sendable {
    /// The class: 2, 4 or 5.
    public let kind: UInt16
    public let subject: UInt16
    public let detail: UInt16

    public init(_ kind: UInt16, _ subject: UInt16, _ detail: UInt16) {
        self.kind = kind
        self.subject = subject
        self.detail = detail
    }

    /// Parses a code at the beginning of a reply's text: `5.1.1`, followed by a space or nothing.
    init?(startOf text: ArraySlice<UInt8>) {
        let word = text.prefix { $0 != 0x20 }
        let parts = word.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...3).contains($0.count) }),
            parts.allSatisfy({ $0.allSatisfy { $0 &- 0x30 < 10 } })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + UInt16($1 - 0x30) } }
        guard [2, 4, 5].contains(numbers[0]) else { return nil }
        self.init(numbers[0], numbers[1], numbers[2])
    }
}

extension EnhancedStatusCode: CustomStringConvertible {
    public var description: String { "\(kind).\(subject).\(detail)" }
}
