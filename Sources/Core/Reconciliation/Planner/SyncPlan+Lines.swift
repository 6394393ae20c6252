import MailTypes

extension SyncPlan {
    /// What the plan does, a line each, for people: `sync --dry-run`. Anchors are not told of.
    public var lines: [String] {
        let told = operations.compactMap(\.line) + notices.map(\.line)
        return told.isEmpty ? ["Nothing to do: both sides are the same."] : told
    }
}

extension SyncOperation {
    /// `nil` for what moves nobody's mail.
    var line: String? {
        switch self {
        case .addFlags(let mailbox, let uids, let flags):
            "\(mailbox): set \(flags.told) on the server for \(uids.told)"
        case .removeFlags(let mailbox, let uids, let flags):
            "\(mailbox): take \(flags.told) away on the server from \(uids.told)"
        case .copy(let transfer):
            "\(transfer.source): copy \(transfer.uids.told) on the server to \(transfer.target)"
        case .append(let upload):
            "\(upload.mailbox): upload a new message, if the server does not have it (file \(upload.handle.rawValue))"
        case .move(let transfer):
            "\(transfer.source): move \(transfer.uids.told) on the server to \(transfer.target)"
        case .expunge(let mailbox, let uids):
            "\(mailbox): delete \(uids.told) on the server for good"
        case .name(let naming):
            naming.uid.map { "\(naming.mailbox): know file \(naming.handle.rawValue) as message \($0)" }
        case .link(let link):
            link.isMove
                ? "\(link.mailbox): move message \(link.uid) here, from \(link.sourceMailbox)"
                : "\(link.mailbox): link message \(link.uid), which is here in \(link.sourceMailbox)"
        case .fetch(let fetch):
            "\(fetch.mailbox): fetch \(fetch.uids.told)"
        case .flag(let flagging):
            flagging.change.isEmpty
                ? nil : "\(flagging.mailbox): change message \(flagging.uid) here: \(flagging.change.told)"
        case .takeBack(let back):
            "\(back.to): take message \(back.uid) back from \(back.from)"
        case .keepVersion(let mailbox, let handle, let uid):
            "\(mailbox): keep \(Self.told(handle, uid)) as a version and remove it here"
        case .remove(let mailbox, let handle, let uid):
            "\(mailbox): remove \(Self.told(handle, uid)) here"
        case .begin, .expect, .forget, .restart, .checkpoint:
            nil
        }
    }

    private static func told(_ handle: LocalMessage.Handle, _ uid: UID?) -> String {
        uid.map { "message \($0)" } ?? "file \(handle.rawValue)"
    }
}

extension SyncNotice {
    /// A sentence for people.
    public var line: String {
        switch self {
        case .deletionQuestion(let mailbox, let uids, let total):
            "\(mailbox): \(uids.count) of \(total) messages are gone here. Nothing is deleted on the server before you say so."
        case .verify(let mailbox, .manyGone(let count, let total)):
            "\(mailbox): the server says that \(count) of \(total) messages are gone. It is asked again first."
        case .verify(let mailbox, .count(let expected, let found)):
            "\(mailbox): the server counts \(expected) messages and listed \(found). It is asked again first."
        case .verify(let mailbox, .modSequenceWentBack):
            "\(mailbox): the server's record of changes is older than it was. The whole mailbox is compared."
        case .verify(let mailbox, .renumbered):
            "\(mailbox): the server has renumbered the messages. They are matched with those that are here first."
        case .verify(let mailbox, .unknownNames(let count)):
            "\(mailbox): nothing is known of messages that \(count) files name. The server is asked for all of them."
        case .verify(let mailbox, .alike(let count)):
            "\(mailbox): \(count) messages that are alike are gone here. The server is asked first which of them it has."
        case .reverted(let mailbox, let uid, .flags):
            "\(mailbox): the server refuses the flags of message \(uid). They are what they were on the server."
        case .reverted(let mailbox, let uid, .deletion):
            "\(mailbox): the server refuses to delete message \(uid). It is fetched again."
        case .reverted(let mailbox, let uid, .move(let target)):
            "\(mailbox): the server refuses to move message \(uid) to \(target). It is taken back."
        case .held(let mailbox, let handle, .notWhole):
            "\(mailbox): file \(handle.rawValue) lacks attachments that were never fetched. It stays here only until it has them."
        case .held(let mailbox, let handle, .readOnly):
            "\(mailbox): file \(handle.rawValue) stays here only. The server lets nobody add to this mailbox."
        case .held(let mailbox, let handle, .refused):
            "\(mailbox): file \(handle.rawValue) stays here only. The server refused it three times."
        case .held(let mailbox, let handle, .view):
            "\(mailbox): file \(handle.rawValue) stays here only. This mailbox shows messages of other mailboxes."
        case .noTrash(let mailbox, let uids):
            "\(mailbox): \(uids.told) were deleted here, but the account has no Trash. They stay on the server."
        case .unsettled(let mailbox):
            "\(mailbox): another program is at work here. The next sync looks again."
        case .unreadable(let mailbox):
            "\(mailbox): the directory cannot be read. Nothing is done in this mailbox."
        case .renumberedEachTime(let mailbox):
            "\(mailbox): the server renumbers this mailbox at every look. It is left as it is."
        }
    }
}

extension UIDSet {
    /// `message 5`, `3 messages (1:2,7)`.
    fileprivate var told: String {
        count == 1 ? "message \(self)" : "\(count) messages (\(self))"
    }
}

extension FlagSet {
    fileprivate var told: String { flags.map(\.description).joined(separator: " ") }
}

extension FlagDelta {
    fileprivate var told: String {
        (added.flags.map { "+\($0)" } + removed.flags.map { "-\($0)" }).joined(separator: " ")
    }
}
