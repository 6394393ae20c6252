internal import MailTypes

/// Servers that process a limited number of messages per command [RFC 9738].
extension IMAPCommand {
    /// Splits a command that changes messages into several for at most `limit` messages each.
    func pieces(ofMessages limit: UInt64) -> [IMAPCommand] {
        let most = Int(clamping: max(1, limit))
        switch self {
        case .store(let store): return store.uids.pieces(ofMessages: most).map { .store(store.of($0)) }
        case .copy(let uids, let mailbox): return uids.pieces(ofMessages: most).map { .copy($0, to: mailbox) }
        case .move(let uids, let mailbox): return uids.pieces(ofMessages: most).map { .move($0, to: mailbox) }
        case .expunge(let uids): return uids.pieces(ofMessages: most).map { .expunge($0) }
        default: return [self]
        }
    }

    /// Returns the command for the messages that the server left out, having begun with the newest, or `nil` if it left out
    /// none. `code`: of the tagged response [RFC 9738 §3.1].
    public func rest(after code: ResponseCode?) -> IMAPCommand? {
        guard case .messageLimit(_, let last?)? = code, let next = last.previous else { return nil }
        let older = UIDSet(.first...next)
        switch self {
        case .fetch(let fetch):
            let left = fetch.uids.intersection(older)
            return left.isEmpty ? nil : .fetch(fetch.of(left))
        case .store(let store):
            let left = store.uids.intersection(older)
            return left.isEmpty ? nil : .store(store.of(left))
        case .search(let search):
            var rest = SearchCommand(.both([.uid(older), search.key]))
            rest.returnsSet = search.returnsSet
            return .search(rest)
        default: return nil
        }
    }
}

extension FetchCommand {
    /// Returns the same command for other messages.
    func of(_ uids: UIDSet) -> FetchCommand {
        var other = FetchCommand(uids, items)
        other.changedSince = changedSince
        other.includesVanished = includesVanished
        return other
    }
}

extension StoreCommand {
    /// Returns the same command for other messages.
    func of(_ uids: UIDSet) -> StoreCommand {
        var other = StoreCommand(uids, change, flags)
        other.isSilent = isSilent
        return other
    }
}
