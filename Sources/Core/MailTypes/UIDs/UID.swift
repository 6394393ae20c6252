/// Identifies a message in a mailbox while the mailbox's UIDVALIDITY is unchanged [RFC 9051 §2.3.1.1].
public struct UID: RawRepresentable, Hashable, Comparable, Sendable {
    /// Never 0.
    public let rawValue: UInt32

    /// Returns `nil` for 0, which is not a valid UID.
    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let first = UID(known: 1)
    /// The end of ranges that include all later messages. `*` would mean the last message even if there are no later
    /// ones.
    public static let last = UID(known: .max)

    /// `nil` for the largest UID.
    public var next: UID? { rawValue == .max ? nil : UID(known: rawValue + 1) }
    /// `nil` for the first UID.
    public var previous: UID? { rawValue == 1 ? nil : UID(known: rawValue - 1) }

    public static func < (one: UID, other: UID) -> Bool { one.rawValue < other.rawValue }
}

extension UID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}
