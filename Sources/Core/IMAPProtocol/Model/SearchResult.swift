public import MailTypes

/// The result of a SEARCH or ESEARCH response [RFC 9051 §7.3.3, RFC 4731].
public struct SearchResult: Hashable, Sendable {
    /// The numbers of SEARCH, or ALL of ESEARCH. `nil` if an ESEARCH has no ALL.
    public var found: UIDSet?
    public var least: UID?
    public var greatest: UID?
    public var count: UInt32?
    public var modSequence: ModSequence?
    /// The tag of the command that the result belongs to, if reported.
    public var tag: CommandTag?
    /// Whether the response is marked as containing UIDs, which only ESEARCH can be.
    public var isUID = false

    public init() {}
}
