/// The UIDVALIDITY of a mailbox: if it changes, all known UIDs of the mailbox are invalid [RFC 9051 §2.3.1.1].
public struct UIDValidity: RawRepresentable, Hashable, Sendable {
    /// Never 0.
    public let rawValue: UInt32

    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The highest value. No server should use it, because it could not assign another one afterwards.
    public static let highest = UIDValidity(known: .max)
}
