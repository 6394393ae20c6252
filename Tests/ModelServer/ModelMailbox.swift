public import MailTypes

/// A message as the model server keeps it.
public struct ModelMessage: Hashable, Sendable {
    public let uid: UID
    public internal(set) var flags: FlagSet
    public let content: [UInt8]
    public let internalDate: DateTime
    /// The same for all copies of a message, and for nothing else: EMAILID, X-GM-MSGID.
    public let object: UInt64
    public internal(set) var modSequence: UInt64
    /// For how many commands more it is counted and cannot be fetched.
    var delay = 0
}

/// A mailbox with its counters [RFC 3501 §2.3.1, RFC 7162 §3.1]. Each change of a message, and each that goes, has a
/// mod-sequence of its own.
public struct ModelMailbox: Sendable {
    public internal(set) var uidValidity: UInt32
    public internal(set) var uidNext: UInt32 = 1
    /// In ascending order of UID.
    public private(set) var messages: [ModelMessage] = []
    public private(set) var highestModSequence: UInt64 = 1
    public internal(set) var use: SpecialUse?
    public internal(set) var isSubscribed = true
    /// Nobody may change anything in it.
    public internal(set) var isReadOnly = false
    /// [RFC 8474 §4]
    public internal(set) var id: String
    private var expunged: [(uid: UID, modSequence: UInt64)] = []
    /// What went before this is not known any more.
    private var firstKnown: UInt64 = 0
    /// Counts whatever happens here.
    private(set) var changes = 0

    init(uidValidity: UInt32, id: String, use: SpecialUse? = nil) {
        self.uidValidity = uidValidity
        self.id = id
        self.use = use
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

    /// Where the messages of the set stand, in ascending order.
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

    /// `false` where nothing changes: then it has no mod-sequence either.
    mutating func setFlags(_ flags: FlagSet, at index: Int) -> Bool {
        guard messages[index].flags != flags else { return false }
        highestModSequence += 1
        changes += 1
        messages[index].flags = flags
        messages[index].modSequence = highestModSequence
        return true
    }

    /// Returns those that were there.
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

    /// What VANISHED (EARLIER) says [RFC 7162 §3.2.5.1]: where the server has forgotten, all that is not there.
    func vanished(since modSequence: UInt64) -> UIDSet {
        guard modSequence < firstKnown else {
            return UIDSet(expunged.lazy.filter { $0.modSequence > modSequence }.map(\.uid))
        }
        guard let last = UID(rawValue: uidNext)?.previous else { return UIDSet() }
        return UIDSet(.first...last).subtracting(UIDSet(messages.map(\.uid)))
    }

    /// Another life: all messages have other UIDs, which nobody is told of.
    mutating func renumber(_ uidValidity: UInt32) {
        let old = messages
        let count = changes
        self = ModelMailbox(uidValidity: uidValidity, id: id, use: use)
        changes = count + 1
        for message in old {
            _ = add(message.content, message.flags, message.internalDate, object: message.object)
        }
    }

    /// As after a server was restored: what it counted since is counted once more.
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

    /// One command less until what was delivered can be fetched.
    mutating func passCommand() {
        for index in messages.indices.reversed().prefix(100) where messages[index].delay > 0 {
            messages[index].delay -= 1
        }
    }
}
