internal import MailTypes
internal import Outbox
public import Platform

/// Sends an account's outbox for as long as its task runs: when a message is queued, when an attempt is due, and when
/// the network changes.
public struct OutboxWatch: Sendable {
    private let signals: AccountWatchTriggers
    private let clock: any Clock
    private let delivery: @Sendable () -> OutboxDelivery?

    /// `delivery` returns the delivery to run, or `nil` if the account has nothing to send from.
    public init(
        _ signals: AccountWatchTriggers, clock: any Clock, delivery: @escaping @Sendable () -> OutboxDelivery?
    ) {
        self.signals = signals
        self.clock = clock
        self.delivery = delivery
    }

    /// Runs until the task is cancelled. A message whose transmission has begun is completed first.
    public func run() async {
        while !Task.isCancelled {
            let news = signals.take()
            var pause: Duration?
            var delivery = delivery()
            if news.isServerBack { delivery = delivery?.tryingAtOnce() }
            if let report = await delivery?.run() { pause = self.pause(after: report) }
            guard !Task.isCancelled else { return }
            await signals.wait(atMost: pause)
        }
    }

    private static let longestPause: Int64 = 600

    /// Returns the time until another attempt makes sense; `nil` if only a signal can make one possible.
    private func pause(after report: DeliveryReport) -> Duration? {
        if report.isBusy || report.awaitsPrompt { return RetrySchedule.busyPause }
        // A disk may have space again, for example. What is due cannot be sent before.
        if report.failure != nil { return RetrySchedule.offlinePause }
        var pauses: [Duration] = []
        if let next = report.nextAttempt {
            // Not longer, because the clock may be set meanwhile.
            pauses.append(.seconds(min(Self.longestPause, max(1, next.seconds - clock.now().seconds))))
        }
        if report.isOffline { pauses.append(RetrySchedule.offlinePause) }
        return pauses.min()
    }
}
