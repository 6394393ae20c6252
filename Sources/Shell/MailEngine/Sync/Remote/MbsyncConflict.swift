public import MailTypes
public import MaildirStore

/// Why petrel does not sync mail that mbsync syncs as well.
public enum MbsyncConflict: Hashable, Sendable {
    /// mbsync is syncing the mailbox.
    case running(MailboxName)
    /// mbsync was interrupted while it synced the mailbox.
    case interrupted(MailboxName)
    /// mbsync's record of the mailbox is incomplete, or not in the format that petrel knows.
    case damaged(MailboxName)
    /// mbsync's record of the mailbox has other numbers than the files.
    case renumbered(MailboxName)
    /// mbsync has numbered the files of the mailbox, and petrel does not find its record.
    case unrecorded(MailboxName)
    /// mbsync has stored placeholders for large messages.
    case placeholders(MailboxName)
    /// mbsync stores the numbers of messages in a database.
    case alternativeNumbers(MailboxName)
    /// The account has another server now, and mbsync has a record of the mailbox on the former one.
    case otherServer(MailboxName)
    /// mbsync's configuration, with a sentence for each reason.
    case dangerous([String])

    /// Returns `nil` for an error of the file system.
    init?(_ problem: LockedMbsyncState.Problem, _ mailbox: MailboxName) {
        switch problem {
        case .running: self = .running(mailbox)
        case .interrupted: self = .interrupted(mailbox)
        case .damaged: self = .damaged(mailbox)
        case .renumbered: self = .renumbered(mailbox)
        case .unrecorded: self = .unrecorded(mailbox)
        case .placeholders: self = .placeholders(mailbox)
        case .alternativeNumbers: self = .alternativeNumbers(mailbox)
        case .file: return nil
        }
    }

    /// Whether the other mailboxes can be synced all the same.
    var isOfMailbox: Bool {
        switch self {
        case .damaged, .renumbered, .unrecorded, .placeholders, .alternativeNumbers: true
        case .running, .interrupted, .otherServer, .dangerous: false
        }
    }

    fileprivate var isOfConfiguration: Bool {
        switch self {
        case .dangerous, .otherServer: true
        case .running, .interrupted, .damaged, .renumbered, .unrecorded, .placeholders, .alternativeNumbers: false
        }
    }

    public var sentence: String {
        switch self {
        case .running(let name): "mbsync is syncing \(name). Nothing was changed; the next sync does it."
        case .interrupted(let name):
            "mbsync was interrupted in \(name), and has to finish first. Nothing was changed. Type: mbsync -a"
        case .damaged(let name):
            """
            mbsync's record of \(name) is damaged, so \(name) is not synced. Remove its .mbsyncstate and .uidvalidity, and \
            type petrel sync before you run mbsync: petrel writes both again.
            """
        case .renumbered(let name):
            """
            mbsync's record of \(name) has other numbers than its files, so \(name) is not synced. If two files have the \
            same ,U= in their names, rename one without it. Then type: mbsync -a. If that does not help, remove its \
            .mbsyncstate and .uidvalidity, and type petrel sync before you run mbsync.
            """
        case .unrecorded(let name):
            """
            mbsync has synced \(name), and petrel does not find its record, so \(name) is not synced. Let SyncState in \
            ~/.mbsyncrc say where it is. If you no longer use mbsync, remove .uidvalidity from the directory of \(name).
            """
        case .placeholders(let name):
            """
            \(name) has placeholders for large messages, so \(name) is not synced. Remove MaxSize from ~/.mbsyncrc, flag the \
            placeholders, and type: mbsync -a
            """
        case .alternativeNumbers(let name):
            """
            mbsync numbers the messages of \(name) in a database, which petrel cannot change, so \(name) is not synced. Set \
            AltMap no, and type: mdconvert --native on the directory of each mailbox
            """
        case .otherServer(let name):
            """
            The account has another server than before, and mbsync's record of \(name) is about the former one. Nothing was \
            changed. Remove .mbsyncstate and .uidvalidity of each mailbox, and type petrel sync before you run mbsync: petrel \
            writes both again.
            """
        case .dangerous(let reasons):
            "\(reasons.joined(separator: " ")) Until then, petrel does not sync this account. Nothing was changed."
        }
    }
}

extension MailTree {
    /// Why the tree, or some of its mailboxes, cannot be synced beside mbsync, one sentence each.
    public var problemsBesideMbsync: [String] {
        if !dangers.isEmpty { return [MbsyncConflict.dangerous(dangers).sentence] }
        guard let sharing else { return [] }
        var sentences: [String] = []
        for mailbox in (try? mailboxes()) ?? [] {
            guard let maildir = try? maildir(mailbox) else { continue }
            let problem = LockedMbsyncState.problem(of: layout.components(of: mailbox.name), maildir, at: sharing.place)
            guard let problem = problem.flatMap({ MbsyncConflict($0, mailbox.name) }), problem.isOfMailbox else {
                continue
            }
            sentences.append(problem.sentence)
        }
        return sentences
    }
}

extension SyncFailure {
    init(_ problem: LockedMbsyncState.Problem, _ mailbox: MailboxName) {
        if case .file(let error) = problem {
            self = .file(error)
        } else {
            self = MbsyncConflict(problem, mailbox).map { .sharing($0) } ?? .sharing(.damaged(mailbox))
        }
    }

    /// Whether the configuration of mbsync must be changed first.
    public var isOfConfiguration: Bool {
        switch self {
        case .sharing(let problem): problem.isOfMailbox || problem.isOfConfiguration
        default: false
        }
    }

    var isMbsyncRunning: Bool {
        if case .sharing(.running) = self { true } else { false }
    }
}
