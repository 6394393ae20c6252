public import MailTypes

/// A mailbox as LIST returns it, with its STATUS if the server returns both [RFC 5258, RFC 5819].
public struct MailboxListing: Hashable, Sendable {
    public let name: MailboxName
    /// The special use that the server reports.
    public var use: SpecialUse?
    /// `false` for `\Noselect` and `\NonExistent`: the name is only a level of the hierarchy.
    public var isSelectable: Bool
    public var status: MailboxFingerprint?

    public init(
        _ name: MailboxName, use: SpecialUse? = nil, isSelectable: Bool = true, status: MailboxFingerprint? = nil
    ) {
        self.name = name
        self.use = use
        self.isSelectable = isSelectable
        self.status = status
    }
}
