public import SMTPProtocol

/// The effect of a delivery attempt on the message.
public struct AttemptResult: Hashable, Sendable {
    /// `accept`, `postpone`, `reject` or `lose`.
    public let event: SubmissionState.Event
    /// Whether it counts towards the maximum number of attempts.
    public let isCounted: Bool
    /// The delay before the next attempt, if one is planned.
    public let wait: Duration?
    public let obstacle: DeliveryProgress.Obstacle?
    /// Whether other messages can be sent now.
    public let canGoOn: Bool

    init(
        _ event: SubmissionState.Event, isCounted: Bool = false, wait: Duration? = nil,
        obstacle: DeliveryProgress.Obstacle? = nil,
        canGoOn: Bool = true
    ) {
        self.event = event
        self.isCounted = isCounted
        self.wait = wait
        self.obstacle = obstacle
        self.canGoOn = canGoOn
    }

    /// Evaluates the deliveries of a message. `failures` is the number of counted attempts before this one. A message
    /// that was accepted for some recipients and deferred for others stays queued for the latter.
    public init(of deliveries: [DeliveryResult], after failures: Int) {
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
        // The recipient list was too long for one message, and the server closed the connection after a part. The rest
        // follows without delay.
        self = isWhole ? AttemptResult(.accept) : AttemptResult(.postpone, obstacle: .server)
    }

    /// Evaluates an attempt that failed before the message was delivered.
    public init(_ failure: SMTPFailure, after failures: Int) {
        let isOfServer = failure.reach == .connection || failure.reach == .account
        guard case .later(let asked) = failure.retry else {
            self.init(.reject, isCounted: true, canGoOn: !isOfServer)
            return
        }
        if case .stopped = failure.cause {
            // A local error such as a failed disk write, for which the server is not responsible.
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

    /// The message has no valid sender or recipient.
    public static let unsendable = AttemptResult(.reject, isCounted: true)

    /// Attachments cannot be fetched now. This does not count as an attempt, because no server was asked to accept the
    /// message. `age` is the time the message has waited. The higher it is, the less often petrel tries.
    public static func filesAwaited(after age: Duration, from obstacle: DeliveryProgress.Obstacle) -> AttemptResult {
        let wait = RetrySchedule.waits.last { $0 <= age } ?? RetrySchedule.waits[0]
        return AttemptResult(.postpone, wait: wait, obstacle: obstacle)
    }

    /// Attachments of the message are unavailable. It is not sent without them unless the user says so.
    public static let filesMissing = AttemptResult(.reject)

    /// No connection to the server could be established.
    public static func unreachable(after failures: Int) -> AttemptResult {
        guard let wait = RetrySchedule.wait(after: failures + 1) else {
            return AttemptResult(.reject, isCounted: true, canGoOn: false)
        }
        return AttemptResult(.postpone, isCounted: true, wait: wait, obstacle: .server, canGoOn: false)
    }
}
