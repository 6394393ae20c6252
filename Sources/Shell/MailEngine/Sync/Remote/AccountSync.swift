public import Accounts
public import Disk
internal import IMAPProtocol
public import MailClients
public import MailIndexing
public import MailTypes
public import MaildirStore
public import Platform
internal import Reconciliation
internal import SASL
internal import SyncLedger

/// Synchronizes the mail of an account with its server.
///
/// Each pass requests the status of all mailboxes, opens those that have changed, makes one plan for all of them, and
/// performs it. Another pass follows if one could not settle everything. An interruption leaves both sides consistent,
/// and the next sync continues from there.
public struct AccountSync: Sendable {
    /// The options of a sync.
    public struct Request: Sendable {
        /// The mailboxes to sync; `nil` for all.
        public var mailboxes: Set<MailboxName>?
        /// Whether to report the plan without performing it.
        public var isDryRun = false
        /// Whether to report each step of the plan, however many they are.
        public var listsEachStep = false
        /// Whether the user has confirmed the local deletions that earlier syncs asked about.
        public var confirmsDeletions = false
        /// Whether to fetch the messages again that earlier syncs asked about.
        public var restoresDeletions = false
        /// Mailboxes to remove on both sides once they are empty.
        public var removals: Set<MailboxName> = []
        /// Whether to leave recent changes by other programs to the next sync instead of waiting for them to settle.
        public var isBrief = false
        /// The amount of mail to fetch this time, if it is more than the account's own window.
        public var window: MailWindow?
        /// The pause before each attempt to reconnect after the connection was lost.
        public var pauses: [Duration] = []
        /// How long to wait until another process has finished syncing the account.
        public var lockPatience = Duration.zero

        public init() {}
    }

    let account: AccountConfiguration
    let credentials: CredentialSource
    let connections: NetworkAccess
    let clock: any Clock
    let tree: MailTree
    private let drafts: DraftStore?
    private let state: Directory
    private let index: ArrivalIndexer?
    private let cache: ConnectionAndLedgerCache?
    let request: Request
    let progress: @Sendable (SyncProgress) -> Void

    /// The number of received bytes above which free memory is returned to the system.
    private static let muchMail = 4_000_000

    /// `state` is the account's directory for data that only petrel reads. Without `drafts`, drafts are only
    /// downloaded. `index` indexes messages as they arrive, and must be completed by an `IndexRefresh`. `progress` is
    /// called for each phase and as messages arrive. `cache` provides the connection of an earlier sync, and keeps
    /// this one's.
    public init(
        _ account: AccountConfiguration, as credentials: @escaping CredentialSource, by connections: NetworkAccess,
        mail tree: MailTree, drafts: DraftStore? = nil, state: Directory, index: ArrivalIndexer? = nil,
        reusingConnectionsIn cache: ConnectionAndLedgerCache? = nil, clock: any Clock, _ request: Request = Request(),
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        self.account = tree.sharing == nil ? account : account.keepingAllMail
        self.credentials = credentials
        self.connections = connections
        self.tree = tree
        self.drafts = drafts
        self.state = state
        self.index = index
        self.cache = cache
        self.clock = clock
        self.request = request
        self.progress = progress
    }

    func tell(_ phase: AccountSyncPhase) {
        progress(SyncProgress(phase))
    }

    /// Runs the sync. `work` runs while the connection is opened, and is complete before anything is scanned or
    /// changed. It returns whether it may have changed something on the server.
    public func run(behind work: () async -> Bool = { false }) async -> SyncReport {
        let report = await runOnce(behind: work)
        // SQLite detects some damage only when it reads the affected page. The second run begins without the ledger and
        // matches everything again.
        let isAgain = report.failure?.isOfDamagedLedger ?? false
        if isAgain, !request.isDryRun { return await runOnce { false } }
        // Later work, mostly indexing, runs on other threads. Returning the memory takes milliseconds, so it is only
        // worthwhile after much mail.
        if report.octetsIn > Self.muchMail { MallocHeaps.trim() }
        return report
    }

    private func runOnce(behind work: () async -> Bool) async -> SyncReport {
        let start = clock.elapsed()
        var report = SyncReport()
        if !tree.dangers.isEmpty {
            report.failure = .sharing(.dangerous(tree.dangers))
            tell(.failed)
            return report
        }
        async let opening = opened()
        let isStale = await work()
        do throws(SyncFailure) {
            let store: SyncStore
            var hasWaited = false
            do throws(SyncFailure) {
                do throws(SyncFailure) {
                    store = try await openedStore()
                } catch  where error.isBusy && request.lockPatience > .zero {
                    _ = await opening
                    hasWaited = true
                    store = try await storeAfterOtherProcess()
                }
            } catch {
                try? await opening.result.get().leave()
                throw error
            }
            var last: ServerSession?
            do throws(SyncFailure) {
                var first = await opening
                if isStale || hasWaited { first.forgetEarlyAnswers() }
                try await runWithReconnects(store, &report, beginning: first, leaving: &last)
            } catch {
                report.failure = error
            }
            let isUsable = report.failure == nil
            async let farewell: Void = end(last, isUsable: isUsable)
            (report.changes, report.files) = await store.changed()
            if isUsable, let cache, (try? await store.rest()) != nil {
                await cache.keep(store, at: clock.elapsed())
                await farewell
            } else {
                await store.close()
                await farewell
                if let failure = report.failure, failure.isOfDamagedLedger, !request.isDryRun {
                    try await store.putLedgerAside()
                }
                await store.unlock()
            }
        } catch {
            report.failure = error
        }
        tell(report.failure.map { $0.isOfSecret ? .signedOut : .failed } ?? .idle)
        let isComplete = report.failure == nil && request.mailboxes?.contains(.inbox) ?? true
        if !request.isDryRun, !Task.isCancelled, report.failure.map({ !$0.isBusy }) ?? isComplete {
            LastSyncRecord.note(report.failure, at: clock.now(), in: state)
        }
        // If nothing had changed, no plan was made.
        if request.isDryRun, report.failure == nil, report.lines.isEmpty { report.lines = SyncPlan([]).lines }
        report.duration = clock.elapsed() - start
        return report
    }

    /// Returns the store of an earlier sync if its ledger is still open, or a new one.
    private func openedStore() async throws(SyncFailure) -> SyncStore {
        if let store = await cache?.takeStore() {
            do throws(SyncFailure) {
                if try await store.resume(tree, drafts: drafts, state: state, clock: clock, index: index) {
                    return store
                }
            } catch {
                await store.close()
                await store.unlock()
                throw error
            }
        }
        return try SyncStore(tree, drafts: drafts, state: state, clock: clock, index: index)
    }

    /// The pause between two attempts while another process is syncing the account.
    private static let lockPause = Duration.milliseconds(100)
    /// The number of attempts after which the other process is checked.
    private static let attemptsBetweenChecks = 30

    /// Waits until another process has finished syncing the account, as long as the request permits. Gives up if that
    /// process is stopped.
    private func storeAfterOtherProcess() async throws(SyncFailure) -> SyncStore {
        tell(.waitingForProcess)
        var left = request.lockPatience
        var attempts = 0
        while true {
            do throws(SyncFailure) {
                return try await openedStore()
            } catch {
                guard error.isBusy, left > .zero, !Task.isCancelled else { throw error }
            }
            attempts += 1
            if attempts % Self.attemptsBetweenChecks == 0 {
                try SyncFailure.file { () throws(FileError) in try state.checkLockHolder(SyncStore.lockName) }
            }
            try? await Task.sleep(for: Self.lockPause)
            left -= Self.lockPause
        }
    }

    private func end(_ session: ServerSession?, isUsable: Bool) async {
        guard let session else { return }
        if isUsable, let cache { await cache.keep(session, at: clock.elapsed()) } else { await session.leave() }
    }

    /// Runs the sync. Reconnects after a lost connection, and renews an expired token. Completed work is not repeated.
    /// The caller must close the connection that `last` returns.
    ///
    /// Isolated to the store, because the sync calls it so often that switching executors would take longer than most
    /// calls.
    private func runWithReconnects(
        _ store: isolated SyncStore, _ report: inout SyncReport, beginning first: Opening,
        leaving last: inout ServerSession?
    ) async throws(SyncFailure) {
        var next: Opening? = first
        var credentials = first.credentials
        var pauses = request.pauses[...]
        var hasSignedIn = false
        var isRenewed = false
        while true {
            var isKept = false
            do throws(SyncFailure) {
                let opening: Opening
                if let known = next.take() { opening = known } else { opening = await opened(as: credentials) }
                credentials = opening.credentials
                isKept = opening.isKept
                var run = SyncRun(self, store, try opening.result.get(), isKept: isKept, report)
                hasSignedIn = true
                let result: Result<Void, SyncFailure>
                do throws(SyncFailure) {
                    try await run.run()
                    try await run.removeMailboxes()
                    if cache != nil { try await run.prepareInboxQuery() }
                    result = .success(())
                } catch {
                    result = .failure(error)
                }
                report = run.report
                report.count(run.counts)
                last = run.session
                return try result.get()
            } catch {
                if let session = last.take() { await session.close() }
                // The server has closed the idle connection.
                if isKept, error.isOfConnection, !Task.isCancelled { continue }
                if error.isOfSecret, credentials?.kind == .token {
                    guard !isRenewed else { throw error.ofToken() }
                    tell(.renewingToken)
                    isRenewed = true
                    next = await opened(as: try await renewedCredentials(after: error))
                    continue
                }
                // A server that was never reached may be unavailable for a long time, so do not retry.
                guard error.isOfConnection, hasSignedIn, !Task.isCancelled, let pause = pauses.popFirst() else {
                    throw error
                }
                try await wait(pause, store, or: error)
                // The token may have expired with the connection, so allow another renewal.
                isRenewed = false
            }
        }
    }

    /// Returns a new token after the server has refused the former one.
    private func renewedCredentials(after failure: SyncFailure) async throws(SyncFailure) -> Credentials {
        do throws(CredentialError) {
            return try await credentials(true)
        } catch {
            throw error.isTemporary ? .credentials(error) : failure.ofToken(error)
        }
    }

    /// An attempt to connect and sign in.
    private struct Opening: Sendable {
        /// `nil` if there are none.
        var credentials: Credentials?
        var result: Result<ServerSession, SyncFailure>
        /// Whether the connection is that of an earlier sync.
        var isKept = false

        mutating func forgetEarlyAnswers() {
            guard case .success(var session) = result else { return }
            session.forgetEarlyAnswers()
            result = .success(session)
        }
    }

    /// Connects and signs in; loads the credentials first if they are not `known`.
    private func opened(as known: Credentials? = nil) async -> Opening {
        if let session = await cache?.take(for: account, at: clock.elapsed()) {
            return Opening(credentials: known, result: .success(session), isKept: true)
        }
        let credentials: Credentials
        do throws(CredentialError) {
            if let known { credentials = known } else { credentials = try await self.credentials(false) }
        } catch {
            return Opening(credentials: nil, result: .failure(.credentials(error)))
        }
        do throws(SyncFailure) {
            let session = try await ServerSession.open(
                account, as: credentials, by: connections, remembering: CapabilityCache(state: state), clock: clock,
                tell: tell)
            return Opening(credentials: credentials, result: .success(session))
        } catch {
            return Opening(credentials: credentials, result: .failure(error))
        }
    }

    /// Waits before reconnecting. If the task is cancelled, throws the failure of the connection.
    private func wait(_ pause: Duration, _ store: SyncStore, or failure: SyncFailure) async throws(SyncFailure) {
        var waiting = SyncProgress(.waiting)
        waiting.pause = pause
        progress(waiting)
        var left = pause
        while left > .zero {
            if Task.isCancelled { throw failure }
            let step = min(left, .milliseconds(200))
            await store.wait(step)
            left -= step
        }
    }
}
