public import Accounts
public import Disk
public import MailTypes
public import MaildirStore
private import Synchronization
internal import Threads

/// Watches the mail of accounts and reports changes of files, whichever program makes them [inotify(7)].
///
/// One watch serves all accounts. The kernel limits their number for each user.
public final class LocalChangeMonitor: Sendable {
    /// What a change concerns.
    public enum Change: Hashable, Sendable {
        /// A file of this name came to a mailbox or went.
        case file([UInt8], MailboxName)
        /// Anything in the mailbox may have changed.
        case mailbox(MailboxName)
        case outbox
        /// A mailbox was created, renamed or removed.
        case tree
    }

    private enum Place: Hashable {
        case mailbox(MailboxName)
        case outbox
        case tree

        /// The change if anything in the place may have changed.
        var change: Change {
            switch self {
            case .mailbox(let mailbox): .mailbox(mailbox)
            case .outbox: .outbox
            case .tree: .tree
            }
        }
    }

    private struct State {
        var places: [Int32: (account: AccountName, place: Place)] = [:]
    }

    private let watch: DirectoryWatch
    private let queue = SerialQueue()
    private let state = Mutex(State())
    private let report: @Sendable (AccountName, Change) -> Void
    private let reader = Mutex<DescriptorMonitor?>(nil)

    /// `report` is called on a thread of its own.
    public init(report: @escaping @Sendable (AccountName, Change) -> Void) throws(FileError) {
        watch = try DirectoryWatch()
        self.report = report
    }

    /// Starts to report changes, until `stop` is called.
    public func start() {
        let monitor = DescriptorMonitor(
            watch.descriptor, on: queue, readable: { [weak self] in self?.read() }, ended: { [watch] in _ = watch })
        reader.withLock { $0 = monitor }
    }

    public func stop() {
        reader.withLock { $0 = nil }
    }

    /// Watches all mailboxes of an account, and its outbox. Called again, it adds new mailboxes; the kernel forgets those
    /// that were removed. Mailboxes on network file systems are skipped, because the kernel does not see all changes.
    public func watch(_ account: AccountName, _ mail: MailTree, _ drafts: DraftStore?) throws(FileError) {
        try add(mail.root, account, .tree)
        for mailbox in try mail.mailboxes() {
            guard let maildir = try mail.maildir(mailbox) else { continue }
            // Mailboxes can be nested.
            try add(maildir.directory, account, .tree)
            for place in Maildir.Place.allCases {
                guard let directory = maildir.subdirectory(place), directory.isLocal else { continue }
                try add(directory, account, .mailbox(mailbox.name))
            }
        }
        for directory in try drafts?.outboxDirectories() ?? [] { try add(directory, account, .outbox) }
    }

    private func add(_ directory: Directory, _ account: AccountName, _ place: Place) throws(FileError) {
        let key: Int32
        do throws(FileError) {
            key = try watch.add(directory)
        } catch  where error.isMissing {
            return
        }
        state.withLock { $0.places[key] = (account, place) }
    }

    /// Reports the changes so far without waiting for the other thread.
    public func reportNow() {
        queue.sync { self.read() }
    }

    private func read() {
        guard let events = try? watch.events() else {
            // The kernel has dropped events.
            for (account, place) in state.withLock({ Array($0.places.values) }) { report(account, place.change) }
            return
        }
        for event in events {
            let found = state.withLock { state in
                if event.kind == .lost, event.name.isEmpty { return state.places.removeValue(forKey: event.key) }
                return state.places[event.key]
            }
            guard let (account, place) = found else { continue }
            guard case .mailbox(let mailbox) = place, event.kind != .lost else {
                report(account, place.change)
                continue
            }
            // Other programs write to names that begin with a dot before they rename them.
            if event.name.first != 0x2E { report(account, .file(event.name, mailbox)) }
        }
    }
}
