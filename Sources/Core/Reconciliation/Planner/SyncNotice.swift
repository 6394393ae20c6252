public import MailTypes

/// Something that a plan leaves undone, with the reason.
public enum SyncNotice: Hashable, Sendable {
    /// The user must confirm that all of these should be deleted.
    case deletionQuestion(MailboxName, UIDSet, of: Int)
    /// The server's report must be verified by a complete listing first.
    case verify(MailboxName, VerificationReason)
    /// A change that the server refused three times, or would refuse, is reverted here.
    case reverted(MailboxName, UID, Reverted)
    /// A file that is not uploaded and stays here only.
    case held(MailboxName, LocalMessage.Handle, Obstacle)
    /// Messages deleted here, for which the account has no Trash.
    case noTrash(MailboxName, UIDSet)
    /// The directory is still changing; the next sync checks it again.
    case unsettled(MailboxName)
    /// The directory cannot be read, so nothing follows from missing files.
    case unreadable(MailboxName)
    /// The server renumbers this mailbox in every sync; syncing it would download everything each time.
    case renumberedEachTime(MailboxName)

    /// The mailbox in which something is left undone.
    public var mailbox: MailboxName {
        switch self {
        case .deletionQuestion(let name, _, _), .verify(let name, _), .reverted(let name, _, _), .held(let name, _, _),
            .noTrash(let name, _), .unsettled(let name), .unreadable(let name), .renumberedEachTime(let name):
            name
        }
    }

    public enum VerificationReason: Hashable, Sendable {
        case manyGone(Int, of: Int)
        /// The server's message count differs from the count that its changes add up to.
        case count(expected: Int, found: Int)
        /// The mod-sequence decreased: the mailbox was restored from a backup.
        case modSequenceWentBack
        /// Synced messages have UIDs from this one on, which is UIDNEXT. So the server did not assign these UIDs, or has
        /// been restored from a backup.
        case unassignedUIDs(from: UID)
        /// UIDNEXT decreased: the mailbox was restored from a backup.
        case uidNextWentBack
        /// The message with this UID has another date than before.
        case otherMessage(UID)
        /// The server has given the UIDs of this many messages to others.
        case reassignedUIDs(Int)
        /// The UIDVALIDITY changed, and the listing lacks what is needed to match the messages.
        case renumbered
        /// Files name messages that neither the server's report nor the ledger contains.
        case unknownNames(Int)
        /// Several identical messages are gone here, and some of them may also be gone on the server.
        case alike(Int)
    }

    public enum Reverted: Hashable, Sendable {
        case flags
        case deletion
        case move(to: MailboxName)
    }

    public enum Obstacle: Hashable, Sendable {
        /// Parts of it were never fetched.
        case notWhole
        case readOnly
        case refused
        /// The mailbox is a view: messages can only be added by setting the flag.
        case view
    }
}
