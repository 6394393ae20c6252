public import MailTypes

/// NOTIFY: the mailbox events that the server reports without being polled [RFC 5465 §3].
///
/// Replaces any previous NOTIFY, and applies to the current connection only.
public struct NotifyCommand: Hashable, Sendable {
    /// If a mailbox belongs to several groups, the first one applies. Without groups, the server reports nothing before
    /// the next command that polls, not even for the selected mailbox.
    public var groups: [Group]
    /// Whether the server sends the STATUS of the mailboxes at once, so that no change is missed in between.
    public var returnsStatus = true

    public struct Group: Hashable, Sendable {
        public let mailboxes: Mailboxes
        /// If empty, nothing is reported for these mailboxes.
        public let events: [Event]
        /// The items to report with each new message in the selected mailbox.
        public var items: [FetchItem] = []

        public init(_ mailboxes: Mailboxes, _ events: [Event]) {
            self.mailboxes = mailboxes
            self.events = events
        }
    }

    public enum Mailboxes: Hashable, Sendable {
        /// The selected mailbox. Events are reported immediately, whatever command is in progress.
        case selected
        /// The selected mailbox. Expunged messages are reported only when sequence numbers may change.
        case selectedDelayed
        /// All mailboxes that mail may be delivered to.
        case inboxes
        case personal
        case subscribed
        /// These mailboxes and all below them.
        case subtree([EncodedMailboxName])
        case named([EncodedMailboxName])
    }

    public enum Event: String, CaseIterable, Hashable, Sendable {
        case messageNew = "MessageNew"
        case messageExpunge = "MessageExpunge"
        case flagChange = "FlagChange"
        case mailboxName = "MailboxName"
        case subscriptionChange = "SubscriptionChange"
    }

    public init(_ groups: [Group]) {
        self.groups = groups
    }
}
