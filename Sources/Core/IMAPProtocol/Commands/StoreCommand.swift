public import MailTypes

/// UID STORE. Flags are added or removed, but never replaced, because other clients change them too [RFC 9051 §6.4.6].
public struct StoreCommand: Hashable, Sendable {
    public let uids: UIDSet
    public let change: Change
    /// Without `\Recent`, which clients cannot set.
    public let flags: [Flag]
    /// Whether to suppress the FETCH responses with the new flags.
    public var isSilent = true

    public enum Change: Hashable, Sendable {
        case add
        case remove
    }

    public init(_ uids: UIDSet, _ change: Change, _ flags: [Flag]) {
        self.uids = uids
        self.change = change
        self.flags = flags.filter { $0 != .recent }
    }
}
