public import MailTypes

/// What is known about the messages that the server still has.
public enum Presence: Hashable, Sendable {
    /// The UIDs of all messages: UID SEARCH ALL, or with a window, SEARCH SINCE combined with searches for all messages
    /// that are here, all that the baseline has pending, and all from its UIDNEXT on. A pending message may be the copy
    /// of a file that is here, even if it is older than the window by now.
    case complete(UIDSet)
    /// The UIDs removed since the baseline's mod-sequence: VANISHED (EARLIER) [RFC 7162 §3.2.10].
    case vanished(UIDSet)
    /// Nothing except perhaps a count. Without a count, the baseline's mod-sequence must not advance: earlier removals
    /// would never be reported.
    case unknown
}

/// A mailbox as the server reported it, from a complete listing to a few changes.
public struct ServerMailbox: Hashable, Sendable {
    public var status: MailboxFingerprint
    public var presence: Presence
    /// In ascending UID order: each message whose flags were reported, and each new one. All others are unchanged.
    public var messages: [ServerMessage]
    public var permanentFlags: PermanentFlags
    /// SELECT returned `[READ-ONLY]`, or the mailbox was opened with EXAMINE.
    public var isReadOnly: Bool
    /// Whether all messages on the server are inside the window, so that the message count can be compared.
    public var isCounted: Bool
    /// Whether a second listing has confirmed which messages are gone.
    public var isVerified: Bool

    public init(
        status: MailboxFingerprint, presence: Presence, messages: [ServerMessage] = [],
        permanentFlags: PermanentFlags = .any, isReadOnly: Bool = false, isCounted: Bool = true,
        isVerified: Bool = false
    ) {
        self.status = status
        self.presence = presence
        let isAscending = zip(messages, messages.dropFirst()).allSatisfy { $0.uid < $1.uid }
        self.messages = isAscending ? messages : messages.sorted { $0.uid < $1.uid }
        self.permanentFlags = permanentFlags
        self.isReadOnly = isReadOnly
        self.isCounted = isCounted
        self.isVerified = isVerified
    }

    func message(_ uid: UID) -> ServerMessage? {
        var low = 0
        var high = messages.count
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].uid < uid { low = middle + 1 } else { high = middle }
        }
        return low < messages.count && messages[low].uid == uid ? messages[low] : nil
    }
}
