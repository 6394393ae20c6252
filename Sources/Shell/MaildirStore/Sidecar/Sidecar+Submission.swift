public import MailTypes
public import Outbox

extension Sidecar {
    /// The delivery state of the message. A message in the outbox that the user has not ordered to be sent counts as a
    /// draft.
    public var submission: SubmissionState {
        switch sendState {
        case .none: .draft
        case .queued: isDraft ? .draft : isUndoable ? .undoable : .queued
        case .sending: .sending
        case .sent: .sent
        case .failed: attempt?.phase == .committing ? .unknown : .failed
        }
    }

    /// Whether it is unknown if the server accepted the message.
    public var isOutcomeUnknown: Bool { submission == .unknown }

    /// Puts a queued message on hold. Returns `false` if it was neither queued nor being sent.
    mutating func hold(because reason: Hold) -> Bool {
        guard let held = submission.after(.hold) else { return false }
        sendState = held.sendState
        hold = reason
        return true
    }

    /// Applies an event. Returns `false`, changing nothing, if it is not allowed in the current state.
    private mutating func move(_ event: SubmissionState.Event) -> Bool {
        guard let next = submission.after(event) else { return false }
        sendState = next.sendState
        return true
    }

    /// Returns the time before which the message must not be sent, as seen at `moment`; `nil` if it is due. If the clock was
    /// set forward since the message was queued, the time that has really passed counts: a planned message is never early.
    public func plannedTime(at moment: DateAndUptime) -> Instant? {
        guard let sendAfter else { return nil }
        var remaining = sendAfter.seconds - moment.date.seconds
        if let queued = queuedMoment, queued.isInSameBoot(as: moment) {
            let planned = sendAfter.seconds - queued.date.seconds
            remaining = max(remaining, planned - moment.since(queued).components.seconds)
        }
        return remaining > 0 ? Instant(seconds: moment.date.seconds + remaining) : nil
    }

    // MARK: - User actions

    /// Describes a message that the user ordered to be sent, and nothing of an earlier order.
    mutating func enqueue(at now: Instant) {
        isDraft = false
        sendState = .queued
        queuedDate = now
        retryCount = 0
        lastError = nil
        undo = nil
        hold = nil
        sendsAgain = false
        envelope = nil
        attempt = nil
    }

    /// Describes a draft, and nothing of the order to send it, except who has or may have the message.
    mutating func becomeDraft() {
        noteEarlierDelivery()
        isDraft = true
        sendState = .none
        queuedDate = nil
        undo = nil
        hold = nil
        sendsAgain = false
        nextAttempt = nil
        sendAfter = nil
        attempt = nil
        outboxNumber = nil
        envelope = nil
    }

    /// The user ordered the message to be sent, or sent again.
    public mutating func requeue(at moment: DateAndUptime) -> Bool {
        guard submission.after(.retry) != nil else { return false }
        noteEarlierDelivery()
        let accepted = attempt?.accepted ?? []
        guard move(.retry) else { return false }
        queuedMoment = moment
        sendAfter = nil
        retryCount = 0
        nextAttempt = nil
        lastError = nil
        // Recipients for whom the server accepted the message do not get it again.
        attempt = accepted.isEmpty ? nil : DeliveryProgress(.connecting, started: moment.date, accepted: accepted)
        return true
    }

    /// The user confirmed that the message was delivered.
    public mutating func confirm(at now: Instant) -> Bool {
        guard move(.confirm) else { return false }
        lastError = nil
        attempt = DeliveryProgress(.accepted, started: attempt?.started ?? now)
        return true
    }

    // MARK: - Attempts

    /// Claims the message for a sender. Fails before the planned time, and if attachments have not been downloaded.
    public mutating func claim(at moment: DateAndUptime) -> Bool {
        undownloadedFiles.isEmpty && plannedTime(at: moment) == nil && take(at: moment)
    }

    /// Records an attempt that did not touch the message: no server was reachable, or its attachments were not
    /// downloaded.
    public mutating func note(_ result: AttemptResult, because reason: String?, at moment: DateAndUptime) -> Bool {
        take(at: moment) && end(result, accepted: [], because: reason, at: moment.date)
    }

    private mutating func take(at moment: DateAndUptime) -> Bool {
        guard move(.claim) else { return false }
        if queuedMoment == nil { queuedMoment = moment }
        nextAttempt = nil
        attempt = DeliveryProgress(.connecting, started: moment.date, accepted: attempt?.accepted ?? [])
        return true
    }

    /// Records that the end of the message is about to be sent for these recipients.
    public mutating func commit(for recipients: [String]) -> Bool {
        guard submission == .sending, var attempt else { return false }
        attempt.accepted += attempt.committing
        attempt.committing = recipients
        attempt.phase = .committing
        self.attempt = attempt
        return true
    }

    /// Records the result of an attempt. `accepted` are the recipients for whom the server accepted the message, and
    /// `refused` those that it refused; `reason` is a sentence for the user.
    public mutating func end(
        _ result: AttemptResult, accepted: [String], refused: [DeliveryProgress.Refusal] = [],
        because reason: String?, at now: Instant
    ) -> Bool {
        guard var attempt, move(result.event) else { return false }
        let known = Set(attempt.accepted.map { EmailAddress($0) })
        attempt.accepted += accepted.filter { !known.contains(EmailAddress($0)) }
        attempt.refused = refused
        attempt.obstacle = result.obstacle
        if result.isCounted, result.event == .postpone { retryCount += 1 }
        lastError = reason
        nextAttempt = nil
        if result.event != .lose { attempt.committing = [] }
        switch result.event {
        case .accept:
            attempt.phase = .accepted
            attempt.ended = now
        case .lose: attempt.phase = .committing
        default:
            attempt.phase = .connecting
            nextAttempt = result.wait.map { Instant(seconds: now.seconds + $0.components.seconds) }
        }
        self.attempt = attempt
        return true
    }

    /// Records that a message that was about to be transmitted was sent before, so that only the user can decide.
    /// `recipients` are those who may have it.
    public mutating func end(asSentBeforeTo recipients: [String], because reason: String) -> Bool {
        guard let queuedDate, commit(for: recipients), move(.lose) else { return false }
        // Its copy is in Sent since then.
        attempt?.started = queuedDate
        lastError = reason
        return true
    }

    /// Resolves an attempt whose sender is gone, from the progress it recorded.
    public mutating func abandon(because reason: String) -> Bool {
        guard let attempt else { return move(.postpone) }
        guard move(attempt.abandonment) else { return false }
        if attempt.abandonment == .lose { lastError = reason }
        return true
    }

    /// Marks the message as failed because it has waited for the maximum time.
    public mutating func expire(because reason: String) -> Bool {
        guard move(.expire) else { return false }
        lastError = reason
        nextAttempt = nil
        return true
    }
}
