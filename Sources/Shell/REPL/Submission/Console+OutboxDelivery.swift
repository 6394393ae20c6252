internal import Accounts
internal import Disk
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
private import Synchronization
internal import Terminal

extension Console {
    /// Sends the outboxes of these accounts and reports events. If something cannot be sent at once, tries again until
    /// `wait` has passed or `isDone` returns `true`, but not if only a password is missing. If the outbox cannot be read or
    /// changed, tries again only with `isInBackground`, when no user waits. When `wait` is over, a delivery that is not
    /// in the background is ended, but a message whose transmission has begun is completed. Throws `stoppedSending` after Ctrl-C, and in a
    /// shell also after another signal that ends the process. While a prompt works offline, sends only with
    /// `despiteOfflinePrompts`.
    mutating func deliver(
        _ accounts: [MailAccount], wait: Duration, triesAtOnce: Bool = false, tellsOnlyProblems: Bool = false,
        isInBackground: Bool = false, despiteOfflinePrompts: Bool = false, until isDone: () -> Bool = { false }
    ) throws(CommandFailure) -> [DeliveryReport] {
        let events = DeliveryLineQueue()
        let words = DeliveryDescriptions(self)
        var deliveries: [OutboxDelivery] = []
        for account in accounts {
            guard var one = try syncEnvironment().delivery(of: account, tell: { events.add(words.described($0)) })
            else { continue }
            if triesAtOnce { one = one.tryingAtOnce() }
            if despiteOfflinePrompts { one = one.despiteOfflinePrompts() }
            deliveries.append(one)
        }
        let signal = session == nil ? input.recordingEndingSignals() : { nil }
        let isStopped = { [input] in signal() != nil || input.isStopped() }
        let deadline = clock.elapsed() + wait
        output.flush()
        _ = connections.haveChanged()
        var reports = deliveries.map { _ in DeliveryReport() }
        var hasReachedServer = false
        while true {
            let limit = wait > .zero && !isInBackground ? max(.zero, deadline - clock.elapsed()) : nil
            let next = waiting(unless: isStopped) { [deliveries, reports] in
                await OutboxDelivery.run(deliveries, continuing: reports, within: limit)
            }
            guard let next else { throw .stoppedSending(signal()) }
            reports = next
            if !hasReachedServer, reports.contains(where: \.hasReachedServer) {
                hasReachedServer = true
                session?.noteServerReached()
            }
            tellDelivery(events.take().filter { $0.isProblem || !tellsOnlyProblems })
            if !isInBackground, reports.contains(where: { $0.failure != nil }) { return reports }
            if isDone() || !reports.contains(where: { $0.waiting > 0 && !$0.awaitsPassword }) { return reports }
            // The time in which a prompt works offline does not count for a process that nobody waits for.
            let canWait = isInBackground && wait > .zero && reports.contains(where: \.awaitsPrompt)
            let end = canWait ? max(deadline, clock.elapsed() + RetrySchedule.busyPause * 2) : deadline
            guard pause(after: reports, end, isStopped) else {
                if isStopped() { throw .stoppedSending(signal()) }
                return reports
            }
        }
    }

    private static let tick = Duration.milliseconds(250)

    /// Waits until another try makes sense. Returns `false` if the deadline comes first.
    private func pause(after reports: [DeliveryReport], _ deadline: Duration, _ isStopped: () -> Bool) -> Bool {
        let begin = clock.elapsed()
        let awaitsProcess = reports.contains { $0.isBusy || $0.awaitsPrompt }
        let longest = awaitsProcess ? RetrySchedule.busyPause : RetrySchedule.offlinePause
        while clock.elapsed() < deadline, !isStopped() {
            let now = clock.now()
            let isDue = reports.contains { report in
                report.failure == nil && !report.awaitsPrompt && (report.nextAttempt.map { $0 <= now } ?? false)
            }
            if isDue || connections.haveChanged() || clock.elapsed() - begin >= longest { return true }
            clock.sleep(for: Self.tick)
        }
        return false
    }

    mutating func tellDelivery(_ lines: [DeliveryEventLine]) {
        for line in lines {
            if line.isProblem { printError(line.text) } else { tell(line.text) }
        }
    }
}
