public import SMTPProtocol

/// What an attempt to hand a message over means for it.
public struct AttemptResult: Hashable, Sendable {
    /// `accept`, `postpone`, `reject` or `lose`.
    public let event: Submission.Event
    /// Whether it counts among the attempts that a message has.
    public let isCounted: Bool
    /// Until the next one, where one is planned.
    public let wait: Duration?
    public let obstacle: Attempt.Obstacle?
    /// Whether another message can be handed over now.
    public let canGoOn: Bool

    init(
        _ event: Submission.Event, isCounted: Bool = false, wait: Duration? = nil, obstacle: Attempt.Obstacle? = nil,
        canGoOn: Bool = true
    ) {
        self.event = event
        self.isCounted = isCounted
        self.wait = wait
        self.obstacle = obstacle
        self.canGoOn = canGoOn
    }

    /// `failures`: counted attempts before this one. A message that was accepted for some recipients and deferred for
    /// others waits for those.
    public init(of deliveries: [Delivery], after failures: Int) {
        for delivery in deliveries {
            switch delivery.outcome {
            case .unknown:
                self.init(.lose, canGoOn: false)
                return
            case .notSent(let failure):
                self.init(failure, after: failures)
                return
            case .accepted: continue
            }
        }
        let isWhole = deliveries.last.map { $0.left.isEmpty } ?? false
        // The server ended the connection between two parts of a long list of recipients: the rest gets it at once.
        self = isWhole ? AttemptResult(.accept) : AttemptResult(.postpone, obstacle: .server)
    }

    /// No connection came about, or it ended before the message was handed over.
    public init(_ failure: SMTPFailure, after failures: Int) {
        let isOfServer = failure.reach == .connection || failure.reach == .account
        guard case .later(let asked) = failure.retry else {
            self.init(.reject, isCounted: true, canGoOn: !isOfServer)
            return
        }
        if case .stopped = failure.cause {
            // It is this machine's disk that does not work: the server was not the reason.
            self.init(.postpone, obstacle: .message, canGoOn: false)
            return
        }
        guard let wait = RetrySchedule.wait(after: failures + 1, asked: asked) else {
            self.init(.reject, isCounted: true, canGoOn: !isOfServer)
            return
        }
        self.init(
            .postpone, isCounted: true, wait: wait, obstacle: isOfServer ? .server : .message, canGoOn: !isOfServer)
    }

    /// No server would know its sender or recipients.
    public static let unsendable = AttemptResult(.reject, isCounted: true)

    /// Attachments cannot be fetched now. This costs no attempt, because no server was asked to accept the message.
    /// `age`: how long it has waited; the longer, the less often petrel tries.
    public static func filesAwaited(after age: Duration, from obstacle: Attempt.Obstacle) -> AttemptResult {
        let wait = RetrySchedule.waits.last { $0 <= age } ?? RetrySchedule.waits[0]
        return AttemptResult(.postpone, wait: wait, obstacle: obstacle)
    }

    /// Files that go along with it cannot be had: it is not sent without them unless the writer says so.
    public static let filesMissing = AttemptResult(.reject)

    /// No server could be reached, or be believed.
    public static func unreachable(after failures: Int) -> AttemptResult {
        guard let wait = RetrySchedule.wait(after: failures + 1) else {
            return AttemptResult(.reject, isCounted: true, canGoOn: false)
        }
        return AttemptResult(.postpone, isCounted: true, wait: wait, obstacle: .server, canGoOn: false)
    }
}
