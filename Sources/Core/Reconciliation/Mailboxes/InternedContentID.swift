/// Identifies messages with the same content. Two messages have the same ID if the store has compared their bytes
/// or, for a file that is gone, the length, digest and Message-ID recorded in the ledger.
public struct InternedContentID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static func < (one: InternedContentID, other: InternedContentID) -> Bool {
        one.rawValue < other.rawValue
    }
}
