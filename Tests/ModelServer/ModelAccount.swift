public import MailTypes

/// Everything a model server stores for its user, and the commands that it received.
public struct ModelAccount: Sendable {
    public let profile: ModelProfile
    public internal(set) var mailboxes: [EncodedMailboxName: ModelMailbox] = [:]
    public internal(set) var user = "kim"
    public internal(set) var password = "secret-kim"
    /// The valid tokens. If empty, the server offers no token mechanisms.
    public internal(set) var tokens: Set<String> = []
    /// The server's clock: the date of messages appended without one.
    public internal(set) var now = Instant(seconds: 1_700_000_000)
    /// All commands of all connections, in order of execution.
    public internal(set) var log: [CommandRecord] = []
    /// Client errors: bytes that are not a command, and commands that the server does not support.
    public internal(set) var violations: [String] = []
    /// The replies to give instead of executing commands, with the number of times left, by verb.
    var refusals: [String: (answer: String, count: Int)] = [:]
    private var lastUIDValidity: UInt32 = 1000
    private var lastObject: UInt64 = 0

    public init(_ profile: ModelProfile) {
        self.profile = profile
        create(.inbox)
        for mailbox in profile.mailboxes {
            if let name = EncodedMailboxName(Array((profile.prefix + mailbox.name).utf8)) { create(name, mailbox.use) }
        }
    }

    var date: DateTime { DateTime(instant: now, offsetMinutes: 0) }

    public func name(of use: SpecialUse) -> EncodedMailboxName? {
        mailboxes.filter { $0.value.use == use }.map(\.key).min { $0.octets.lexicographicallyPrecedes($1.octets) }
    }

    /// INBOX first, then sorted by bytes.
    public var names: [EncodedMailboxName] {
        mailboxes.keys.sorted { one, other in
            one.isInbox != other.isInbox ? one.isInbox : one.octets.lexicographicallyPrecedes(other.octets)
        }
    }

    mutating func nextUIDValidity() -> UInt32 {
        lastUIDValidity += 1
        return lastUIDValidity
    }

    /// Returns `nil` if the command should be executed.
    mutating func refusal(of verb: String) -> String? {
        guard let refusal = refusals[verb], refusal.count > 0 else { return nil }
        refusals[verb]?.count -= 1
        return refusal.answer
    }

    // MARK: - Mailboxes

    mutating func create(_ name: EncodedMailboxName, _ use: SpecialUse? = nil) {
        guard mailboxes[name] == nil else { return }
        let uidValidity = nextUIDValidity()
        mailboxes[name] = ModelMailbox(uidValidity: uidValidity, id: "F\(uidValidity)", use: use)
    }

    mutating func delete(_ name: EncodedMailboxName) {
        mailboxes[name] = nil
    }

    /// Renames a mailbox and everything below it. INBOX itself stays, and only its messages move [RFC 3501 §6.3.5].
    mutating func rename(_ name: EncodedMailboxName, to target: EncodedMailboxName) {
        if name.isInbox {
            guard var inbox = mailboxes[.inbox] else { return }
            create(target)
            for message in inbox.expunge(UIDSet(UID.first ... .last)) {
                _ = mailboxes[target]?.add(
                    message.content, message.flags, message.internalDate, object: message.object)
            }
            mailboxes[.inbox] = inbox
            return
        }
        let below = name.octets + [profile.separator]
        for old in names where old == name || profile.renamesInferiors && old.octets.starts(with: below) {
            guard var mailbox = mailboxes.removeValue(forKey: old),
                let new = EncodedMailboxName(target.octets + old.octets.dropFirst(name.octets.count))
            else { continue }
            if !profile.keepsUIDValidityOnRename { mailbox.uidValidity = nextUIDValidity() }
            mailboxes[new] = mailbox
        }
    }

    // MARK: - Messages

    /// Returns `nil` if the mailbox does not exist. `object` identifies the message that this is a copy of.
    mutating func add(
        _ content: [UInt8], _ flags: FlagSet, _ date: DateTime, to name: EncodedMailboxName, object: UInt64? = nil,
        delay: Int = 0
    ) -> UID? {
        if profile.hasLabels { return label(content, flags, date, name, object: object) }
        let object = object ?? nextObject()
        return mailboxes[name]?.add(content, flags, date, object: object, delay: delay)
    }

    mutating func nextObject() -> UInt64 {
        lastObject += 1
        return lastObject
    }

    /// Returns whether anything changed.
    mutating func setFlags(_ name: EncodedMailboxName, _ uid: UID, _ change: (inout FlagSet) -> Void) -> Bool {
        guard let index = mailboxes[name]?.index(of: uid), var flags = mailboxes[name]?.messages[index].flags,
            let object = mailboxes[name]?.messages[index].object
        else { return false }
        change(&flags)
        if let permanent = profile.permanentFlags { flags = FlagSet(flags.flags.filter { permanent.contains($0) }) }
        guard mailboxes[name]?.setFlags(flags, at: index) ?? false else { return false }
        if profile.hasLabels { share(flags, of: object) }
        return true
    }

    mutating func expunge(_ name: EncodedMailboxName, _ uids: UIDSet) -> [ModelMessage] {
        let gone = mailboxes[name]?.expunge(uids) ?? []
        if profile.hasLabels { for message in gone { unlabel(message, name) } }
        return gone
    }

    /// Returns `nil` if the message or the target does not exist.
    mutating func copy(_ name: EncodedMailboxName, _ uid: UID, to target: EncodedMailboxName) -> UID? {
        guard let message = mailboxes[name]?.message(uid), mailboxes[target] != nil else { return nil }
        return add(message.content, message.flags, message.internalDate, to: target, object: message.object)
    }

    mutating func move(_ name: EncodedMailboxName, _ uid: UID, to target: EncodedMailboxName) -> UID? {
        guard let copy = copy(name, uid, to: target) else { return nil }
        // With labels, the message may be gone already, or the target may be its own mailbox.
        if name != target || copy != uid { _ = mailboxes[name]?.expunge(UIDSet(uid)) }
        return copy
    }
}
