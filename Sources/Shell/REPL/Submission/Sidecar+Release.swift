internal import MailTypes
internal import MaildirStore
internal import Platform

extension Sidecar {
    /// Releases a held message for sending. If petrel never queued it, it is sent to the recipients in `envelope`.
    mutating func release(at now: Instant, _ envelope: Envelope?) {
        guard sendState == .none || sendState == .failed else { return }
        self.envelope = self.envelope ?? envelope
        sendState = .queued
        isDraft = false
        queuedDate = now
        retryCount = 0
        lastError = nil
        hold = nil
    }
}
