/// What a message is known by in a mailbox, as long as its UIDVALIDITY stays [RFC 9051 §2.3.1.1].
public struct UID: RawRepresentable, Hashable, Comparable, Sendable {
    /// Never 0.
    public let rawValue: UInt32

    /// `nil` for 0, which no message has.
    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let first = UID(known: 1)
    /// What ranges end with that are to hold all later messages: `*` means the last one even where there is no later.
    public static let last = UID(known: .max)

    /// `nil` behind the last one.
    public var next: UID? { rawValue == .max ? nil : UID(known: rawValue + 1) }
    /// `nil` before the first one.
    public var previous: UID? { rawValue == 1 ? nil : UID(known: rawValue - 1) }

    public static func < (one: UID, other: UID) -> Bool { one.rawValue < other.rawValue }
}

extension UID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}

/// The number of a mailbox's life: where it changes, no UID means what it meant [RFC 9051 §2.3.1.1].
public struct UIDValidity: RawRepresentable, Hashable, Sendable {
    /// Never 0.
    public let rawValue: UInt32

    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }
}

/// A server's count of changes in a mailbox [RFC 7162 §3.1].
public struct ModSequence: RawRepresentable, Hashable, Comparable, Sendable {
    /// 1 to 2^63 - 1.
    public let rawValue: UInt64

    /// `nil` for 0, which says that a server keeps none, and for what 63 bits do not hold.
    public init?(rawValue: UInt64) {
        guard rawValue != 0, rawValue <= UInt64(Int64.max) else { return nil }
        self.rawValue = rawValue
    }

    public static func < (one: ModSequence, other: ModSequence) -> Bool { one.rawValue < other.rawValue }
}
