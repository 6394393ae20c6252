internal import Accounts
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
private import Synchronization

/// Sends one account's mail in the background while the user types, when a message is released, its next try is due, or
/// the network is back.
final class BackgroundSender: Sendable {
    private struct State {
        var isRunning = false
        var isKicked = false
        /// Whether the next run tries at once to send what waits for the server.
        var triesAtOnce = false
        /// The current run.
        var work: Task<DeliveryReport, Never>?
        var report = DeliveryReport()
        /// When the last run ended, and since when the current message is being sent.
        var end = Duration.zero
        var sendingSince: Duration?
        /// Whether the current run has sent a message since the last one that it began to send.
        var hasSent = false
        /// Whether the server could be reached since the last report; `nil` if nothing has told it.
        var isReached: Bool?
        var events: [DeliveryEvent] = []
        /// What stopped the last runs. It is reported once.
        var stopped: DeliveryEvent?
    }

    private let state = Mutex(State())
    private let clock: any Clock
    private let notifyPrompt: @Sendable () -> Void
    private let delivery: Mutex<OutboxDelivery?> = Mutex(nil)

    /// `notifyPrompt` makes the prompt check for events.
    init(_ clock: any Clock, notifyPrompt: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.notifyPrompt = notifyPrompt
    }

    /// Sets the delivery, which reports its events to `note`.
    func use(_ delivery: OutboxDelivery) {
        self.delivery.withLock { $0 = delivery }
    }

    func note(_ event: DeliveryEvent) {
        let now = clock.elapsed()
        state.withLock { state in
            switch event {
            case .offline: state.isReached = false
            case .awaitsPrompt: break
            default: state.isReached = true
            }
            if case .sent = event { state.hasSent = true }
            if case .sending = event {
                state.hasSent = false
                state.sendingSince = now
            } else {
                state.sendingSince = nil
                if case .stopped = event {
                    if event == state.stopped { return }
                    state.stopped = event
                }
                state.events.append(event)
            }
        }
        notifyPrompt()
    }

    /// Sends what may be waiting, with `triesAtOnce` also what waits for the server.
    func wake(triesAtOnce: Bool = false) {
        let begins = state.withLock { state in
            state.isKicked = true
            if triesAtOnce { state.triesAtOnce = true }
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if begins { Task.detached { await self.run() } }
    }

    /// Finishes the message that is being sent, and sends no others.
    func stop() {
        state.withLock { state in
            state.isKicked = false
            state.work?.cancel()
        }
    }

    private func run() async {
        while takeKick() {
            guard let delivery = delivery.withLock({ $0 }) else { continue }
            let triesAtOnce = state.withLock { state in
                defer { state.triesAtOnce = false }
                return state.triesAtOnce
            }
            let work = Task { await (triesAtOnce ? delivery.tryingAtOnce() : delivery).run() }
            state.withLock { state in
                state.work = work
                state.hasSent = false
            }
            let report = await work.value
            let now = clock.elapsed()
            state.withLock { state in
                state.work = nil
                state.report = report
                state.isReached = nil
                state.end = now
                state.sendingSince = nil
                if report.failure == nil { state.stopped = nil }
            }
            notifyPrompt()
        }
    }

    private func takeKick() -> Bool {
        state.withLock { state in
            defer { state.isKicked = false }
            if !state.isKicked { state.isRunning = false }
            return state.isKicked
        }
    }

    // MARK: - From the prompt

    /// Continues if a try is due. `isNews`: the network may be back.
    func poll(isNews: Bool) {
        let (now, elapsed) = (clock.now(), clock.elapsed())
        let isDue = state.withLock { state in
            guard !state.isRunning else { return false }
            // What is due cannot be sent before the disk has space again, for example.
            if state.report.failure != nil { return elapsed - state.end >= RetrySchedule.offlinePause }
            guard state.report.waiting + state.report.planned > 0 else { return false }
            if state.report.awaitsPrompt { return elapsed - state.end >= RetrySchedule.busyPause }
            if let next = state.report.nextAttempt, next <= now { return true }
            if state.report.waiting == 0 { return false }
            if isNews { return true }
            let pause = state.report.isBusy ? RetrySchedule.busyPause : RetrySchedule.offlinePause
            return elapsed - state.end >= pause
        }
        if isDue { wake() }
    }

    /// A server was reached, so that this account's probably can be, too.
    func noteServerReached() {
        state.withLock { $0.isReached = true }
        poll(isNews: true)
    }

    func takeEvents() -> [DeliveryEvent] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Whether sending takes so long that the user should be told.
    var isSlow: Bool {
        let now = clock.elapsed()
        return state.withLock { state in state.sendingSince.map { now - $0 >= Self.patience } ?? false }
    }

    private static let patience = Duration.milliseconds(500)

    var isRunning: Bool { state.withLock { $0.isRunning } }
    /// Whether a message may still be sent in this run. Otherwise it stores the copies of those that were sent.
    var isSending: Bool { state.withLock { $0.isRunning && !$0.hasSent } }
    var isOffline: Bool {
        state.withLock { state in
            state.isReached.map { !$0 } ?? (state.report.isOffline && state.report.waiting > 0)
        }
    }
}

extension Console {
    /// Returns the background sender of an account; `nil` if input is not interactive or there is no network.
    func courier(of account: MailAccount) -> BackgroundSender? {
        guard let session, isInteractive, !connections.isNone, !account.configuration.smtpServers.isEmpty else {
            return nil
        }
        if let known = session.couriers[account.name] { return known }
        let courier = BackgroundSender(clock, notifyPrompt: input.wake)
        guard let delivery = try? syncEnvironment().delivery(of: account, tell: { [weak courier] in courier?.note($0) })
        else {
            return nil
        }
        courier.use(delivery)
        session.couriers[account.name] = courier
        return courier
    }
}

extension PromptState {
    /// Returns the events of sending as lines, and starts tries that are due.
    func deliveryLines(_ console: Console) -> [String] {
        guard !couriers.isEmpty else { return [] }
        // Always check this, or a change while nothing was waiting would later be treated as new.
        let isNews = console.connections.haveChanged()
        let words = DeliveryDescriptions(console)
        var lines: [String] = []
        var hasSent = false
        for name in couriers.keys.sorted(by: { $0.text < $1.text }) {
            guard let courier = couriers[name] else { continue }
            if !isPaused { courier.poll(isNews: isNews) }
            for event in courier.takeEvents() {
                if case .offline = event {
                    if saidOffline.contains(name) { continue }
                    saidOffline.insert(name)
                } else {
                    saidOffline.remove(name)
                }
                if case .sent = event { hasSent = true }
                if let line = words.line(event) { lines.append(line) }
                isSaidToSend.remove(name)
            }
            if courier.isSlow, isSaidToSend.insert(name).inserted { lines.append(DeliveryDescriptions.sending) }
        }
        if hasSent { noteServerReached() }
        if !lines.isEmpty { queued = PromptString.queued(console) }
        return lines
    }

    /// Call this when a server was reached. What is offline tries again at once.
    func noteServerReached() {
        guard !isPaused else { return }
        for courier in couriers.values { courier.noteServerReached() }
        if watch?.isOffline ?? false { watch?.watch.networkChanged() }
    }

    var isOffline: Bool { couriers.values.contains(where: \.isOffline) || watch?.isOffline ?? false }
    var isBusySending: Bool { couriers.values.contains(where: \.isRunning) }
    /// What the background senders are doing, for the user who waits for them.
    var sendingWords: String {
        couriers.values.contains(where: \.isSending) ? DeliveryDescriptions.sending : DeliveryDescriptions.storingCopy
    }
}
