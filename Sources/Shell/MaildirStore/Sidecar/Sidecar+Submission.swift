public import MailTypes
public import Outbox

extension Sidecar {
    /// Where the message stands on its way out. One in the outbox that nobody ordered to be sent is no other than a
    /// draft in this respect.
    public var submission: Submission {
        switch sendState {
        case .none: .draft
        case .queued: isDraft ? .draft : isUndoable ? .undoable : .queued
        case .sending: .sending
        case .sent: .sent
        case .failed: attempt?.phase == .committing ? .unknown : .failed
        }
    }

    /// Whether nobody knows if the message arrived.
    public var isOutcomeUnknown: Bool { submission == .unknown }

    /// Holds a message that is on its way, and says whether it was.
    mutating func hold(because reason: Hold) -> Bool {
        guard let held = submission.after(.hold) else { return false }
        sendState = held.sendState
        hold = reason
        return true
    }

    /// Goes on to the next state; `false`, and nothing is changed, where that is none that follows.
    private mutating func move(_ event: Submission.Event) -> Bool {
        guard let next = submission.after(event) else { return false }
        sendState = next.sendState
        return true
    }

    // MARK: - Orders

    /// The user wants it sent, or sent again.
    public mutating func requeue(at moment: QueueTimestamp) -> Bool {
        let accepted = attempt?.accepted ?? []
        guard move(.retry) else { return false }
        queuedMoment = moment
        retryCount = 0
        nextAttempt = nil
        lastError = nil
        // Whom the server has it for does not get it again.
        attempt = accepted.isEmpty ? nil : Attempt(.connecting, started: moment.date, accepted: accepted)
        return true
    }

    /// The user knows that it arrived.
    public mutating func confirm(at now: Instant) -> Bool {
        guard move(.confirm) else { return false }
        lastError = nil
        attempt = Attempt(.accepted, started: attempt?.started ?? now)
        return true
    }

    // MARK: - Attempts

    /// A sender takes it. Nobody takes one whose files are not all here.
    public mutating func claim(at moment: QueueTimestamp) -> Bool {
        pendingAttachments.isEmpty && take(at: moment)
    }

    /// Somebody tried, and the message was not touched: no server could be talked to, or its files did not come.
    public mutating func note(_ result: AttemptResult, because reason: String?, at moment: QueueTimestamp) -> Bool {
        take(at: moment) && end(result, accepted: [], because: reason, at: moment.date)
    }

    private mutating func take(at moment: QueueTimestamp) -> Bool {
        guard move(.claim) else { return false }
        if queuedMoment == nil { queuedMoment = moment }
        nextAttempt = nil
        attempt = Attempt(.connecting, started: moment.date, accepted: attempt?.accepted ?? [])
        return true
    }

    /// The end of the message is about to be handed over for these.
    public mutating func commit(for recipients: [String]) -> Bool {
        guard submission == .sending, var attempt else { return false }
        attempt.accepted += attempt.committing
        attempt.committing = recipients
        attempt.phase = .committing
        self.attempt = attempt
        return true
    }

    /// What came of an attempt. `accepted`: those for whom the server has the message; `reason`: a sentence for people.
    public mutating func end(
        _ result: AttemptResult, accepted: [String], because reason: String?, at now: Instant
    ) -> Bool {
        guard var attempt, move(result.event) else { return false }
        let known = Set(attempt.accepted.map { EmailAddress($0) })
        attempt.accepted += accepted.filter { !known.contains(EmailAddress($0)) }
        attempt.obstacle = result.obstacle
        if result.isCounted, result.event == .postpone { retryCount += 1 }
        lastError = reason
        nextAttempt = nil
        switch result.event {
        case .accept:
            attempt.phase = .accepted
            attempt.committing = []
        case .lose: attempt.phase = .committing
        default:
            attempt.phase = .connecting
            attempt.committing = []
            nextAttempt = result.wait.map { Instant(seconds: now.seconds + $0.components.seconds) }
        }
        self.attempt = attempt
        return true
    }

    /// Nobody sends it any more: what is written down says what became of it.
    public mutating func abandon(because reason: String) -> Bool {
        guard let attempt else { return move(.postpone) }
        guard move(attempt.abandonment) else { return false }
        if attempt.abandonment == .lose { lastError = reason }
        return true
    }

    /// It waited for as long as any message may.
    public mutating func expire(because reason: String) -> Bool {
        guard move(.expire) else { return false }
        lastError = reason
        nextAttempt = nil
        return true
    }
}
