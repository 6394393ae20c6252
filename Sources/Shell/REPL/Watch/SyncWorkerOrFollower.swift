internal import Accounts
private import Dispatch
internal import JSONText
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import Platform
private import Synchronization
internal import Worker

/// Keeps the mail of a home in sync while this process runs. Of all processes that watch a home, one does the work: its
/// worker. The others follow the worker's events, and one of them takes over when it ends.
final class SyncWorkerOrFollower: Sendable {
    /// What this process does for the home.
    enum Standing: Sendable {
        case starting
        /// It is the worker.
        case working
        /// It follows the worker.
        case following(process: Int64)
        /// The worker does not answer.
        case waiting
    }

    /// How a home is watched.
    struct Plan: Sendable {
        let environment: SyncEnvironment
        /// Returns the accounts to watch if this process is the worker.
        let accounts: @Sendable () throws(CommandFailure) -> [MailAccount]
        /// Called with the events of one moment, on any thread, whichever process is the worker.
        let tell: @Sendable ([WatchEvent]) -> Void
        /// Programs that the worker runs on new mail, and programs that this process runs in any case.
        var workerHooks: [NewMailHook] = []
        var ownHooks: [NewMailHook] = []
        /// Called when a message was put into an outbox. Without it, the worker sends the outboxes.
        var outboxChanged: (@Sendable (AccountName, _ isServerBack: Bool) -> Void)?
        /// Called when `standing` changes.
        var standingChanged: @Sendable (Standing) -> Void = { _ in }
    }

    private struct State {
        var isStopped = false
        var standing = Standing.starting
        var run: MultiAccountWatch?
        var thread: BackgroundTask<Void>?
    }

    private let plan: Plan
    private let state = Mutex(State())
    private let states = AccountStates()
    private let events = RecentEvents()
    /// Signalled to end the current standing.
    private let wake = DispatchSemaphore(value: 0)

    /// How long to wait before looking again for a worker that did not answer.
    private static let patience = 2

    init(_ plan: Plan) {
        self.plan = plan
    }

    var standing: Standing { state.withLock(\.standing) }

    /// The last known state of each account.
    var accountStates: [AccountState] {
        guard case .working = standing else { return states.all }
        return states.all.map { $0.counted(by: plan.environment.connections.limiter) }
    }

    /// The last events, oldest first.
    var recentEvents: [WatchEvent] { events.all }

    /// Lets a sync of this process take turns with the watch, if this process is the worker.
    var turns: SendAndReceive.Turns? { state.withLock(\.run)?.turns }

    /// Call this when the network has probably changed. Has no effect if another process is the worker.
    func networkChanged() { state.withLock(\.run)?.networkChanged() }

    // MARK: - Running

    func start() {
        let thread = BackgroundTask({ self.run() }, finished: {})
        state.withLock { $0.thread = thread }
    }

    /// Stops everything within `seconds`. A message that is being sent is completed, or stays in the outbox.
    func stop(within seconds: Int) {
        let thread = state.withLock { state in
            state.isStopped = true
            return state.thread
        }
        wake.signal()
        _ = thread?.wait(seconds: seconds)
    }

    /// Waits until this process must stop, or the condition holds after a signal.
    private func wait(until condition: () -> Bool) {
        while !isStopped, !condition() { wake.wait() }
    }

    private var isStopped: Bool { state.withLock(\.isStopped) }

    private func change(to standing: Standing, _ run: MultiAccountWatch? = nil) {
        state.withLock { state in
            state.standing = standing
            state.run = run
        }
        plan.standingChanged(standing)
    }

    private func run() {
        while !isStopped {
            switch try? WorkerRole.join(plan.environment.home) {
            case .worker(let server): work(server)
            case .client(let client): follow(client)
            case .some(.none), nil:
                if case .waiting = standing {} else { tellOfSilence() }
                change(to: .waiting)
                _ = wake.wait(timeout: .now() + .seconds(Self.patience))
            }
        }
    }

    private func tellOfSilence() {
        let sentence =
            "Another petrel keeps this mail in sync but does not answer. Perhaps it was stopped with Ctrl-Z: continue it or end it."
        plan.tell([.problem(sentence, of: nil, at: now, in: plan.environment.zone)])
    }

    // MARK: - As the worker

    private func work(_ server: WorkerServer) {
        defer { server.stop() }
        let tell: @Sendable ([WatchEvent]) -> Void = { [weak self] lines in self?.report(lines, to: server) }
        let watched: [WatchedAccount]
        let settings = WatchedAccount.Watching(
            environment: plan.environment, tell: tell, outboxChanged: plan.outboxChanged)
        do throws(CommandFailure) {
            watched = try plan.accounts().map { account throws(CommandFailure) in
                try WatchedAccount(account, settings)
            }
        } catch {
            tell([.problem(error.message, of: nil, at: now, in: plan.environment.zone)])
            _ = wake.wait(timeout: .now() + .seconds(Self.patience))
            return
        }
        let run = MultiAccountWatch(watched, settings)
        let requests = WorkerRequestHandler(server, plan.environment, turns: run.turns, states, events, tell: tell)
        change(to: .working, run)
        let problems = run.start()
        if !problems.isEmpty {
            tell(problems.map { .problem($0, of: nil, at: now, in: plan.environment.zone) })
        }
        server.start { requests.take($0, from: $1) }
        let accounts = AccountFileMonitor(plan.environment.home) { [wake] in wake.signal() }
        wait { accounts?.hasChanged ?? false }
        change(to: .starting)
        run.stop(within: Self.secondsToStop)
    }

    private static let secondsToStop = 2

    private var now: Instant { plan.environment.clock.now() }

    private func report(_ lines: [WatchEvent], to server: WorkerServer) {
        for line in lines {
            states.note(line)
            events.note(line)
        }
        plan.tell(lines)
        for line in lines { server.publish(line.object) }
        let messages = lines.compactMap { NewMailHook.Message($0) }
        for hook in plan.workerHooks + plan.ownHooks {
            hook.run(for: messages) { [weak self] sentence in
                guard let self else { return }
                report([.problem(sentence, of: nil, at: now, in: plan.environment.zone)], to: server)
            }
        }
    }

    // MARK: - As a follower

    private func follow(_ client: WorkerClient) {
        let plan = plan
        let end = WorkerEnd()
        client.receive { [states, events] reply in
            guard case .event(let object) = reply, let line = WatchEvent(object) else { return }
            states.note(line)
            events.note(line)
            plan.tell([line])
            guard let message = NewMailHook.Message(line) else { return }
            for hook in plan.ownHooks {
                hook.run(for: [message]) { sentence in
                    let environment = plan.environment
                    plan.tell([.problem(sentence, of: nil, at: environment.clock.now(), in: environment.zone)])
                }
            }
        } closed: { [wake] in
            end.isGone.store(true, ordering: .relaxed)
            wake.signal()
        }
        client.ask(.follow)
        change(to: .following(process: client.process ?? 0))
        wait { end.isGone.load(ordering: .relaxed) }
        change(to: .starting)
        client.close()
    }
}

/// Whether the followed worker has ended.
private final class WorkerEnd: Sendable {
    let isGone = Atomic(false)
}
