internal import IMAPProtocol
internal import InternetMessage
internal import MailTypes

/// Generates the commands of each pipeline and collects the responses.
struct TextFetchPipeline {
    struct Part {
        let command: IMAPCommand
        /// Whether it requests whole messages, so that there is no fallback if it fails.
        var isWhole = false
    }

    /// The maximum number of bytes of a message to hold in memory.
    private static let mostOctets = 24 << 20

    private let place: IMAPURL
    private let arriving: ArrivingMessages
    /// Whether the first bytes are requested with the structure: a small message without attachments then needs no second
    /// round trip.
    private let asksForBeginnings: Bool
    /// Messages whose structure was requested.
    private var asked = UIDSet()
    private var described: [UID: (choice: PartSelection, size: UInt64)] = [:]
    /// Messages whose parts were requested and have not arrived.
    private var wanted: [UID: (root: ChosenPart, size: UInt64)] = [:]
    /// The sections of the message that is being received.
    private var sections: [FetchedContentItem: [UInt8]] = [:]
    private var item: FetchedContentItem?
    private var count = 0

    /// `messages`: how many are going to be fetched.
    init(_ place: IMAPURL, _ arriving: ArrivingMessages, fetching messages: Int) {
        self.place = place
        self.arriving = arriving
        asksForBeginnings = messages <= MessageBeginning.mostMessages
    }

    /// Returns the next commands. They fetch the content of described messages, whole messages that could not be
    /// assembled, and the structure of the next batch.
    mutating func pipeline(describing next: UIDSet?) -> [Part] {
        var whole = UIDSet(wanted.keys.sorted())
        var groups: [[FetchItem]: [UID]] = [:]
        wanted = [:]
        for uid in asked.uids {
            guard let (choice, size) = described[uid], case .parts(let root) = choice else {
                whole = whole.union(UIDSet(uid))
                continue
            }
            wanted[uid] = (root, size)
            groups[root.items, default: []].append(uid)
        }
        asked = next ?? UIDSet()
        described = [:]
        let always: [FetchItem] = [.flags, .internalDate]
        var parts: [Part] = []
        for piece in whole.pieces(ofAtMost: MailboxStateCommands.longestSet) {
            parts.append(Part(command: .fetch(FetchCommand(piece, always + [.content(.whole)])), isWhole: true))
        }
        // Newest messages first.
        for (items, uids) in groups.sorted(by: { $0.value.max() ?? .first > $1.value.max() ?? .first }) {
            parts.append(Part(command: .fetch(FetchCommand(UIDSet(uids), always + items))))
        }
        if let next {
            let beginning = asksForBeginnings ? MessageBeginning.items : []
            parts.append(Part(command: .fetch(FetchCommand(next, [.size, .bodyStructure] + beginning))))
        }
        return parts
    }

    mutating func take(_ piece: LiteralPiece) async {
        switch piece {
        case .begin(_, .body(.whole, origin: nil), _):
            item = nil
            await arriving.take(piece)
        case .begin(_, let item, let size):
            self.item = item
            count += size
            sections[item] = []
        case .octets(let octets):
            guard let item else { return await arriving.take(piece) }
            if count <= Self.mostOctets { sections[item, default: []] += octets }
        case .end:
            if item == nil { await arriving.take(piece) }
        }
    }

    mutating func take(_ message: FetchedMessage) async {
        defer {
            sections = [:]
            item = nil
            count = 0
        }
        guard let uid = message.uid, let details = message.details else { return }
        if details.contents.contains(where: { $0.item == .body(.whole, origin: nil) }) {
            return await arriving.take(message)
        }
        if let structure = details.bodyStructure, asked.contains(uid) {
            let choice = structure.value.map { PartSelection($0) } ?? .whole
            if case .whole = choice,
                let arrived = MessageBeginning.wholeMessage(message, streamed: sections[MessageBeginning.section] ?? [])
            {
                asked = asked.subtracting(UIDSet(uid))
                return await arriving.take(arrived)
            }
            described[uid] = message.size.map { (choice, $0) }
            return
        }
        guard let (root, size) = wanted[uid], let flags = message.flags, !details.contents.isEmpty,
            let octets = assembled(root, size, uid, details.contents)
        else { return }
        wanted[uid] = nil
        await arriving.take(
            ArrivedMessage(
                uid: uid, flags: flags, arrived: message.internalDate?.instant ?? Instant(seconds: 0),
                content: .octets(octets)))
    }

    /// Assembles a message from its sections. If this returns `nil`, the message is fetched whole.
    private func assembled(_ root: ChosenPart, _ size: UInt64, _ uid: UID, _ contents: [FetchedContent]) -> [UInt8]? {
        guard count <= Self.mostOctets else { return nil }
        var found: [BodySection: [UInt8]] = [:]
        for content in contents {
            guard case .body(let section, _) = content.item else { continue }
            switch content.value {
            case .missing: return nil
            case .octets(let octets): found[section] = octets
            case .streamed: found[section] = sections[content.item]
            }
        }
        let assembly = PartAssembly(size: size, url: place.url(of: uid))
        guard let message = assembly.message(root, of: found),
            AssembledMessageVerification.isFaithful(message, to: root, found)
        else {
            return nil
        }
        return message
    }
}
