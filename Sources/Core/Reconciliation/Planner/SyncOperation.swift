public import MailTypes

/// One thing that a sync does. Each may be done again at any time: a crash makes a later plan hold it once more.
public enum SyncOperation: Hashable, Sendable {
    /// A mailbox gets an anchor that knows nothing yet. Again: it has one.
    case begin(MailboxName, UIDValidity)
    /// Messages of which both sides know are gone here and come back: from now on they are awaited, whatever becomes of
    /// the plan. So no later one takes them for deleted, with less before its eyes. Again: they are awaited.
    case expect(MailboxName, UIDSet)
    /// `UID STORE +FLAGS.SILENT`, never a replacement. Again: the flags are set already.
    case addFlags(MailboxName, UIDSet, FlagSet)
    /// `UID STORE -FLAGS.SILENT`. Again: the flags are gone already.
    case removeFlags(MailboxName, UIDSet, FlagSet)
    /// UID COPY of messages whose content a new file here has. Journalled with UIDNEXT of the target as its fence; again:
    /// what stands behind the fence is matched with the files first.
    case copy(Transfer)
    /// APPEND of a file that the server does not have. Journalled with UIDNEXT as its fence; again: what stands behind
    /// the fence is matched first.
    case append(Upload)
    /// UID MOVE of these messages. Again: a UID that is gone is passed over, and a server says OK to it.
    case move(Transfer)
    /// `+FLAGS (\Deleted)` and UID EXPUNGE of these messages and no other. Again: a UID that is gone is passed over.
    case expunge(MailboxName, UIDSet)
    /// A file gets the name of a UID. Again: it has that name.
    case name(Naming)
    /// A message is here already, in another mailbox or as another file: its file gets a second name, or a new one. Again:
    /// the name is made anew over the same content, or stands there already.
    case link(Link)
    /// Messages come, the newest first. One whose content is that of a candidate names the candidate instead of being
    /// written beside it, and is one message at most. Again: the same names are written.
    case fetch(Fetch)
    /// A file's flags follow the server's. Again: it has them.
    case flag(Flagging)
    /// A file goes back into the mailbox that it was carried out of. Again: it is there.
    case takeBack(TakeBack)
    /// A file is put among the kept versions, where it can be had back from, and removed. Again: it is gone.
    case keepVersion(MailboxName, LocalMessage.Handle, UID?)
    /// A file is removed. Again: it is gone.
    case remove(MailboxName, LocalMessage.Handle, UID?)
    /// The anchor forgets what neither side has.
    case forget(MailboxName, UIDSet)
    /// Another UIDVALIDITY: the anchor is replaced as a whole, once all files have their new names.
    case restart(MailboxName, SyncAnchor)
    /// The last of a mailbox: the anchor is moved to where the server was when this plan was made. Left out where a
    /// `flag` or a `name` of the mailbox was not done, or the server would not say again what it was about.
    case checkpoint(MailboxName, MailboxStatus, expecting: UIDSet)

    /// Messages that a server moves or copies, and the files that await their new UIDs.
    public struct Transfer: Hashable, Sendable {
        public let source: MailboxName
        public let target: MailboxName
        /// In ascending order of UID. Where a file waits, a `name` follows.
        public var messages: [Message]

        public struct Message: Hashable, Sendable {
            public let uid: UID
            public let handle: LocalMessage.Handle?
        }

        public var uids: UIDSet { UIDSet(messages.map(\.uid)) }
    }

    /// A file that goes up.
    public struct Upload: Hashable, Sendable {
        public let mailbox: MailboxName
        public let handle: LocalMessage.Handle
        public let flags: FlagSet
    }

    /// A file and the UID that it is known by from now on.
    public struct Naming: Hashable, Sendable {
        public let mailbox: MailboxName
        public let handle: LocalMessage.Handle
        /// `nil` for the one that COPYUID or APPENDUID says in this plan [RFC 4315 §3]. Where none is said the file
        /// keeps its name, and the next plan matches it.
        public let uid: UID?
        /// What the server changed of its flags.
        public let change: FlagDelta
        /// The flags that the server has: what the anchor says then. `nil` where the UID is one of another life than the
        /// anchor, and would name another message in it: the `restart` behind says it.
        public let agreed: FlagSet?
        public let content: ContentClass
    }

    /// A message of the server and the file that has its content.
    public struct Link: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uid: UID
        public let sourceMailbox: MailboxName
        public let source: LocalMessage.Handle
        /// Whether the file goes there, as it stands for this message alone: in one step, so that a crash leaves no second
        /// one that looks like a copy which somebody made.
        public let isMove: Bool
        public let flags: FlagSet
        public let content: ContentClass
    }

    /// Messages that are to come, and the files in the mailbox that may be one of them.
    public struct Fetch: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uids: UIDSet
        public let candidates: [LocalMessage.Handle]
    }

    /// A change of a file's flags.
    public struct Flagging: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uid: UID
        public let handle: LocalMessage.Handle
        /// Empty where the file has these flags already, or no letters for them.
        public let change: FlagDelta
        /// What the anchor learns.
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

/// The order of a plan. A phase begins when all of the one before is answered and written down: so nothing that destroys
/// is ever in one flight with what it depends on, no copy of a message goes before the next one stands, and the anchor
/// comes last.
public enum SyncPhase: Int, CaseIterable, Comparable, Sendable {
    case storeFlags
    case upload
    case moveOnServer
    case expunge
    /// Behind what goes up: a file that names a UID is that of a message which was deleted, where an anchor was begun and
    /// knows nothing of it, and is one to be uploaded where there is none, as the ledger is lost.
    case begin
    case place
    case flagFiles
    case removeFiles
    case anchor

    public static func < (one: SyncPhase, other: SyncPhase) -> Bool { one.rawValue < other.rawValue }
}

extension SyncOperation {
    /// The mailboxes whose UIDs it names or gives.
    public var mailboxes: [MailboxName] {
        switch self {
        case .begin(let name, _), .expect(let name, _), .addFlags(let name, _, _), .removeFlags(let name, _, _),
            .expunge(let name, _),
            .keepVersion(let name, _, _), .remove(let name, _, _), .forget(let name, _), .restart(let name, _),
            .checkpoint(let name, _, _):
            [name]
        case .copy(let transfer), .move(let transfer): [transfer.source, transfer.target]
        case .append(let upload): [upload.mailbox]
        case .name(let naming): [naming.mailbox]
        case .link(let link): [link.mailbox]
        case .fetch(let fetch): [fetch.mailbox]
        case .flag(let flagging): [flagging.mailbox]
        case .takeBack(let back): [back.to]
        }
    }

    public var phase: SyncPhase {
        switch self {
        case .begin, .expect: .begin
        case .addFlags, .removeFlags: .storeFlags
        case .copy, .append: .upload
        case .move: .moveOnServer
        case .expunge: .expunge
        case .name, .link, .fetch, .takeBack: .place
        case .flag: .flagFiles
        case .keepVersion, .remove: .removeFiles
        case .forget, .restart, .checkpoint: .anchor
        }
    }

    /// Where its outcome could be lost with the connection: written to the journal before it begins.
    public var isJournalled: Bool {
        switch self {
        case .copy, .append, .move, .expunge: true
        case .begin, .expect, .addFlags, .removeFlags, .name, .link, .fetch, .flag, .takeBack, .keepVersion, .remove,
            .forget,
            .restart,
            .checkpoint:
            false
        }
    }
}
