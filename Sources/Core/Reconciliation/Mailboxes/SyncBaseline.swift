public import MailTypes

/// The state of a mailbox that both sides last agreed on. It advances only after the changes it records, so repeating a
/// step after a crash does no harm, and a message that is not in it is never treated as deleted.
public struct SyncBaseline: Hashable, Sendable {
    public var status: MailboxFingerprint
    /// In ascending UID order.
    public private(set) var messages: [BaselineMessage]
    /// The number of further messages that are unchanged on both sides and need not be listed.
    public let others: Int
    /// Messages on the server that belong here and have not been fetched yet.
    public private(set) var pending: UIDSet
    /// The number of consecutive syncs that found a new UIDVALIDITY.
    public var renumberings: Int

    public init(
        status: MailboxFingerprint, messages: [BaselineMessage] = [], others: Int = 0, pending: UIDSet = UIDSet(),
        renumberings: Int = 0
    ) {
        self.status = status
        self.messages = messages.sorted { $0.uid < $1.uid }
        self.others = others
        self.pending = pending
        self.renumberings = renumberings
    }

    /// Creates an empty baseline, without UIDNEXT. Every checkpoint sets UIDNEXT.
    public init(beginning uidValidity: UIDValidity) {
        self.init(status: MailboxFingerprint(uidValidity: uidValidity, messages: 0))
    }

    /// The number of messages that both sides have.
    public var count: Int { messages.count + others }

    public func message(_ uid: UID) -> BaselineMessage? {
        let index = index(of: uid)
        return index < messages.count && messages[index].uid == uid ? messages[index] : nil
    }

    /// Records that both sides have these messages. Existing entries are replaced.
    public mutating func agree(_ agreed: [BaselineMessage]) {
        guard !agreed.isEmpty else { return }
        pending = pending.subtracting(UIDSet(agreed.map(\.uid)))
        var added: [BaselineMessage] = []
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

    /// Records a flag change on both sides. Does nothing if the message is unknown.
    public mutating func agree(_ uid: UID, on change: FlagDelta) {
        let index = index(of: uid)
        guard index < messages.count, messages[index].uid == uid else { return }
        messages[index].flags.apply(change)
    }

    /// Records that neither side has these messages.
    public mutating func forget(_ uids: UIDSet) {
        messages.removeAll { uids.contains($0.uid) }
        pending = pending.subtracting(uids)
    }

    /// Marks messages that were here before as pending again.
    public mutating func expect(_ uids: UIDSet) {
        messages.removeAll { uids.contains($0.uid) }
        pending = pending.union(uids)
    }

    /// Records that the mailbox is known as of `status`. Those of `expected` that are not here yet stay pending.
    public mutating func advance(to status: MailboxFingerprint, expecting expected: UIDSet) {
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
