internal import Accounts
internal import Disk
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import SASL
private import Synchronization
internal import Terminal

/// A queue of events that any thread can fill.
final class DeliveryEventQueue: Sendable {
    private let events = Mutex<[DeliveryEvent]>([])

    func add(_ event: DeliveryEvent) {
        events.withLock { $0.append(event) }
    }

    func take() -> [DeliveryEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

extension Console {
    /// Prepares to send the outbox of an account; `nil` if it has no server.
    func delivery(
        of account: MailAccount, using loader: CredentialLoader? = nil, isSentFresh: Bool = false,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) throws(CommandFailure) -> OutboxDelivery? {
        guard !account.configuration.smtpServers.isEmpty, let store = try account.existingDrafts() else { return nil }
        let credentials = loader ?? CredentialLoader(account.configuration, environment)
        // With a loader, a sync is running that uploads the copies.
        return OutboxDelivery(
            account.configuration, store, by: connections, clock: clock, isSentFresh: isSentFresh,
            files: try pendingFetch(of: account), postSendSync: loader == nil ? try postSendSync(of: account) : nil,
            as: credentials.source, tell: tell)
    }

    private func postSendSync(of account: MailAccount) throws(CommandFailure) -> PostSendSync? {
        guard !account.configuration.imapServers.isEmpty else { return nil }
        let state = try account.files { () throws(FileError) in try account.home.makingDirectory(.state(account.name)) }
        return PostSendSync(mail: try account.makingMail(), drafts: try account.drafts(), state: state)
    }

    /// Sends the outboxes of these accounts and reports events. If something cannot be sent at once, tries again until
    /// `wait` has passed or `isDone` returns `true`. Returns `nil` after Ctrl-C.
    mutating func deliver(
        _ accounts: [MailAccount], wait: Duration, until isDone: () -> Bool = { false }
    ) throws(CommandFailure) -> [DeliveryReport]? {
        let events = DeliveryEventQueue()
        var deliveries: [OutboxDelivery] = []
        for account in accounts {
            if let one = try delivery(of: account, tell: { events.add($0) }) { deliveries.append(one) }
        }
        let deadline = clock.elapsed() + wait
        output.flush()
        _ = connections.haveChanged()
        var reports = deliveries.map { _ in DeliveryReport() }
        while true {
            let next = waiting(unless: input.isStopped) { [deliveries, reports] in
                await OutboxDelivery.run(deliveries, continuing: reports)
            }
            guard let next else { return nil }
            reports = next
            tellDelivery(events.take())
            if isDone() || !reports.contains(where: { $0.waiting > 0 }) { return reports }
            guard pause(after: reports, deadline) else { return input.isStopped() ? nil : reports }
        }
    }

    private static let tick = Duration.milliseconds(250)

    /// Waits until another try makes sense. Returns `false` if the deadline comes first.
    private func pause(after reports: [DeliveryReport], _ deadline: Duration) -> Bool {
        let begin = clock.elapsed()
        let longest = reports.contains(where: \.isBusy) ? RetrySchedule.busyPause : RetrySchedule.offlinePause
        while clock.elapsed() < deadline, !input.isStopped() {
            let now = clock.now()
            let isDue = reports.contains { report in report.nextAttempt.map { $0 <= now } ?? false }
            if isDue || connections.haveChanged() || clock.elapsed() - begin >= longest { return true }
            clock.sleep(for: Self.tick)
        }
        return false
    }

    mutating func tellDelivery(_ events: [DeliveryEvent]) {
        let words = DeliveryDescriptions(self)
        for event in events {
            guard let line = words.line(event) else { continue }
            switch event {
            case .failed, .unknown, .problem: printError(line)
            case .sending, .fetching, .sent, .postponed, .offline: tell(line)
            }
        }
    }
}
