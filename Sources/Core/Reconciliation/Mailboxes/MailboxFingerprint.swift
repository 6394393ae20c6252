public import MailTypes

/// The values that show whether a mailbox has changed, without opening it [RFC 9051 §6.3.11, RFC 7162 §3.1.8].
public struct MailboxFingerprint: Hashable, Sendable {
    public var uidValidity: UIDValidity
    /// `nil` if the server does not report it.
    public var uidNext: UID?
    public var messages: Int
    public var unseen: Int?
    public var highestModSequence: ModSequence?

    public init(
        uidValidity: UIDValidity, uidNext: UID? = nil, messages: Int, unseen: Int? = nil,
        highestModSequence: ModSequence? = nil
    ) {
        self.uidValidity = uidValidity
        self.uidNext = uidNext
        self.messages = messages
        self.unseen = unseen
        self.highestModSequence = highestModSequence
    }
}
