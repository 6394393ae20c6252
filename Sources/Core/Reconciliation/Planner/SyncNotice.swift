public import MailTypes

/// What a plan leaves undone, and why.
public enum SyncNotice: Hashable, Sendable {
    /// Only the user can say whether all of these were meant to be deleted.
    case deletionQuestion(MailboxName, UIDSet, of: Int)
    /// The server is asked again before it is believed: a complete listing, marked as verified.
    case verify(MailboxName, VerificationReason)
    /// What the server refused three times, or would refuse, is undone here.
    case reverted(MailboxName, UID, Reverted)
    /// A file that stays as it is, here only.
    case held(MailboxName, LocalMessage.Handle, Obstacle)
    /// Messages deleted here for which the account has no Trash.
    case noTrash(MailboxName, UIDSet)
    /// The directory is still changing; the next sync looks again.
    case unsettled(MailboxName)
    /// The directory cannot be read, so nothing follows from what is not in it.
    case unreadable(MailboxName)
    /// The server renumbers this mailbox at every look: keeping it in step would fetch everything each time.
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
        /// The server counts other messages than its changes add up to.
        case count(expected: Int, found: Int)
        /// The mod-sequence is lower than it was: the mailbox was restored from a backup.
        case modSequenceWentBack
        /// Another UIDVALIDITY, and not all is listed with what it can be matched by.
        case renumbered
        /// Files name messages of which the server has said nothing, and the ledger knows nothing.
        case unknownNames(Int)
        /// Several messages alike are gone here, and some of them may be gone on the server.
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
        /// The mailbox is a view, to which nothing can be added but by a flag.
        case view
    }
}

/// How often the server refused, in a row, what a plan wanted of it.
public struct PushFailures: Hashable, Sendable {
    /// What is refused that often is undone here and reported [FR-SYNC-05].
    public static let limit = 3

    public enum Push: Hashable, Sendable {
        case flags(MailboxName, UID)
        /// A deletion or a move away.
        case removal(MailboxName, UID)
        case upload(MailboxName, LocalMessage.Handle)
    }

    private var counts: [Push: Int] = [:]

    public init() {}

    public mutating func refuse(_ push: Push) {
        counts[push, default: 0] += 1
    }

    public mutating func forget(_ push: Push) {
        counts[push] = nil
    }

    func isRefused(_ push: Push) -> Bool {
        !counts.isEmpty && counts[push, default: 0] >= Self.limit
    }
}

/// Where belief ends: so many deletions at once are a fault more often than a wish.
enum MassDeletion {
    /// More than 20 and more than a tenth.
    static func isSuspected(_ count: Int, of total: Int) -> Bool {
        count > 20 && count * 10 > total
    }
}
