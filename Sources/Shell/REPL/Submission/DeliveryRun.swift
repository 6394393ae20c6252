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

/// A queue of events, which may come from any thread.
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

/// The delivery of one account's outbox, for one command.
struct AccountDelivery: Sendable {
    let account: MailAccount
    let delivery: OutboxDelivery
    /// Uploads copies in Sent and removes sent drafts on the server; `nil` if a sync does that anyway.
    var filing: (@Sendable () async -> Void)?
    var report = DeliveryReport()
    /// Why the outbox could not be read.
    var problem: String?

    mutating func run() async {
        do throws(DraftError) {
            let next = try await delivery.run()
            report = report.followed(by: next)
            problem = nil
            // If this fails, the next sync does it.
            if next.sentCount > 0 { await filing?() }
        } catch {
            problem = CommandFailure(error).message
        }
    }

    /// Runs all accounts concurrently, so that one dead server does not delay the others.
    static func run(_ deliveries: [AccountDelivery]) async -> [AccountDelivery] {
        await withTaskGroup(of: (Int, AccountDelivery).self) { group in
            for (index, delivery) in deliveries.enumerated() {
                group.addTask {
                    var delivery = delivery
                    await delivery.run()
                    return (index, delivery)
                }
            }
            var done = deliveries
            for await (index, delivery) in group { done[index] = delivery }
            return done
        }
    }

    /// Whether a message is waiting that a later attempt could send.
    var hasWaiting: Bool { report.waiting > 0 }
}

extension Console {
    /// Returns how to deliver an account's outbox; `nil` if the account has no server.
    func delivery(
        of account: MailAccount, as credentials: Credentials? = nil, isSentFresh: Bool = false,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) throws(CommandFailure) -> AccountDelivery? {
        guard !account.configuration.smtpServers.isEmpty, let store = try account.existingDrafts() else { return nil }
        let reading = CredentialLoader(account.configuration, environment, known: credentials)
        return AccountDelivery(
            account: account,
            delivery: OutboxDelivery(
                account.configuration, store, by: connections, clock: clock, isSentFresh: isSentFresh,
                files: try pendingFetch(of: account), as: reading.source, tell: tell),
            filing: credentials == nil ? try filing(of: account, reading) : nil)
    }

    /// Syncs only Sent and Drafts.
    private func filing(
        of account: MailAccount, _ reading: CredentialLoader
    ) throws(CommandFailure) -> (@Sendable () async -> Void)? {
        guard !account.configuration.imapServers.isEmpty else { return nil }
        let (mail, drafts) = (try account.makingMail(), try account.drafts())
        let state = try account.files { () throws(FileError) in try account.home.makingDirectory(.state(account.name)) }
        var request = AccountSync.Request()
        request.mailboxes = [.sent, .drafts]
        request.isBrief = true
        let (configuration, connections, clock) = (account.configuration, connections, clock)
        return { [request] in
            guard let credentials = try? await reading.source(false) else { return }
            _ = await AccountSync(
                configuration, as: credentials, by: connections, mail: mail, drafts: drafts, state: state, clock: clock,
                request
            ).run()
        }
    }

    /// Sends the messages waiting in these accounts, and reports events. If they cannot be sent at once, keeps trying
    /// for `wait`. Returns `nil` after Ctrl-C.
    mutating func deliver(
        _ accounts: [MailAccount], wait: Duration, until isDone: ([AccountDelivery]) -> Bool = { _ in false }
    ) throws(CommandFailure) -> [AccountDelivery]? {
        let board = DeliveryEventQueue()
        var deliveries: [AccountDelivery] = []
        for account in accounts {
            if let one = try delivery(of: account, tell: { board.add($0) }) { deliveries.append(one) }
        }
        let deadline = clock.elapsed() + wait
        output.flush()
        _ = connections.haveChanged()
        while true {
            guard
                let done = waiting(
                    unless: input.isStopped, for: { [deliveries] in await AccountDelivery.run(deliveries) })
            else { return nil }
            deliveries = done
            tellDelivery(board.take())
            if isDone(deliveries) || !deliveries.contains(where: \.hasWaiting) { return deliveries }
            guard pause(before: deliveries, deadline) else { return input.isStopped() ? nil : deliveries }
        }
    }

    private static let tick = Duration.milliseconds(250)

    /// Waits until another attempt makes sense. Returns `false` if there is no such moment before the deadline.
    private func pause(before deliveries: [AccountDelivery], _ deadline: Duration) -> Bool {
        let begin = clock.elapsed()
        let longest = deliveries.contains(where: \.report.isBusy) ? RetrySchedule.busyPause : RetrySchedule.offlinePause
        while clock.elapsed() < deadline, !input.isStopped() {
            let now = clock.now()
            let isDue = deliveries.contains { one in one.report.nextAttempt.map { $0 <= now } ?? false }
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
