public import MailTypes

/// A mailbox with its counters [RFC 3501 §2.3.1, RFC 7162 §3.1]. Each change and each removal of a message gets a new
/// mod-sequence.
public struct ModelMailbox: Sendable {
    public internal(set) var uidValidity: UInt32
    public internal(set) var uidNext: UInt32 = 1
    /// In ascending order of UID.
    public private(set) var messages: [ModelMessage] = []
    public private(set) var highestModSequence: UInt64 = 1
    public internal(set) var use: SpecialUse?
    public internal(set) var isSubscribed = true
    /// Whether changes are forbidden.
    public internal(set) var isReadOnly = false
    /// MAILBOXID [RFC 8474 §4].
    public internal(set) var id: String
    private var expunged: [(uid: UID, modSequence: UInt64)] = []
    /// The server has forgotten removals before this mod-sequence.
    private var firstKnown: UInt64 = 0
    /// Counts all changes to this mailbox.
    private(set) var changes = 0

    init(uidValidity: UInt32, id: String, use: SpecialUse? = nil) {
        self.uidValidity = uidValidity
        self.id = id
        self.use = use
    }

    mutating func substitute(_ uid: UID, by content: [UInt8]) {
        if let index = index(of: uid) { messages[index].content = content }
    }

    public func index(of uid: UID) -> Int? {
        var low = 0
        var high = messages.count
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].uid < uid { low = middle + 1 } else { high = middle }
        }
        return low < messages.count && messages[low].uid == uid ? low : nil
    }

    public func message(_ uid: UID) -> ModelMessage? { index(of: uid).map { messages[$0] } }

    /// The indices of the messages in the set, in ascending order.
    func indices(of uids: UIDSet) -> [Int] {
        messages.indices.filter { uids.contains(messages[$0].uid) }
    }

    mutating func add(_ content: [UInt8], _ flags: FlagSet, _ date: DateTime, object: UInt64, delay: Int = 0) -> UID {
        highestModSequence += 1
        changes += 1
        guard let uid = UID(rawValue: uidNext) else { preconditionFailure("a mailbox is full") }
        uidNext += 1
        messages.append(
            ModelMessage(
                uid: uid, flags: flags, content: content, internalDate: date, object: object,
                modSequence: highestModSequence, delay: delay))
        return uid
    }

    /// Removes a message without a trace, as a server does whose listing is incomplete for a while.
    mutating func withhold(_ uid: UID) -> ModelMessage? {
        guard let index = index(of: uid) else { return nil }
        changes += 1
        return messages.remove(at: index)
    }

    /// Puts a message back under its UID.
    mutating func putBack(_ message: ModelMessage) {
        changes += 1
        messages.insert(message, at: messages.firstIndex { $0.uid > message.uid } ?? messages.endIndex)
    }

    /// Returns `false` if nothing changes. The mod-sequence stays the same then.
    mutating func setFlags(_ flags: FlagSet, at index: Int) -> Bool {
        guard messages[index].flags != flags else { return false }
        highestModSequence += 1
        changes += 1
        messages[index].flags = flags
        messages[index].modSequence = highestModSequence
        return true
    }

    /// Returns the messages that were removed.
    mutating func expunge(_ uids: UIDSet) -> [ModelMessage] {
        let gone = messages.filter { uids.contains($0.uid) }
        guard !gone.isEmpty else { return [] }
        messages.removeAll { uids.contains($0.uid) }
        changes += 1
        for message in gone {
            highestModSequence += 1
            expunged.append((message.uid, highestModSequence))
        }
        return gone
    }

    /// The UIDs for VANISHED (EARLIER) [RFC 7162 §3.2.5.1]. If the server has forgotten the removals, these are all
    /// UIDs that do not exist.
    func vanished(since modSequence: UInt64) -> UIDSet {
        guard modSequence < firstKnown else {
            return UIDSet(expunged.lazy.filter { $0.modSequence > modSequence }.map(\.uid))
        }
        guard let last = UID(rawValue: uidNext)?.previous else { return UIDSet() }
        return UIDSet(.first...last).subtracting(UIDSet(messages.map(\.uid)))
    }

    /// Replaces the UIDVALIDITY and all UIDs, without notifying clients.
    mutating func renumber(_ uidValidity: UInt32) {
        let old = messages
        let count = changes
        self = ModelMailbox(uidValidity: uidValidity, id: id, use: use)
        changes = count + 1
        for message in old {
            _ = add(message.content, message.flags, message.internalDate, object: message.object)
        }
    }

    /// Resets the mod-sequences, as if the server was restored from a backup. Later changes reuse them.
    mutating func rollBack(to modSequence: UInt64) {
        highestModSequence = modSequence
        expunged.removeAll { $0.modSequence > modSequence }
        for index in messages.indices {
            messages[index].modSequence = min(messages[index].modSequence, modSequence)
        }
        changes += 1
    }

    mutating func forgetExpunged() {
        expunged = []
        firstKnown = highestModSequence
    }

    /// Counts down the commands until delivered messages can be fetched.
    mutating func passCommand() {
        for index in messages.indices.reversed().prefix(100) where messages[index].delay > 0 {
            messages[index].delay -= 1
        }
    }
}
