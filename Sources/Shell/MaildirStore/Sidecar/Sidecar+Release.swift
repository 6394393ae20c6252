internal import JSONText
public import MailTypes
public import Outbox

extension Sidecar {
    /// Whether the user released the message after petrel had said that it may have been sent.
    var sendsAgain: Bool {
        get { object["sendsAgain"]?.bool ?? false }
        set { object["sendsAgain"] = newValue ? .bool(true) : nil }
    }

    /// Releases a held message for sending. If petrel never queued it, it is sent to the recipients in `envelope`.
    /// `planned` is the time before which it must not be sent; a held message keeps its former plan if there is none.
    /// Returns `false`, changing nothing, if the message is being sent or was sent, or may have arrived.
    public mutating func release(
        at moment: DateAndUptime, _ envelope: Envelope?, plannedFor planned: Instant? = nil
    ) -> Bool {
        if submission == .queued, attempt == nil, sendAfter != nil || planned != nil {
            queuedMoment = moment
            sendAfter = planned
            return true
        }
        guard !isOutcomeUnknown, sendState == .none || sendState == .failed else {
            guard submission == .queued, planned == nil else { return false }
            // The order is new, so its draft need not be compared with that of other devices before it is sent.
            queuedMoment = moment
            nextAttempt = nil
            return true
        }
        sendAfter = planned ?? sendAfter
        self.envelope = self.envelope ?? envelope
        sendState = .queued
        isDraft = false
        queuedMoment = moment
        retryCount = 0
        nextAttempt = nil
        lastError = nil
        attempt?.refused = []
        if hold != nil { sendsAgain = true }
        hold = nil
        return true
    }
}
