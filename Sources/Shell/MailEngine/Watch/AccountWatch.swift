public import Accounts
internal import IMAPProtocol
public import MailClients
public import MailTypes
public import Platform
internal import Reconciliation

/// Keeps an account in sync for as long as its task runs: as soon as the server or another program changes something,
/// and at intervals.
///
/// One connection is used for syncing and for waiting in IDLE. All failures are reported and followed by another attempt.
public struct AccountWatch: Sendable {
    /// What the watch reports.
    public enum Event: Sendable {
        /// A sync has ended. `mailboxes`: those that were synced, or `nil` for all.
        case synced(SyncReport, mailboxes: Set<MailboxName>?)
        /// Waits for changes; with `inIdle`, the server reports those of the inbox.
        case listening(inIdle: Bool)
        /// Failed, and waits before the next attempt.
        case paused(SyncFailure, until: Instant)
    }

    /// Returns a sync for a request, with the connections of `cache`.
    public typealias MakeSync = @Sendable (AccountSync.Request, ConnectionAndLedgerCache) -> AccountSync

    private let account: AccountConfiguration
    private let signals: AccountWatchTriggers
    private let clock: any Clock
    private let sync: MakeSync
    private let limiter: ConnectionLimiter
    private let pausedUntil: Instant?
    private let canReadKeyring: @Sendable () async -> Bool
    private let report: @Sendable (Event) async -> Void
    private let cache: ConnectionAndLedgerCache

    /// `limiter`: that of the connections of `sync`. `pausedUntil`: until when not to try, because the server has rejected
    /// the credentials before. `canReadKeyring`: whether the keyring returns the credentials, without asking the user.
    /// `report` is called with each event, and the watch continues when it returns.
    public init(
        _ account: AccountConfiguration, _ signals: AccountWatchTriggers, clock: any Clock, limiter: ConnectionLimiter,
        pausedUntil: Instant? = nil, canReadKeyring: @escaping @Sendable () async -> Bool = { false },
        sync: @escaping MakeSync,
        report: @escaping @Sendable (Event) async -> Void
    ) {
        self.account = account
        self.signals = signals
        self.clock = clock
        self.limiter = limiter
        self.pausedUntil = pausedUntil
        self.canReadKeyring = canReadKeyring
        self.sync = sync
        self.report = report
        // The watch itself replaces connections that are too old for the server.
        cache = ConnectionAndLedgerCache(limit: .seconds(24 * 60 * 60))
    }

    /// Runs until the task is cancelled.
    public func run() async {
        var schedule = WatchSchedule(polling: account.polling, at: clock.elapsed())
        var (isCertain, isWithoutConnection) = (false, false)
        var keyringCheck: Duration?
        signals.open()
        if let pausedUntil {
            // A restart must not try again what the server has just rejected, which might lock the user out.
            let seconds = pausedUntil.seconds - clock.now().seconds
            schedule.awaitUser(until: clock.elapsed() + .seconds(seconds))
        }
        while !Task.isCancelled {
            let news = signals.take()
            note(news, &schedule)
            if news.isConnectionWanted {
                // Another account needs the connection, so this one is looked at again later.
                await cache.close()
                isWithoutConnection = true
                // Nothing is reported to it any more, so it is synced at the usual interval.
                schedule.take(.listening(ofAllMailboxes: false), at: clock.elapsed())
                await report(.listening(inIdle: false))
            }
            if news.isServerBack {
                // Without a connection of its own, the account does not notice that its server was away.
                schedule.take(isWithoutConnection ? .requested : .networkChanged, at: clock.elapsed())
            }
            for turn in news.turns { await grant(turn, &schedule) }
            let now = clock.elapsed()
            switch schedule.next(at: now) {
            case .sync(let mailboxes):
                isWithoutConnection = false
                let isOfKeyring = await runSync(mailboxes, &schedule)?.isOfKeyring ?? false
                keyringCheck = isOfKeyring ? clock.elapsed() + Self.keyringCheckInterval : nil
            case .listen(let end):
                if isWithoutConnection {
                    await signals.wait(atMost: end - now)
                } else {
                    await listen(for: end - now, &isCertain, &schedule)
                }
            case .pause(let end):
                if let check = keyringCheck, check <= now {
                    keyringCheck = clock.elapsed() + Self.keyringCheckInterval
                    if await canReadKeyring() { schedule.take(.requested, at: clock.elapsed()) }
                } else {
                    await signals.wait(atMost: min(end, keyringCheck ?? end) - now)
                }
            }
        }
        signals.close()
        await cache.close()
    }

    /// Lets other work use the account.
    private func grant(_ turn: WatchedAccountLease, _ schedule: inout WatchSchedule) async {
        turn.grant(cache)
        let outcome = await turn.ended()
        note(signals.take(except: outcome.files), &schedule)
        // The reason of a pause is gone.
        if outcome.hasSucceeded, case .pause = schedule.next(at: clock.elapsed()) {
            schedule.take(.requested, at: clock.elapsed())
        }
    }

    private func note(_ news: AccountWatchTriggers.News, _ schedule: inout WatchSchedule) {
        let now = clock.elapsed()
        let mailboxes = news.mailboxes.union(news.files.keys)
        if news.hasNetworkChanged { schedule.take(.networkChanged, at: now) }
        if news.isRequested { schedule.take(.requested, at: now) }
        if !mailboxes.isEmpty { schedule.take(.changedHere(mailboxes), at: now) }
    }

    // MARK: - Syncing

    /// Returns why the sync failed.
    private func runSync(_ mailboxes: Set<MailboxName>?, _ schedule: inout WatchSchedule) async -> SyncFailure? {
        let begin = clock.elapsed()
        var request = AccountSync.Request()
        request.mailboxes = mailboxes
        let result = await sync(request, cache).run()
        // The changes that the sync made itself need no other sync.
        note(signals.take(except: result.files), &schedule)
        await report(.synced(result, mailboxes: mailboxes))
        if let failure = result.failure {
            await pause(after: failure, &schedule)
        } else {
            if mailboxes == nil { signals.reachedServer(at: begin) }
            schedule.take(.synced(hasChanged: result.hasChanged), at: clock.elapsed())
        }
        return result.failure
    }

    private func pause(after failure: SyncFailure, _ schedule: inout WatchSchedule) async {
        guard !Task.isCancelled else { return }
        let now = clock.elapsed()
        schedule.take(.failed(failure.ofWatch), at: now, jitter: .random(in: 0...1))
        if case .pause(let end) = schedule.next(at: now) { await reportPause(failure, until: end, now) }
    }

    private func reportPause(_ failure: SyncFailure, until end: Duration, _ now: Duration) async {
        let seconds = (end - now).components.seconds
        await report(.paused(failure, until: Instant(seconds: clock.now().seconds + seconds)))
    }

    // MARK: - Listening

    /// Waits for changes for at most `limit`.
    private func listen(
        for limit: Duration, _ isCertain: inout Bool, _ schedule: inout WatchSchedule
    ) async {
        guard var session = await cache.take(for: account, at: clock.elapsed()) else {
            // The server has closed the connection. If it does so each time, the pauses keep the watch from being busy.
            return schedule.take(.failed(.connection), at: clock.elapsed())
        }
        let hasIdle = await session.client.capabilities.contains(.idle)
        guard hasIdle, limit >= Self.shortestIdle else {
            await cache.keep(session, at: clock.elapsed())
            if !hasIdle { await report(.listening(inIdle: false)) }
            return await signals.wait(atMost: limit)
        }
        do throws(SyncFailure) {
            let answer = try await session.requestNotifications()
            let isReported = await session.client.hasNotifications
            if answer != .nothingNew || schedule.hearsOfAllMailboxes != isReported {
                // The next sync is due at another time now.
                let isUnchanged = answer == .agreed(isUnchanged: true)
                schedule.take(
                    .listening(ofAllMailboxes: isReported, isUnchanged: isUnchanged), at: clock.elapsed())
                return await cache.keep(session, at: clock.elapsed())
            }
            let begin = clock.elapsed()
            let (waiting, uncertain) = (session, isCertain)
            let end: ServerSession.IdleEnd
            (session, end) = try await limiter.offering(account.name.text, close: signals.wantConnection) {
                () async throws(SyncFailure) in
                var idling = waiting
                let end = try await idling.idle(
                    for: min(limit, account.idleRefresh), until: signals, isCertain: uncertain
                ) { await report(.listening(inIdle: true)) }
                return (idling, end)
            }
            signals.reachedServer(at: clock.elapsed())
            isCertain = end == .doubtful
            switch end {
            case .doubtful: schedule.take(.changedPerhaps, at: clock.elapsed())
            case .changed(let isElsewhere):
                schedule.take(.changedOnServer(isElsewhere: isElsewhere), at: clock.elapsed())
            case .unchanged:
                // A server that ends IDLE at once would keep the watch busy.
                if clock.elapsed() - begin < Self.shortestIdle { await signals.wait(atMost: Self.shortestIdle) }
            }
            await cache.keep(session, at: clock.elapsed())
        } catch {
            await session.close()
            await lost(after: error, &schedule)
        }
    }

    /// Connects again at once, and reports the loss only if that happens too often.
    private func lost(after failure: SyncFailure, _ schedule: inout WatchSchedule) async {
        guard !Task.isCancelled else { return }
        let now = clock.elapsed()
        schedule.take(.lost, at: now, jitter: .random(in: 0...1))
        if case .pause(let end) = schedule.next(at: now) { await reportPause(failure, until: end, now) }
    }

    /// The interval at which a locked keyring is looked at. That asks neither the user nor a server.
    private static let keyringCheckInterval = Duration.seconds(30)

    /// The length from which IDLE is worthwhile.
    private static let shortestIdle = Duration.seconds(1)
}

extension SyncFailure {
    fileprivate var ofWatch: WatchSchedule.Failure {
        switch self {
        case .busy: .busy
        case _ where isOfSecret || isWithoutCredentials: .credentials
        default: .connection
        }
    }
}
