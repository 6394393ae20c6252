extension OutboxDelivery {
    /// Returns this delivery with another way to sync Sent and Drafts.
    public func syncingSentAndDrafts(by sync: SentAndDraftsSync) -> OutboxDelivery {
        var delivery = self
        delivery.sentAndDraftsSync = sync
        return delivery
    }

    /// Returns this delivery as it runs after a sync with this report.
    public func following(_ report: SyncReport) -> OutboxDelivery {
        var delivery = self
        delivery.areDraftsFresh = report.failure == nil && report.hasComparedDrafts
        return delivery
    }

    /// Returns this delivery, which tries at once to send messages that wait for the server. If it cannot be reached, that
    /// does not count as an attempt.
    public func tryingAtOnce() -> OutboxDelivery {
        var delivery = self
        delivery.triesAtOnce = true
        return delivery
    }

    /// Returns this delivery, which sends nothing while a prompt of the home works offline.
    public func respecting(_ hold: OfflineHold) -> OutboxDelivery {
        var delivery = self
        delivery.offlineHold = hold
        return delivery
    }

    /// Returns this delivery, which sends even if a prompt works offline.
    public func despiteOfflinePrompts() -> OutboxDelivery {
        var delivery = self
        delivery.offlineHold = nil
        return delivery
    }

    /// Returns this delivery with a log of its attempts. `log` returns a sentence if it cannot record one.
    public func logging(by log: @escaping @Sendable (SubmissionAttempt) -> String?) -> OutboxDelivery {
        var delivery = self
        delivery.log = log
        return delivery
    }
}
