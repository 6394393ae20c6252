import MailTypes
import Reconciliation

func uid(_ number: UInt32) -> UID { UID(rawValue: number) ?? .first }

func life(_ number: UInt32) -> UIDValidity {
    guard let life = UIDValidity(rawValue: number) else { preconditionFailure("0 is no UIDVALIDITY") }
    return life
}

func draft(_ number: UInt8) -> DraftID { DraftID(random: [UInt8](repeating: number, count: 16)) }

/// A file whose handle and content default to the number of its message.
func file(
    _ number: Int, _ flags: [Flag] = [], uid number2: UInt32? = nil, content: Int? = nil, life: UInt32 = 1,
    isWhole: Bool = true, isDraft: Bool = false, identity: MessageIdentity? = nil
) -> LocalMessage {
    let claimed = UID(rawValue: number2 ?? UInt32(number))
    let claim = UIDValidity(rawValue: life).flatMap { life in claimed.map { LocalMessage.Claim(life, $0) } }
    return LocalMessage(
        handle: LocalMessage.Handle(rawValue: number), claim: claim, flags: FlagSet(flags),
        content: InternedContentID(rawValue: content ?? number), isWhole: isWhole, isDraft: isDraft,
        identity: identity)
}

/// A file without a UID.
func stray(
    _ number: Int, content: Int, _ flags: [Flag] = [], isWhole: Bool = true, identity: MessageIdentity? = nil
) -> LocalMessage {
    LocalMessage(
        handle: LocalMessage.Handle(rawValue: number), flags: FlagSet(flags),
        content: InternedContentID(rawValue: content), isWhole: isWhole, identity: identity)
}

func on(
    _ number: UInt32, _ flags: [Flag] = [], content: Int? = nil, identity: MessageIdentity? = nil,
    isInWindow: Bool = true
) -> ServerMessage {
    ServerMessage(
        uid(number), flags: FlagSet(flags), content: content.map { InternedContentID(rawValue: $0) },
        identity: identity,
        isInWindow: isInWindow)
}

func agreed(_ number: UInt32, _ flags: [Flag] = [], content: Int? = nil) -> BaselineMessage {
    BaselineMessage(
        uid(number), flags: FlagSet(flags), content: InternedContentID(rawValue: content ?? Int(number)))
}

func baseline(_ messages: [BaselineMessage], life number: UInt32 = 1, pending: UIDSet = UIDSet()) -> SyncBaseline {
    let next = messages.last?.uid.next ?? uid(2)
    return SyncBaseline(
        status: MailboxFingerprint(
            uidValidity: life(number), uidNext: next, messages: messages.count,
            highestModSequence: ModSequence(rawValue: 10)),
        messages: messages, pending: pending)
}

/// A complete listing.
func listing(
    _ messages: [ServerMessage], life number: UInt32 = 1, isVerified: Bool = false, isReadOnly: Bool = false,
    permanentFlags: PermanentFlags = .any
) -> ServerMailbox {
    let inside = messages.filter(\.isInWindow)
    let next = messages.last?.uid.next ?? uid(2)
    return ServerMailbox(
        status: MailboxFingerprint(
            uidValidity: life(number), uidNext: next, messages: inside.count,
            highestModSequence: ModSequence(rawValue: 10)),
        presence: .complete(UIDSet(inside.map(\.uid))), messages: messages, permanentFlags: permanentFlags,
        isReadOnly: isReadOnly, isVerified: isVerified)
}

/// An incremental listing, with the number of messages.
func changes(
    _ messages: [ServerMessage] = [], _ presence: ServerUIDReport = .unknown, count: Int?, modSequence: UInt64 = 10
) -> ServerMailbox {
    ServerMailbox(
        status: MailboxFingerprint(
            uidValidity: life(1), uidNext: uid(99), messages: count ?? 0,
            highestModSequence: ModSequence(rawValue: modSequence)),
        presence: presence, messages: messages, isCounted: count != nil)
}

func inbox(
    _ files: [LocalMessage], _ server: ServerMailbox?, _ baseline: SyncBaseline?,
    look: LocalMailbox.ScanReliability = .settled
) -> ThreeWayMailboxState {
    var server = server
    // UIDNEXT never decreases, even if the last messages are gone.
    if let next = baseline?.status.uidNext, let now = server?.status.uidNext, now < next,
        baseline?.status.uidValidity == server?.status.uidValidity
    {
        server?.status.uidNext = next
    }
    return ThreeWayMailboxState(
        .inbox, local: LocalMailbox(messages: files, look: look), server: server, baseline: baseline)
}

/// A mailbox that is equal on both sides, except for additional local files.
func mailbox(
    _ name: MailboxName, kind: ThreeWayMailboxState.Kind = .mailbox, _ same: [UInt32] = [], files: [LocalMessage] = [],
    look: LocalMailbox.ScanReliability = .settled
) -> ThreeWayMailboxState {
    let there = listing(same.map { on($0) })
    return ThreeWayMailboxState(
        name, kind: kind, local: LocalMailbox(messages: same.map { file(Int($0)) } + files, look: look), server: there,
        baseline: SyncBaseline(status: there.status, messages: same.map { agreed($0) }))
}

let trash = mailbox(.trash, kind: .trash)
