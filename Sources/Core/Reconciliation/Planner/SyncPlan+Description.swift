import MailTypes

extension SyncPlan {
    /// The plan as text, one line per operation or notice, for `sync --dry-run`. Baseline changes are omitted.
    public var lines: [String] {
        let told = operations.compactMap(\.line) + notices.map(\.line)
        return told.isEmpty ? ["Nothing to do: both sides are equal."] : told
    }
}

extension SyncOperation {
    /// `nil` if the operation changes no mail.
    var line: String? {
        switch self {
        case .addFlags(let mailbox, let uids, let flags):
            "\(mailbox): set \(flags.told) on the server for \(uids.told)"
        case .removeFlags(let mailbox, let uids, let flags):
            "\(mailbox): remove \(flags.told) on the server from \(uids.told)"
        case .copy(let transfer):
            "\(transfer.source): copy \(transfer.uids.told) on the server to \(transfer.target)"
        case .append(let upload):
            "\(upload.mailbox): upload a new message if the server lacks it (file \(upload.handle.rawValue))"
        case .move(let transfer):
            "\(transfer.source): move \(transfer.uids.told) on the server to \(transfer.target)"
        case .expunge(let mailbox, let uids):
            "\(mailbox): delete \(uids.told) on the server permanently"
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
            "\(mailbox): keep \(Self.described(handle, uid)) as a version and remove it here"
        case .remove(let mailbox, let handle, let uid):
            "\(mailbox): remove \(Self.described(handle, uid)) here"
        case .begin, .expect, .forget, .restart, .checkpoint:
            nil
        }
    }

    private static func described(_ handle: LocalMessage.Handle, _ uid: UID?) -> String {
        uid.map { "message \($0)" } ?? "file \(handle.rawValue)"
    }
}

extension SyncNotice {
    /// The notice as a sentence for the user.
    public var line: String {
        switch self {
        case .deletionQuestion(let mailbox, let uids, let total):
            "\(mailbox): \(uids.count) of \(total) messages were deleted here. Nothing is deleted on the server until you confirm it."
        case .verify(let mailbox, .manyGone(let count, let total)):
            "\(mailbox): the server reports that \(count) of \(total) messages are gone. petrel checks again first."
        case .verify(let mailbox, .count(let expected, let found)):
            "\(mailbox): the server counts \(expected) messages but listed \(found). petrel checks again first."
        case .verify(let mailbox, .modSequenceWentBack):
            "\(mailbox): the server's change record went backwards. petrel compares the whole mailbox."
        case .verify(let mailbox, .unassignedUIDs):
            "\(mailbox): the server has not assigned all UIDs of the messages here. petrel compares the whole mailbox."
        case .verify(let mailbox, .renumbered):
            "\(mailbox): the server renumbered the messages. petrel first matches them with those here."
        case .verify(let mailbox, .unknownNames(let count)):
            "\(mailbox): \(count) files name unknown messages. petrel asks the server for all of them."
        case .verify(let mailbox, .alike(let count)):
            "\(mailbox): \(count) identical messages were removed here. petrel first asks the server which ones it has."
        case .reverted(let mailbox, let uid, .flags):
            "\(mailbox): the server refuses the flags of message \(uid). petrel restored the server's flags."
        case .reverted(let mailbox, let uid, .deletion):
            "\(mailbox): the server refuses to delete message \(uid). It is fetched again."
        case .reverted(let mailbox, let uid, .move(let target)):
            "\(mailbox): the server refuses to move message \(uid) to \(target). petrel moved it back."
        case .held(let mailbox, let handle, .notWhole):
            "\(mailbox): file \(handle.rawValue) lacks attachments that were never fetched. It is not uploaded until it has them."
        case .held(let mailbox, let handle, .readOnly):
            "\(mailbox): file \(handle.rawValue) stays here only. The server does not accept messages in this mailbox."
        case .held(let mailbox, let handle, .refused):
            "\(mailbox): file \(handle.rawValue) stays here only. The server refused it three times."
        case .held(let mailbox, let handle, .view):
            "\(mailbox): file \(handle.rawValue) stays here only. This mailbox shows messages of other mailboxes."
        case .noTrash(let mailbox, let uids):
            "\(mailbox): \(uids.told) were deleted here, but the account has no Trash. They stay on the server."
        case .unsettled(let mailbox):
            "\(mailbox): another program is changing this mailbox. The next sync checks it again."
        case .unreadable(let mailbox):
            "\(mailbox): the directory cannot be read. This mailbox is skipped."
        case .renumberedEachTime(let mailbox):
            "\(mailbox): the server renumbers this mailbox every time. This mailbox is skipped."
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
