internal import Accounts
internal import Disk
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
private import Synchronization
internal import Threads

/// An account that is watched: its mail is kept in sync, and its outbox is sent.
final class WatchedAccount: Sendable {
    let configuration: AccountConfiguration
    /// Signals that the mail, or the outbox, must be looked at.
    let mailSignals: AccountWatchTriggers
    let outboxSignals: AccountWatchTriggers
    private let home: Home
    private let mail: MailTree
    private let drafts: DraftStore
    private let state: Directory
    private let loader: CredentialCache
    private let settings: Watching
    private let delivery: OutboxDelivery?
    /// Indexing blocks its thread, and there are few threads for tasks.
    private let queue = SerialQueue()
    /// Has the index open all the time, so that other connections need not read its write-ahead log.
    private let openIndex = Mutex<BackgroundIndexOpener?>(nil)
    /// The number of messages that have arrived since the segments of the index were looked at. Before the first look, it
    /// is large enough for one.
    private let arrivalsSinceMerge = Atomic(WatchedAccount.arrivalsBetweenMerges)
    private static let arrivalsBetweenMerges = 50

    /// The progress of the running sync.
    private let latestProgress = Mutex<SyncProgress?>(nil)
    var progress: SyncProgress? { latestProgress.withLock(\.self) }

    /// What the watched accounts have in common.
    struct Watching: Sendable {
        let environment: SyncEnvironment
        /// Called with the events of one moment, on any thread.
        let tell: @Sendable ([WatchEvent]) -> Void
        /// Called when a message was put into the outbox, or the server is back. Without it, the watch sends the outbox.
        var outboxChanged: (@Sendable (AccountName, _ isServerBack: Bool) -> Void)?
    }

    var name: AccountName { configuration.name }

    init(_ account: MailAccount, _ settings: Watching) throws(CommandFailure) {
        configuration = account.configuration
        home = account.home
        mailSignals = AccountWatchTriggers(clock: settings.environment.clock)
        outboxSignals = AccountWatchTriggers(clock: settings.environment.clock)
        state = try account.makingState()
        mail = try account.makingMail()
        drafts = try account.drafts(encryptedIn: settings.environment.environment)
        loader = settings.environment.credentialLoader(of: account.configuration)
        self.settings = settings
        let (name, environment) = (account.name, settings.environment)
        guard settings.outboxChanged == nil else {
            delivery = nil
            return
        }
        let sends = try environment.delivery(of: account, using: loader) { event in
            let (now, zone) = (environment.clock.now(), environment.zone)
            if let line = WatchEvent.sending(event, of: name, at: now, in: zone, environment.words) {
                settings.tell([line])
            }
        }
        guard account.configuration.hasServer, !account.configuration.imapServers.isEmpty else {
            delivery = sends
            return
        }
        let (configuration, loader, mail, drafts, state) = (configuration, loader, mail, drafts, state)
        let signals = mailSignals
        delivery = sends?.syncingSentAndDrafts(
            by: SentAndDraftsSync { request in
                await signals.run { cache in
                    let report = await AccountSync(
                        configuration, as: loader.source, by: environment.connections, mail: mail, drafts: drafts,
                        state: state, reusingConnectionsIn: cache, clock: environment.clock, request
                    ).run()
                    return (report, report)
                }
            })
    }

    private var account: MailAccount { MailAccount(configuration: configuration, home: home) }
    private var now: Instant { settings.environment.clock.now() }

    // MARK: - Running

    /// Runs until the task is cancelled. `serverReturned` is called when the server was reached again after a failure,
    /// with the time at which it was last unreachable.
    func run(
        beforeListening refresh: @escaping @Sendable () -> Void,
        serverReturned: @escaping @Sendable (_ lastUnreachable: Duration) -> Void
    ) async {
        let arriving = RunningSync()
        let unreachable = LastUnreachableTime()
        let pausedUntil = tellOfPause()
        let watch = AccountWatch(
            configuration, mailSignals, clock: settings.environment.clock,
            limiter: settings.environment.connections.limiter, pausedUntil: pausedUntil,
            canReadKeyring: loader.canReadKeyring
        ) { [self] request, cache in
            sync(request, cache, arriving)
        } report: { [self] event in
            await report(event, arriving)
            if case .paused(let failure, _) = event, failure.isOfConnection || failure.isOfKeyring {
                unreachable.time.withLock { [now = settings.environment.clock.elapsed()] in $0 = now }
            }
            guard case .synced(let report, _) = event else { return }
            refresh()
            guard report.failure == nil, let lastUnreachable = unreachable.time.withLock({ $0.take() }) else { return }
            // The server for sending is probably back, too.
            if let changed = settings.outboxChanged {
                changed(name, true)
            } else {
                outboxSignals.serverReturned(lastUnreachable: lastUnreachable)
            }
            serverReturned(lastUnreachable)
        }
        let outbox = OutboxWatch(outboxSignals, clock: settings.environment.clock) { [delivery] in delivery }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await watch.run() }
            if settings.outboxChanged == nil { group.addTask { await outbox.run() } }
        }
    }

    /// If the credentials were rejected in an earlier run, and not long ago, reports that and returns until when not to
    /// try again.
    private func tellOfPause() -> Instant? {
        guard let failure = LastSyncRecord(in: state).failure, failure.isOfCredentials else { return nil }
        let now = now
        let until = Instant(seconds: failure.time.seconds + WatchSchedule.credentialPause.components.seconds)
        guard failure.time <= now, now < until else { return nil }
        let text = failure.sentence.advising("Type: petrel account check \(name)")
        settings.tell([
            .problem(text, of: name, .credentials, at: now, until: until, in: settings.environment.zone)
        ])
        return until
    }

    /// Watches the directories of the account's mail.
    func watchFiles(with monitor: LocalChangeMonitor) throws(FileError) {
        try monitor.watch(name, mail, drafts)
    }

    func networkChanged() {
        mailSignals.networkChanged()
        outboxSignals.networkChanged()
    }

    func take(_ change: LocalChangeMonitor.Change) {
        switch change {
        case .file(let name, let mailbox): mailSignals.changed(name, in: mailbox)
        case .mailbox(let mailbox): mailSignals.changed(mailbox)
        case .tree: mailSignals.request()
        case .outbox:
            if let changed = settings.outboxChanged { changed(name, false) } else { outboxSignals.request() }
        }
    }

    // MARK: - Syncing

    /// When the server could last not be reached, or the keyring was locked; `nil` if the server was reached since.
    private final class LastUnreachableTime: Sendable {
        let time = Mutex<Duration?>(nil)
    }

    /// The account of the running sync, with its index of the messages that arrive.
    private final class RunningSync: Sendable {
        let account = Mutex<MailAccount?>(nil)
    }

    private func sync(
        _ request: AccountSync.Request, _ cache: ConnectionAndLedgerCache, _ arriving: RunningSync
    ) -> AccountSync {
        var account = account.openingIndex()
        // mbsync may have begun to sync the mail.
        let current = (try? account.makingMail()) ?? mail
        account.openedMail = current
        arriving.account.withLock { [account] in $0 = account }
        let isSame = (current.sharing == nil) == (mail.sharing == nil)
        return AccountSync(
            configuration, as: loader.source, by: settings.environment.connections, mail: current,
            drafts: isSame ? drafts : (try? account.drafts(encryptedIn: settings.environment.environment)) ?? drafts,
            state: state,
            index: account.arriving, reusingConnectionsIn: cache, clock: settings.environment.clock, request,
            progress: { [self] in tell($0) })
    }

    private func tell(_ progress: SyncProgress) {
        latestProgress.withLock { $0 = progress }
        // Each message reports its arrival.
        guard progress.done == 0 else { return }
        settings.tell([.phase("\(progress.phase)", of: name, at: now)])
    }

    private func report(_ event: AccountWatch.Event, _ arriving: RunningSync) async {
        switch event {
        case .listening(let inIdle):
            settings.tell([.phase(inIdle ? "listening" : "polling", of: name, at: now)])
            if arrivalsSinceMerge.load(ordering: .relaxed) >= Self.arrivalsBetweenMerges {
                arrivalsSinceMerge.store(0, ordering: .relaxed)
                mergeSegments()
            }
        case .paused(let failure, _) where failure.isBusy:
            // Another process does the same work, so nothing is wrong.
            settings.tell([.phase("waiting", of: name, at: now)])
        case .paused(let failure, let until):
            let isOfUser = failure.isOfSecret || failure.isWithoutCredentials
            var sentence = failure.sentence
            if isOfUser { sentence = sentence.advising("Type: petrel account check \(name)") }
            if failure.isOfKeyring {
                sentence = sentence.inserting("When it is unlocked, petrel continues within 30 seconds.")
            }
            settings.tell([
                .problem(
                    sentence, of: name,
                    isOfUser ? .credentials : failure.isOfConnection ? .connection : .other, at: now,
                    until: until,
                    in: settings.environment.zone)
            ])
        case .synced(let report, _):
            latestProgress.withLock { $0 = nil }
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
        arrivalsSinceMerge.add(report.files.arrivalCount, ordering: .relaxed)
        let now = now
        var end: IndexRefresh.End?
        defer {
            end?.run()
            keepIndexOpen()
        }
        do throws(CommandFailure) {
            var view = try IndexedMail([account], at: now, learnsContacts: false) {
                (account) throws(CommandFailure) in
                end = try account.refreshIndexUntilReadable(at: now) { _ in }
            }
            // New mail is reported first.
            settings.tell(try view.watchEvents(of: report, account, at: now))
            view.learnContacts(at: now)
        } catch {
            settings.tell([.problem(error.message, of: name, at: now, in: settings.environment.zone)])
        }
    }

    /// Merges the segments of the index in steps, so that searches become fast. Other work of the queue is done between
    /// two steps.
    private func mergeSegments() {
        queue.async { [self] in
            guard let location = try? account.indexLocation(), (try? location.mergeSegments()) == true else { return }
            mergeSegments()
        }
    }

    private func keepIndexOpen() {
        openIndex.withLock { opener in
            guard opener?.isCurrent != true, let location = try? self.account.indexLocation() else { return }
            opener = BackgroundIndexOpener(location)
        }
    }
}
