public import MailTypes

/// The numbers by which a mailbox can be told to be as it was, without opening it [RFC 9051 §6.3.11, RFC 7162 §3.1.8].
public struct MailboxStatus: Hashable, Sendable {
    public var uidValidity: UIDValidity
    /// `nil` where the server does not say.
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

/// A message that both sides have, as they last agreed on it.
public struct AnchoredMessage: Hashable, Sendable {
    public let uid: UID
    public var flags: FlagSet
    public let content: ContentClass

    public init(_ uid: UID, flags: FlagSet, content: ContentClass) {
        self.uid = uid
        self.flags = flags
        self.content = content
    }
}

/// What both sides of a mailbox last agreed on. It moves only behind what it tells of: whatever a crash makes a sync do
/// again does no harm, and what is not in it is never taken for deleted.
public struct SyncAnchor: Hashable, Sendable {
    public var status: MailboxStatus
    /// In ascending order.
    public private(set) var messages: [AnchoredMessage]
    /// How many more there are that nothing has happened to on either side, so that they need not be named.
    public let others: Int
    /// Those that the server has, that belong here, and that have not come yet.
    public private(set) var pending: UIDSet
    /// How many syncs in a row have found another UIDVALIDITY.
    public var renumberings: Int
    /// Known where the server says it [RFC 8474 §4].
    public var mailboxID: [UInt8]?

    public init(
        status: MailboxStatus, messages: [AnchoredMessage] = [], others: Int = 0, pending: UIDSet = UIDSet(),
        renumberings: Int = 0,
        mailboxID: [UInt8]? = nil
    ) {
        self.status = status
        self.messages = messages.sorted { $0.uid < $1.uid }
        self.others = others
        self.pending = pending
        self.renumberings = renumberings
        self.mailboxID = mailboxID
    }

    /// One that knows nothing yet, not even UIDNEXT. A checkpoint always does.
    public init(beginning uidValidity: UIDValidity) {
        self.init(status: MailboxStatus(uidValidity: uidValidity, messages: 0))
    }

    /// How many messages both sides have.
    public var count: Int { messages.count + others }

    public func message(_ uid: UID) -> AnchoredMessage? {
        let index = index(of: uid)
        return index < messages.count && messages[index].uid == uid ? messages[index] : nil
    }

    /// Both sides have these now. Those that are there already are replaced.
    public mutating func agree(_ agreed: [AnchoredMessage]) {
        guard !agreed.isEmpty else { return }
        pending = pending.subtracting(UIDSet(agreed.map(\.uid)))
        var added: [AnchoredMessage] = []
        for message in agreed {
            let index = index(of: message.uid)
            if index < messages.count, messages[index].uid == message.uid {
                messages[index] = message
            } else {
                added.append(message)
            }
        }
        if !added.isEmpty { messages = (messages + added).sorted { $0.uid < $1.uid } }
    }

    /// The flags of a message changed on both sides. Nothing where it is not known.
    public mutating func agree(_ uid: UID, on change: FlagDelta) {
        let index = index(of: uid)
        guard index < messages.count, messages[index].uid == uid else { return }
        messages[index].flags.apply(change)
    }

    /// Neither side has these any more.
    public mutating func forget(_ uids: UIDSet) {
        messages.removeAll { uids.contains($0.uid) }
        pending = pending.subtracting(uids)
    }

    /// These are to come, though they were here once.
    public mutating func expect(_ uids: UIDSet) {
        messages.removeAll { uids.contains($0.uid) }
        pending = pending.union(uids)
    }

    /// The mailbox is known as of `status`. Those of `expected` that have not come are still to come.
    public mutating func advance(to status: MailboxStatus, expecting expected: UIDSet) {
        self.status = status
        pending = expected.subtracting(UIDSet(messages.map(\.uid)))
        renumberings = 0
    }

    private func index(of uid: UID) -> Int {
        var low = 0
        var high = messages.count
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].uid < uid { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
