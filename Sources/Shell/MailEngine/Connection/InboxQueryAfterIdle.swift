internal import IMAPProtocol
internal import MailClients
internal import MailTypes

/// The commands about the inbox that are sent when IDLE ends, before the sync that needs the answers.
struct InboxQueryAfterIdle: Sendable {
    /// Those that query its state.
    var state: [IMAPCommand] = []
    /// The UID that the first new message will have; `nil` to fetch none.
    var next: UID?
    /// Whether only messages without attachments are fetched.
    var withStructure = false

    /// Returns the commands in the order in which they are sent. The last one fetches the beginnings of this many new
    /// messages, if any, but not of too many. Usually one has arrived.
    func commands(newMessages: UInt32) -> [IMAPCommand] {
        guard newMessages > 0, !state.isEmpty, let uids = uids(newMessages) else { return state }
        let items: [FetchItem] = withStructure ? [.size, .bodyStructure] : [.size]
        return state + [.fetch(FetchCommand(uids, items + MessageBeginning.items))]
    }

    /// Returns the UIDs that this many new messages probably have.
    func uids(_ count: UInt32) -> UIDSet? {
        guard let next else { return nil }
        let last = UID(rawValue: next.rawValue &+ (min(count, UInt32(MessageBeginning.mostMessages)) - 1))
        return UIDSet(next...max(next, last ?? next))
    }
}

/// New messages that were fetched with `InboxQueryAfterIdle`: those of which the first bytes are all.
struct MessagesFetchedAfterIdle: Sendable {
    private(set) var messages: [UID: ArrivedMessage] = [:]
    /// The flags that the server has reported last, also for messages that are not kept. They may be newer than those in
    /// the state of the mailbox.
    private(set) var flags: [UID: FlagSet] = [:]
    /// Whether only messages without attachments are kept.
    let needsStructure: Bool
    private let uids: UIDSet
    /// The bytes of the message that is being received.
    private var octets: [UInt8] = []
    private var isBeginning = false

    init(_ query: InboxQueryAfterIdle) {
        uids = query.uids(UInt32(MessageBeginning.mostMessages)) ?? UIDSet()
        needsStructure = query.withStructure
    }

    mutating func take(_ event: IMAPResponseEvent) {
        switch event {
        case .literal(.begin(_, let item, _), _):
            isBeginning = item == MessageBeginning.section
            if isBeginning { octets = [] }
        case .literal(.octets(let piece), _):
            // A server may send more than was asked for.
            if isBeginning { octets += piece.prefix(Int(MessageBeginning.octets) - octets.count) }
        case .data(.fetch(let message), _, _):
            take(message)
            octets = []
        case .literal(.end, _), .data, .alert: break
        }
    }

    private mutating func take(_ message: FetchedMessage) {
        guard let uid = message.uid, uids.contains(uid) else { return }
        if let known = message.flags {
            flags[uid] = known
            messages[uid]?.flags = known
        }
        guard let whole = MessageBeginning.wholeMessage(message, streamed: octets) else { return }
        if needsStructure {
            guard let structure = message.details?.bodyStructure?.value, case .whole = PartSelection(structure) else {
                return
            }
        }
        messages[uid] = whole
    }
}
