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
