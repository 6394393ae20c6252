internal import Accounts
internal import Disk
private import Dispatch
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
private import Synchronization

/// An account that is watched: its mail is kept in sync, and its outbox is sent.
final class WatchedAccount: Sendable {
    let configuration: AccountConfiguration
    /// Signals that the mail, or the outbox, must be looked at.
    let mailSignals = WatchSignals()
    let outboxSignals = WatchSignals()
    private let home: Home
    private let mail: MailTree
    private let drafts: DraftStore
    private let state: Directory
    private let loader: CredentialLoader
    private let settings: Watching
    private let delivery: OutboxDelivery?
    /// Indexing blocks its thread, and there are few threads for tasks.
    private let queue: DispatchQueue

    /// What the watched accounts have in common.
    struct Watching: Sendable {
        let connections: NetworkAccess
        let clock: any Clock
        let zone: LocalZone
        /// Called with each event, on any thread.
        let tell: @Sendable (WatchLine) -> Void
        /// Called with the new messages of a sync.
        let newMail: @Sendable ([NewMailHook.Message]) -> Void
    }

    var name: AccountName { configuration.name }

    init(
        _ account: MailAccount, _ loader: CredentialLoader, _ delivery: OutboxDelivery?, _ settings: Watching
    ) throws(CommandFailure) {
        configuration = account.configuration
        home = account.home
        mail = try account.makingMail()
        drafts = try account.drafts()
        state = try account.files { () throws(FileError) in
            try account.home.makingDirectory(.state(account.name))
        }
        self.loader = loader
        self.delivery = delivery
        self.settings = settings
        queue = DispatchQueue(label: "petrel.watch.\(account.name)")
    }

    private var account: MailAccount { MailAccount(configuration: configuration, home: home) }
    private var now: Instant { settings.clock.now() }

    // MARK: - Running

    /// Runs until the task is cancelled.
    func run(beforeListening refresh: @escaping @Sendable () -> Void) async {
        let arriving = RunningSync()
        let watch = AccountWatch(configuration, mailSignals, clock: settings.clock) {
            [self] request, cache in
            sync(request, cache, arriving)
        } report: { [self] event in
            await report(event, arriving)
            if case .synced = event { refresh() }
        }
        let outbox = OutboxWatch(outboxSignals, clock: settings.clock) { [delivery] in delivery }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await watch.run() }
            group.addTask { await outbox.run() }
        }
    }

    /// Watches the directories of the account's mail.
    func watchFiles(with monitor: LocalChangeMonitor) throws(FileError) {
        try monitor.watch(name, mail, drafts)
    }

    func take(_ change: LocalChangeMonitor.Change) {
        switch change {
        case .file(let name, let mailbox): mailSignals.changed(name, in: mailbox)
        case .mailbox(let mailbox): mailSignals.changed(mailbox)
        case .tree: mailSignals.request()
        case .outbox: outboxSignals.request()
        }
    }

    // MARK: - Syncing

    /// The account of the running sync, with its index of the messages that arrive.
    private final class RunningSync: Sendable {
        let account = Mutex<MailAccount?>(nil)
    }

    private func sync(
        _ request: AccountSync.Request, _ cache: ConnectionCache, _ arriving: RunningSync
    ) -> AccountSync {
        let account = account.openingIndex()
        arriving.account.withLock { $0 = account }
        return AccountSync(
            configuration, as: loader.source, by: settings.connections, mail: mail, drafts: drafts, state: state,
            index: account.arriving, reusingConnectionsIn: cache, clock: settings.clock, request,
            progress: { [self] in tell($0) })
    }

    private func tell(_ progress: SyncProgress) {
        // Each message reports its arrival.
        guard progress.done == 0 else { return }
        settings.tell(.phase("\(progress.phase)", of: name, at: now))
    }

    private func report(_ event: AccountWatch.Event, _ arriving: RunningSync) async {
        switch event {
        case .listening(let inIdle):
            settings.tell(.phase(inIdle ? "listening" : "polling", of: name, at: now))
        case .paused(let failure, let until):
            let next = failure.isOfSecret || failure.isWithoutCredentials ? " Type: petrel account check \(name)" : ""
            settings.tell(.problem("\(failure.sentence)\(next)", of: name, at: now, until: until, in: settings.zone))
        case .synced(let report, _):
            let account = arriving.account.withLock { $0.take() } ?? self.account
            await withCheckedContinuation { continuation in
                queue.async {
                    self.follow(report, account)
                    continuation.resume()
                }
            }
        }
    }

    /// Updates the index, and reports what the sync has changed.
    private func follow(_ report: SyncReport, _ account: MailAccount) {
        guard report.hasChanged || report.files.arrivalCount > 0 || !report.notices.isEmpty else { return }
        var account = account
        account.changes = report.changes
        let now = now
        let found: [(message: MailLookup.Found, path: [UInt8])]
        do throws(CommandFailure) {
            let view = try MailLookup([account], at: now) { (account) throws(CommandFailure) in
                try account.refreshIndex(at: now) { _ in }
            }
            found = try view.arrivals(report.files)
        } catch {
            settings.tell(.problem(error.message, of: name, at: now, in: settings.zone))
            return
        }
        let lines = found.map { (line: WatchLine.new($0.message, path: $0.path, at: now), found: $0) }
        for one in lines { settings.tell(one.line) }
        let synced = SyncedAccount(account: account, report: report, delivery: nil, indexProblem: nil)
        if lines.isEmpty || report.hasOtherChanges(than: lines.count) {
            settings.tell(.changed(synced, at: now))
        }
        settings.newMail(
            lines.map { .init(json: $0.line.json, variables: $0.found.message.variables(path: $0.found.path)) })
    }
}

extension SyncReport {
    fileprivate func hasOtherChanges(than new: Int) -> Bool {
        let counts = mailboxes.reduce(into: (new: 0, others: 0)) { counts, mailbox in
            counts.new += mailbox.new
            counts.others += mailbox.changed + mailbox.removed + mailbox.uploaded
        }
        return counts.others > 0 || counts.new > new
    }
}

extension MailLookup {
    /// The most messages that are reported one by one. A first sync may fetch a hundred thousand.
    private static let mostReported = 100

    /// Returns the new messages among those that a sync has fetched, oldest first: unread mail that is not a draft, the
    /// user's own, deleted or junk.
    fileprivate func arrivals(
        _ files: SyncedFiles
    ) throws(CommandFailure) -> [(message: Found, path: [UInt8])] {
        guard files.arrivalCount > 0, files.arrivalCount <= Self.mostReported, let opened = accounts.first else {
            return []
        }
        var wanted: [MailboxName: Set<[UInt8]>] = [:]
        for (mailbox, entries) in files.arrivals where !Self.isOwn(mailbox) {
            wanted[mailbox] = Set(entries.map(\.name.base))
        }
        let latest = try index { () throws(IndexDatabaseError) in
            try opened.index.latest(limit: 2 * files.arrivalCount + Self.mostReported)
        }
        var found: [(message: Found, path: [UInt8])] = []
        for message in latest.reversed() where !message.flags.contains(.seen) {
            // Another program may have changed the flags in the file's name.
            let base = MaildirFilename(message.file.name).base
            guard wanted[message.mailbox]?.contains(base) ?? false else { continue }
            let one = Found(message: message, opened: opened)
            let place = message.file.place == .new ? Maildir.Place.new : .cur
            guard let directory = try one.maildir().subdirectory(place) else { continue }
            found.append((one, (directory.path / message.file.name).bytes))
        }
        return found
    }

    private static func isOwn(_ mailbox: MailboxName) -> Bool {
        [.drafts, .sent, .trash, .junk, .archive].contains(mailbox)
    }
}

extension MailLookup.Found {
    fileprivate func variables(path: [UInt8]) -> [(name: String, value: [UInt8])] {
        let values: [(String, String)] = [
            ("PETREL_EVENT", "new"), ("PETREL_ACCOUNT", account.text), ("PETREL_MAILBOX", "\(message.mailbox)"),
            ("PETREL_ID", "\(message.id)"), ("PETREL_FROM", MessageLine.sender(message.content)),
            ("PETREL_SUBJECT", message.content.subject),
        ]
        return values.map { ($0.0, Array($0.1.utf8)) } + [("PETREL_PATH", path)]
    }
}
