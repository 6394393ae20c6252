/// The arguments of LIST [RFC 5258, RFC 5819].
public struct ListCommand: Hashable, Sendable {
    public var reference: [UInt8] = []
    /// The mailbox pattern, which may contain the wildcards `*` and `%`.
    public var pattern: [UInt8] = [ASCII.asterisk]
    /// The return options, each of which requires a capability of the server.
    public var returnsSpecialUse = false
    public var returnsSubscribed = false
    public var returnsStatus: [StatusItem] = []

    public init() {}
}

/// A data item that STATUS can request.
public enum StatusItem: String, CaseIterable, Hashable, Sendable {
    case messages = "MESSAGES"
    case uidNext = "UIDNEXT"
    case uidValidity = "UIDVALIDITY"
    case unseen = "UNSEEN"
    case highestModSequence = "HIGHESTMODSEQ"
    case size = "SIZE"
    case appendLimit = "APPENDLIMIT"
}
