public import Accounts
public import Disk
internal import IMAPProtocol
public import MailClients
public import MailTypes
public import MaildirStore
public import Platform
internal import Reconciliation
public import SASL
internal import SyncLedger

/// Brings the mail of an account and that of its server together: what came, went or changed on either side since they
/// last agreed.
///
/// A pass asks the server for the numbers of all mailboxes, looks into those that are not as they were, makes one plan
/// of all of it, and does what it says. Another pass follows where one could not settle everything. Whatever stops it
/// leaves both sides in order, and the next sync goes on from there.
public struct AccountSync: Sendable {
    /// What is wanted of it.
    public struct Request: Sendable {
        /// Nothing else is looked into; all mailboxes where it is `nil`.
        public var mailboxes: Set<MailboxName>?
        /// The plan is told, and nothing is done.
        public var isDryRun = false
        /// Deletions here that are too many to be believed were meant.
        public var confirmsDeletions = false
        /// Mailboxes that are to go, on both sides, once no message stands in them any more.
        public var removals: Set<MailboxName> = []
        /// What another program may be in the middle of is left to the next sync, and not waited for.
        public var isBrief = false
        /// How much mail is brought this once, where that is more than the account's own window.
        public var window: MailWindow?
        /// How long is waited before a connection that ended is made again, each time.
        public var pauses: [Duration] = []

        public init() {}
    }

    let account: AccountConfiguration
    let credentials: Credentials
    let connections: Connections
    let clock: any Clock
    let tree: MailTree
    private let drafts: DraftStore?
    private let state: Directory
    private let index: IncrementalIndexer?
    let request: Request
    let progress: @Sendable (SyncProgress) -> Void

    /// Where another secret comes from when the server does not take the one that was known: one that lasts no longer.
    public typealias Renewal = @Sendable () async -> Credentials?
    private let renewal: Renewal?

    /// Octets that came, behind which the memory that they took is given back.
    private static let muchMail = 4_000_000

    /// `state`: what only petrel reads of the account. `drafts`: those of the account; without them, drafts only come from
    /// the server. `index`: takes in what comes, and is to be completed by an `IndexRefresh`. `progress` is told of each
    /// phase and of messages that come.
    public init(
        _ account: AccountConfiguration, as credentials: Credentials, by connections: Connections, mail tree: MailTree,
        drafts: DraftStore? = nil, state: Directory, index: IncrementalIndexer? = nil, clock: any Clock,
        _ request: Request = Request(), renewing renewal: Renewal? = nil,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        self.account = account
        self.credentials = credentials
        self.connections = connections
        self.tree = tree
        self.drafts = drafts
        self.state = state
        self.index = index
        self.clock = clock
        self.request = request
        self.renewal = renewal
        self.progress = progress
    }

    func tell(_ phase: AccountPhase) {
        progress(SyncProgress(phase))
    }

    /// `work` goes on while somebody connects and signs in, and is over before anything is looked at or changed. It says
    /// whether it may have changed something on the server.
    public func run(behind work: () async -> Bool = { false }) async -> SyncReport {
        let report = await runOnce(behind: work)
        // SQLite finds some damage only where it comes upon it. Without the ledger all is matched anew.
        let isAgain = report.failure?.isOfDamagedLedger ?? false
        if isAgain, !request.isDryRun { return await runOnce { false } }
        // What follows, the index mostly, works on other threads. It takes milliseconds, which much mail alone is worth.
        if report.octetsIn > Self.muchMail { ProcessMemory.giveBack() }
        return report
    }

    private func runOnce(behind work: () async -> Bool) async -> SyncReport {
        let start = clock.elapsed()
        var report = SyncReport()
        async let opening = opened(as: credentials)
        let isStale = await work()
        do throws(SyncFailure) {
            let store: SyncStore
            do throws(SyncFailure) {
                store = try SyncStore(tree, drafts: drafts, state: state, clock: clock, index: index)
            } catch {
                try? await opening.get().leave()
                throw error
            }
            var last: ServerSession?
            do throws(SyncFailure) {
                var first = await opening
                if isStale, case .success(var session) = first {
                    session.forgetEarlyAnswers()
                    first = .success(session)
                }
                try await runWithReconnects(store, &report, beginning: first, leaving: &last)
            } catch {
                report.failure = error
            }
            async let farewell: Void? = last?.leave()
            report.changes = await store.changes
            await store.close()
            await farewell
            if let failure = report.failure, failure.isOfDamagedLedger, !request.isDryRun {
                try await store.putLedgerAside()
            }
        } catch {
            report.failure = error
        }
        tell(report.failure.map { $0.isOfSecret ? .signedOut : .failed } ?? .idle)
        // Where it was seen at once that nothing changed, no plan was made.
        if request.isDryRun, report.failure == nil, report.lines.isEmpty { report.lines = SyncPlan([]).lines }
        report.duration = clock.elapsed() - start
        return report
    }

    /// As often as it is worth while: a connection that ended is made again, and a token that has expired made anew. What a
    /// sync has done by then need not be done again. The connection that is left open is still to be closed.
    ///
    /// All of it works where the store does, which it asks so often that going there each time would take longer than
    /// most answers.
    private func runWithReconnects(
        _ store: isolated SyncStore, _ report: inout SyncReport, beginning first: Result<ServerSession, SyncFailure>,
        leaving last: inout ServerSession?
    ) async throws(SyncFailure) {
        var first: Result<ServerSession, SyncFailure>? = first
        var credentials = credentials
        var pauses = request.pauses[...]
        var hasSignedIn = false
        var isRenewed = false
        while true {
            do throws(SyncFailure) {
                let opening: Result<ServerSession, SyncFailure>
                if let first = first.take() { opening = first } else { opening = await opened(as: credentials) }
                var run = SyncRun(self, store, try opening.get(), report)
                hasSignedIn = true
                let result: Result<Void, SyncFailure>
                do throws(SyncFailure) {
                    try await run.run()
                    try await run.removeMailboxes()
                    result = .success(())
                } catch {
                    result = .failure(error)
                }
                report = run.report
                report.count(run.session.counts)
                last = run.session
                return try result.get()
            } catch {
                if let session = last.take() { await session.close() }
                if error.isOfSecret, credentials.kind == .token {
                    guard !isRenewed, let renewal else { throw error.ofToken }
                    tell(.renewingToken)
                    isRenewed = true
                    guard let renewed = await renewal() else { throw error.ofToken }
                    credentials = renewed
                    continue
                }
                // Who was not there at all may be away for long.
                guard error.isOfConnection, hasSignedIn, !Task.isCancelled, let pause = pauses.popFirst() else {
                    throw error
                }
                try await wait(pause, store, or: error)
                // What was good for the last connection may have run out with it.
                isRenewed = false
            }
        }
    }

    private func opened(as credentials: Credentials) async -> Result<ServerSession, SyncFailure> {
        do throws(SyncFailure) {
            return .success(
                try await ServerSession.open(
                    account, as: credentials, by: connections, remembering: CapabilityCache(state: state), clock: clock,
                    tell: tell))
        } catch {
            return .failure(error)
        }
    }

    /// Fails as the connection did where nobody wants to wait any more.
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
