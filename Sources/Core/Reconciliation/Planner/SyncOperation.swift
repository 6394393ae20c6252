public import MailTypes

/// A single operation of a sync. Every operation is idempotent: after a crash, a later plan contains it again.
public enum SyncOperation: Hashable, Sendable {
    /// Creates an empty baseline for a mailbox. On replay it exists.
    case begin(MailboxName, UIDValidity)
    /// Marks messages that both sides know and that are gone here as pending, because they will be fetched again. They
    /// stay pending even if the plan is interrupted, so that a later plan with less information does not treat them as
    /// deleted. On replay they are already pending.
    case expect(MailboxName, UIDSet)
    /// Removes from the baseline messages whose UIDs the server has given to others, and the mod-sequence, since the server
    /// uses it again: the next query lists all messages. On replay they are gone.
    case distrust(MailboxName, UIDSet)
    /// Renames a file so that its name contains no UID. On replay it has no such name.
    case detach(MailboxName, LocalMessage.Handle)
    /// `UID STORE +FLAGS.SILENT`, never a replacement. On replay the flags are already set.
    case addFlags(MailboxName, UIDSet, FlagSet)
    /// `UID STORE -FLAGS.SILENT`. On replay the flags are already cleared.
    case removeFlags(MailboxName, UIDSet, FlagSet)
    /// UID COPY of messages whose content a new file here has. Journalled with the UIDNEXT of the target as the fence.
    /// On replay, messages with a UID at or above the fence are first matched with the files.
    case copy(Transfer)
    /// APPEND of a file that the server does not have. Journalled with UIDNEXT as the fence. On replay, messages with a
    /// UID at or above the fence are first matched.
    case append(Upload)
    /// UID MOVE of these messages. On replay the server ignores missing UIDs and returns OK.
    case move(Transfer)
    /// `+FLAGS (\Deleted)` and UID EXPUNGE of these messages only. On replay the server ignores missing UIDs.
    case expunge(MailboxName, UIDSet)
    /// Renames a file so that it contains its UID. On replay it already has that name.
    case name(Naming)
    /// Links a message to a file that is already here, in another mailbox or under another name; the file gets a second
    /// name or a new one. On replay the name is created again with the same content, or already exists.
    case link(Link)
    /// Fetches messages, the newest first. If a message has the content of a candidate, the candidate is named instead
    /// of writing a second file, and moved if it is in another mailbox. It keeps the flags that were changed here. A
    /// candidate matches at most one message. On replay the same names are written.
    case fetch(Fetch)
    /// Applies the server's flags to a file. On replay it already has them.
    case flag(Flagging)
    /// Moves a file back to the mailbox it came from. On replay it is there.
    case takeBack(TakeBack)
    /// Keeps a file as a recoverable version, then removes it. On replay it is gone.
    case keepVersion(MailboxName, LocalMessage.Handle, UID?)
    /// Removes a file. On replay it is gone.
    case remove(MailboxName, LocalMessage.Handle, UID?)
    /// Removes from the baseline the messages that neither side has.
    case forget(MailboxName, UIDSet)
    /// Replaces the baseline after a UIDVALIDITY change, once all files have their new names.
    case restart(MailboxName, SyncBaseline)
    /// The last operation of a mailbox: advances the baseline to the server's state when the plan was made. Skipped if
    /// a
    /// `flag` or `name` of the mailbox was not done, since the server would not report that change again.
    case checkpoint(MailboxName, MailboxFingerprint, expecting: UIDSet)

    /// Messages that the server moves or copies, and the files that will be named after their new UIDs.
    public struct Transfer: Hashable, Sendable {
        public let source: MailboxName
        public let target: MailboxName
        /// In ascending UID order. For each message with a file, a `name` follows.
        public var messages: [Message]

        public struct Message: Hashable, Sendable {
            public let uid: UID
            public let handle: LocalMessage.Handle?
        }

        public var uids: UIDSet { UIDSet(messages.map(\.uid)) }
    }

    /// A file to upload.
    public struct Upload: Hashable, Sendable {
        public let mailbox: MailboxName
        public let handle: LocalMessage.Handle
        public let flags: FlagSet
    }

    /// A file and its UID.
    public struct Naming: Hashable, Sendable {
        public let mailbox: MailboxName
        public let handle: LocalMessage.Handle
        /// `nil` if COPYUID or APPENDUID returns the UID in this plan [RFC 4315 §3]. If neither does, the file keeps
        /// its name, and the next plan matches it.
        public let uid: UID?
        /// The server's changes of the flags.
        public let change: FlagDelta
        /// The server's flags, to be recorded in the baseline. `nil` if the UID belongs to a UIDVALIDITY other than the
        /// baseline's and would name a different message in it; the `restart` that follows records the flags.
        public let agreed: FlagSet?
        public let content: InternedContentID
    }

    /// A server message and the file that has its content.
    public struct Link: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uid: UID
        public let sourceMailbox: MailboxName
        public let source: LocalMessage.Handle
        /// Whether the file is moved, because it exists for this message only. The move is atomic, so that a crash does
        /// not leave a second file that looks like a copy made by the user.
        public let isMove: Bool
        /// The server's flags, to be recorded in the baseline.
        public let flags: FlagSet
        /// The changes that were made here to the flags of the file, if it is moved. The next plan sends them.
        public let change: FlagDelta
        public let content: InternedContentID
    }

    /// Messages to fetch, and the files that may be one of them: those in the mailbox, then those that were moved here from
    /// the message's former mailbox to another one, then those whose messages are gone from the files' mailboxes.
    public struct Fetch: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uids: UIDSet
        public let candidates: [LocalMessage.Handle]
        /// For candidates whose flags were changed here since both sides last agreed, their content and the change.
        public let changes: [LocalMessage.Handle: LocalChange]

        public struct LocalChange: Hashable, Sendable {
            public let content: InternedContentID
            public let flags: FlagDelta
        }

        public init(
            mailbox: MailboxName, uids: UIDSet, candidates: [LocalMessage.Handle],
            changes: [LocalMessage.Handle: LocalChange] = [:]
        ) {
            self.mailbox = mailbox
            self.uids = uids
            self.candidates = candidates
            self.changes = changes
        }
    }

    /// A flag change of a file.
    public struct Flagging: Hashable, Sendable {
        public let mailbox: MailboxName
        /// `nil` if the server does not have the message yet.
        public let uid: UID?
        public let handle: LocalMessage.Handle
        /// The mailbox to which the file was moved here. Its flags change before the message moves on the server:
        /// if the UID of the copy does not become known, the file's flags count as changed here.
        public let movedTo: MailboxName?
        /// Empty if the file already has these flags or a Maildir has no letters for them.
        public let change: FlagDelta
        /// The change recorded in the baseline.
        public let observed: FlagDelta
    }

    /// A move that the server refuses.
    public struct TakeBack: Hashable, Sendable {
        public let handle: LocalMessage.Handle
        public let from: MailboxName
        public let to: MailboxName
        public let uid: UID
    }
}

extension SyncOperation {
    /// The mailboxes whose UIDs the operation uses or assigns.
    public var mailboxes: [MailboxName] {
        switch self {
        case .begin(let name, _), .expect(let name, _), .distrust(let name, _), .detach(let name, _),
            .addFlags(let name, _, _), .removeFlags(let name, _, _), .expunge(let name, _),
            .keepVersion(let name, _, _), .remove(let name, _, _), .forget(let name, _), .restart(let name, _),
            .checkpoint(let name, _, _):
            [name]
        case .copy(let transfer), .move(let transfer): [transfer.source, transfer.target]
        case .append(let upload): [upload.mailbox]
        case .name(let naming): [naming.mailbox]
        case .link(let link): [link.mailbox]
        case .fetch(let fetch): [fetch.mailbox]
        case .flag(let flagging): [flagging.mailbox] + (flagging.movedTo.map { [$0] } ?? [])
        case .takeBack(let back): [back.to]
        }
    }

    /// Whether the operation is recorded in the journal before it begins, because its outcome could be lost with the
    /// connection.
    public var isJournalled: Bool {
        switch self {
        case .copy, .append, .move, .expunge: true
        case .begin, .expect, .distrust, .detach, .addFlags, .removeFlags, .name, .link, .fetch, .flag, .takeBack,
            .keepVersion, .remove, .forget, .restart, .checkpoint:
            false
        }
    }

    public var phase: SyncPhase {
        switch self {
        case .begin, .expect, .distrust: .begin
        case .addFlags, .removeFlags: .storeFlags
        case .copy, .append: .upload
        case .move: .moveOnServer
        case .expunge: .expunge
        case .detach, .name, .link, .fetch, .takeBack: .place
        case .flag(let flagging): flagging.movedTo == nil ? .flagFiles : .flagMovedFiles
        case .keepVersion, .remove: .removeFiles
        case .forget, .restart, .checkpoint: .baseline
        }
    }
}
