import MailTypes

extension IMAPSession {
    /// Returns the command and the mailbox that a response belongs to.
    func route(_ response: Response) -> SessionEvent.Route {
        let tag: CommandTag? =
            switch response {
            case .search(let result): searchTag(result)
            case .list: tag { $0.isList }
            case .mailboxStatus(let status): tag { $0.asksStatus(of: status.name) }
            case .fetch(let message): tag { $0.asks(for: message) }
            case .vanished(_, let isEarlier): isEarlier ? tag { $0.asksForVanished } : nil
            case .capability: tag { $0 == .capability }
            case .enabled: tag { $0.isEnable }
            case .namespace: tag { $0 == .namespace }
            case .id: tag { $0.isID }
            case .exists, .recent, .flags: selecting.map { inFlight[$0].tag }
            case .expunge, .status, .tagged, .continuation, .unknown: nil
            }
        return SessionEvent.Route(tag: tag, mailbox: currentMailbox)
    }

    /// Returns `nil` for content that was not requested, or that arrives before authentication.
    func route(_ piece: LiteralPiece) -> SessionEvent? {
        guard isAuthenticated, let tag = tag({ $0.asksForContent }) else { return nil }
        return .literal(piece, SessionEvent.Route(tag: tag, mailbox: currentMailbox))
    }

    private var currentMailbox: EncodedMailboxName? {
        selecting.flatMap { inFlight[$0].mailbox?.name } ?? mailbox?.name
    }

    /// Returns the tag of the oldest command in flight that satisfies `asks`. Accesses commands in place, because they
    /// are large and this runs for each response.
    private func tag(_ asks: (IMAPCommand) -> Bool) -> CommandTag? {
        inFlight.indices.first { asks(inFlight[$0].command) }.map { inFlight[$0].tag }
    }

    /// An ESEARCH names the command that it answers. A SEARCH is assigned to the oldest one.
    private func searchTag(_ result: SearchResult) -> CommandTag? {
        let index = inFlight.indices.first { index in
            guard case .search = inFlight[index].command else { return false }
            return result.tag == nil || result.tag == inFlight[index].tag
        }
        return index.map { inFlight[$0].tag }
    }
}

extension Response {
    /// Whether the response is valid before authentication.
    var isAboutServer: Bool {
        switch self {
        case .capability, .id: true
        case .status, .tagged, .continuation, .enabled, .list, .mailboxStatus, .search, .flags, .exists, .recent,
            .expunge, .vanished, .fetch, .namespace, .unknown:
            false
        }
    }
}

extension IMAPCommand {
    var isEnable: Bool {
        if case .enable = self { return true }
        return false
    }

    var isID: Bool {
        if case .id = self { return true }
        return false
    }

    var isList: Bool {
        if case .list = self { return true }
        return false
    }

    var isReplace: Bool {
        if case .replace = self { return true }
        return false
    }

    func asksStatus(of name: EncodedMailboxName?) -> Bool {
        switch self {
        case .status(let mailbox, _): mailbox == name
        case .list(let list): !list.returnsStatus.isEmpty
        case .notify(let notify): notify.returnsStatus
        default: false
        }
    }

    func asks(for message: FetchedMessage) -> Bool {
        guard let uid = message.uid else { return false }
        return switch self {
        case .fetch(let fetch): fetch.uids.contains(uid)
        case .store(let store): store.uids.contains(uid)
        case .select(let select): select.resynchronization.isQRESYNC
        default: false
        }
    }

    var asksForVanished: Bool {
        switch self {
        case .fetch(let fetch): fetch.includesVanished
        case .select(let select): select.resynchronization.isQRESYNC
        default: false
        }
    }

    var asksForContent: Bool {
        guard case .fetch(let fetch) = self else { return false }
        return fetch.items.contains(where: \.isContent)
    }

    /// The mailbox that the command adds messages to, if any.
    var target: EncodedMailboxName? {
        switch self {
        case .append(let append), .replace(_, let append): append.mailbox
        case .copy(_, let target), .move(_, let target): target
        default: nil
        }
    }

    /// Whether all source UIDs of `copied` are among those that this command copies or moves.
    func accepts(_ copied: CopiedUIDs) -> Bool {
        switch self {
        case .copy(let uids, _), .move(let uids, _): copied.source.subtracting(uids).isEmpty
        default: false
        }
    }
}

extension FetchItem {
    var isContent: Bool {
        switch self {
        case .content, .binary: true
        default: false
        }
    }
}

extension SelectCommand.Resynchronization {
    var isQRESYNC: Bool {
        if case .qresync = self { return true }
        return false
    }
}
