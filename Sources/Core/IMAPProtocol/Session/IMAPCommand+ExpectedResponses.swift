import MailTypes

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
