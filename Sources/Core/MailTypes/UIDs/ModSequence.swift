/// A server's change counter for a mailbox [RFC 7162 §3.1].
public struct ModSequence: RawRepresentable, Hashable, Comparable, Sendable {
    /// 1 to 2^63 - 1.
    public let rawValue: UInt64

    /// Returns `nil` for 0, which means that the server keeps no counter, and for values over 63 bits.
    public init?(rawValue: UInt64) {
        guard rawValue != 0, rawValue <= UInt64(Int64.max) else { return nil }
        self.rawValue = rawValue
    }

    public static func < (one: ModSequence, other: ModSequence) -> Bool { one.rawValue < other.rawValue }
}
