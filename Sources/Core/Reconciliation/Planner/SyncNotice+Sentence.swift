import MailTypes

extension SyncNotice {
    /// The notice as a sentence for the user.
    public var line: String {
        switch self {
        case .deletionQuestion(let mailbox, let uids, let total):
            "\(mailbox): \(uids.count) of \(total) messages were deleted here. Nothing is deleted on the server until you confirm it."
        case .verify(let mailbox, .manyGone(let count, let total)):
            "\(mailbox): the server reports that \(count) of \(total) messages are gone. petrel checks again first."
        case .verify(let mailbox, .count(let expected, let found)):
            "\(mailbox): the server counts \(expected.counted("message")) but listed \(found). petrel checks again first."
        case .verify(let mailbox, .modSequenceWentBack):
            "\(mailbox): the server's change record went backwards. petrel compares the whole mailbox."
        case .verify(let mailbox, .uidNextWentBack):
            "\(mailbox): the server's next UID went backwards. petrel compares the whole mailbox."
        case .verify(let mailbox, .otherMessage(let uid)):
            "\(mailbox): the server has another message with the UID \(uid) than before. petrel compares the whole mailbox."
        case .verify(let mailbox, .reassignedUIDs(let count)):
            "\(mailbox): the server has given the UIDs of \(count.counted("message")) to others. petrel matches them by content."
        case .verify(let mailbox, .unassignedUIDs):
            "\(mailbox): the server has not assigned all UIDs of the messages here. petrel compares the whole mailbox."
        case .verify(let mailbox, .renumbered):
            "\(mailbox): the server renumbered the messages. petrel first matches them with those here."
        case .verify(let mailbox, .unknownNames(let count)):
            "\(mailbox): found \(count.counted("file")) of unknown messages. petrel asks the server for all of them."
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
            uids.count == 1
                ? "\(mailbox): \(uids.told) was deleted here, but the account has no Trash. It stays on the server."
                : "\(mailbox): \(uids.told) were deleted here, but the account has no Trash. They stay on the server."
        case .unsettled(let mailbox):
            "\(mailbox): another program is changing this mailbox, or its times are ahead of the clock. The next sync checks it again."
        case .unreadable(let mailbox):
            "\(mailbox): the directory cannot be read. This mailbox is skipped."
        case .renumberedEachTime(let mailbox):
            "\(mailbox): the server renumbers this mailbox every time. This mailbox is skipped."
        }
    }
}

extension UIDSet {
    /// `message 5`, `3 messages (1:2,7)`.
    var told: String {
        count == 1 ? "message \(self)" : "\(count) messages (\(self))"
    }
}
