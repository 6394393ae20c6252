internal import IMAPProtocol
internal import MailClients
internal import MailTypes

/// The commands about the inbox that are sent when IDLE ends, before the sync that needs the answers.
struct EarlyInboxQuery: Sendable {
    /// Those that query its state.
    var state: [IMAPCommand] = []
    /// Fetches the beginnings of new messages, if any have arrived.
    var messages: IMAPCommand?

    /// The most messages that are fetched. Usually one has arrived.
    private static let mostMessages: UInt32 = 8

    init() {}

    /// `next`: the UID that the first new message will have. `withStructure`: whether only messages without attachments
    /// are wanted.
    init(state: [IMAPCommand], next: UID?, withStructure: Bool) {
        self.state = state
        guard !state.isEmpty, let next else { return }
        let last = UID(rawValue: next.rawValue &+ (Self.mostMessages - 1))
        let items: [FetchItem] = withStructure ? [.size, .bodyStructure] : [.size]
        messages = .fetch(FetchCommand(UIDSet(next...max(next, last ?? next)), items + MessageBeginning.items))
    }

    /// The commands in the order in which they are sent.
    func commands(withMessages: Bool) -> [IMAPCommand] {
        state + (withMessages ? messages.map { [$0] } ?? [] : [])
    }
}

/// New messages that were fetched with `EarlyInboxQuery.messages`: those of which the first bytes are all.
struct EarlyMessages: Sendable {
    private(set) var messages: [UID: ArrivedMessage] = [:]
    private let uids: UIDSet
    private let needsStructure: Bool
    /// The bytes of the message that is being received.
    private var octets: [UInt8] = []
    private var isBeginning = false

    /// Nothing is kept if `command` fetches nothing.
    init(_ command: IMAPCommand?) {
        guard case .fetch(let fetch)? = command else {
            (uids, needsStructure) = (UIDSet(), false)
            return
        }
        uids = fetch.uids
        needsStructure = fetch.items.contains(.bodyStructure)
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
        guard let uid = message.uid, uids.contains(uid),
            let whole = MessageBeginning.wholeMessage(message, streamed: octets)
        else { return }
        if needsStructure {
            guard let structure = message.details?.bodyStructure?.value, case .whole = PartSelection(structure) else {
                return
            }
        }
        messages[uid] = whole
    }
}
