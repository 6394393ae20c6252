public import MailTypes

/// A mailbox as the server reported it, from a complete listing to a few changes.
public struct ServerMailbox: Hashable, Sendable {
    public var status: MailboxFingerprint
    public var presence: ServerUIDReport
    /// In ascending UID order: each message whose flags were reported, and each new one. All others are unchanged.
    public var messages: [ServerMessage]
    public var permanentFlags: PermanentFlags
    /// SELECT returned `[READ-ONLY]`, or the mailbox was opened with EXAMINE.
    public var isReadOnly: Bool
    /// Whether all messages on the server are inside the window, so that the message count can be compared.
    public var isCounted: Bool
    /// Whether a second listing has confirmed which messages are gone.
    public var isVerified: Bool
    /// INTERNALDATE of the messages by which the mailbox can be recognized.
    public var dates: [UID: Instant] = [:]

    public init(
        status: MailboxFingerprint, presence: ServerUIDReport, messages: [ServerMessage] = [],
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

    /// The first UID that no message has: UIDNEXT, unless the server also reports messages with higher UIDs. `nil` if it
    /// reported no UIDNEXT.
    var firstFreeUID: UID? {
        guard let next = status.uidNext, let last = messages.last?.uid, last >= next else { return status.uidNext }
        return last.next ?? .last
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
