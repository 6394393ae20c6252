public import MailTypes
public import Platform
private import Synchronization

/// What has happened to an account since its watch last looked. May be used on any thread.
public final class AccountWatchTriggers: Sendable {
    /// Changes that the watch must react to.
    struct News: Sendable {
        /// The names of files that came or went, by mailbox.
        var files: [MailboxName: Set<[UInt8]>] = [:]
        /// Mailboxes in which any file may have changed.
        var mailboxes: Set<MailboxName> = []
        var hasNetworkChanged = false
        /// Another account has reached its server again.
        var isServerBack = false
        var isRequested = false
        /// Others that want to use the account, in the order in which they asked.
        var turns: [WatchedAccountLease] = []
        /// Another account needs the connection.
        var isConnectionWanted = false
        /// The time that the watch waits for has come.
        var isDue = false

        var isEmpty: Bool {
            files.isEmpty && mailboxes.isEmpty && !hasNetworkChanged && !isServerBack && !isRequested && !isDue
                && turns.isEmpty && !isConnectionWanted
        }
    }

    private struct State {
        var news = News()
        var waiter: CheckedContinuation<Void, Never>?
        /// When the watch last reached its server.
        var lastContact: Duration?
        /// Whether the watch has ended, so that nothing looks at the events any more.
        var isClosed = false
    }

    /// The maximum number of names to keep for a mailbox.
    private static let mostNames = 20_000

    private let state = Mutex(State())
    private let clock: any Clock

    public init(clock: any Clock) {
        self.clock = clock
    }

    // MARK: - Posting

    /// Another program, or a sync, created or removed a file.
    public func changed(_ file: [UInt8], in mailbox: MailboxName) {
        post { news in
            guard !news.mailboxes.contains(mailbox) else { return }
            news.files[mailbox, default: []].insert(file)
            guard news.files[mailbox]?.count ?? 0 > Self.mostNames else { return }
            news.files[mailbox] = nil
            news.mailboxes.insert(mailbox)
        }
    }

    /// Any file of the mailbox may have changed.
    public func changed(_ mailbox: MailboxName) {
        post { $0.mailboxes.insert(mailbox) }
    }

    public func networkChanged() {
        post { $0.hasNetworkChanged = true }
    }

    /// Another account has reached its server after a failure, so that this one may reach its own. Ignored if the watch
    /// has reached its server since `lastUnreachable`, when the other account last failed.
    public func serverReturned(lastUnreachable: Duration) {
        let isKnown = state.withLock { $0.lastContact.map { $0 > lastUnreachable } ?? false }
        if !isKnown { post { $0.isServerBack = true } }
    }

    /// The watch has reached its server at this time.
    func reachedServer(at time: Duration) {
        state.withLock { $0.lastContact = time }
    }

    /// A sync is wanted, or the outbox must be looked at.
    public func request() {
        post { $0.isRequested = true }
    }

    /// Runs work that uses the account, such as a sync with special options, between the syncs of the watch. The work gets
    /// the connection of the watch; `nil` if the watch is not running. It returns the report of its sync.
    public func run<Result: Sendable>(
        _ work: @Sendable (ConnectionAndLedgerCache?) async -> (result: Result, report: SyncReport)
    ) async -> Result {
        let turn = WatchedAccountLease()
        let (isClosed, waiter) = state.withLock { state in
            if !state.isClosed { state.news.turns.append(turn) }
            return (state.isClosed, state.isClosed ? nil : state.waiter.take())
        }
        waiter?.resume()
        if isClosed { turn.grant(nil) }
        let cache = await turn.granted()
        let (result, report) = await work(cache)
        turn.end(WatchedAccountLease.Outcome(files: report.files, hasSucceeded: report.failure == nil))
        return result
    }

    /// Ends the watch: a thread that waits for its turn gets it without a connection.
    func close() {
        let turns = state.withLock { state in
            state.isClosed = true
            defer { state.news = News() }
            return state.news.turns
        }
        for turn in turns { turn.grant(nil) }
    }

    /// The watch runs again.
    func open() {
        state.withLock { $0.isClosed = false }
    }

    /// Another account needs the connection that waits in IDLE.
    func wantConnection() {
        post { $0.isConnectionWanted = true }
    }

    private func timePassed() {
        post { $0.isDue = true }
    }

    private func post(_ change: (inout News) -> Void) {
        let waiter = state.withLock { state in
            change(&state.news)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    // MARK: - Taking

    /// Returns and forgets the news.
    func take() -> News {
        state.withLock { state in
            defer { state.news = News() }
            return state.news
        }
    }

    /// Returns and forgets the news, except what other accounts and other work want. Files that a sync has created or removed do not count.
    func take(except own: FilesChangedBySync) -> News {
        var news = state.withLock { state in
            var news = state.news
            state.news = News()
            swap(&state.news.turns, &news.turns)
            swap(&state.news.isConnectionWanted, &news.isConnectionWanted)
            return news
        }
        for (mailbox, files) in news.files {
            let others = files.filter { !own.contains($0, in: mailbox) }
            news.files[mailbox] = others.isEmpty ? nil : others
        }
        return news
    }

    /// Returns as soon as there is news, after `limit`, or when the task is cancelled. Only one task at a time may wait.
    func wait(atMost limit: Duration?) async {
        guard let limit else { return await wait() }
        let timer = Task { [clock] in
            await clock.pause(for: limit)
            if !Task.isCancelled { timePassed() }
        }
        await wait()
        timer.cancel()
    }

    /// Returns as soon as there is news, or the task is cancelled. Only one task at a time may wait.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.news.isEmpty || Task.isCancelled { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume()
        }
    }
}
