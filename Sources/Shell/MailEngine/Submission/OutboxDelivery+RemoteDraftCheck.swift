internal import MailTypes
internal import MaildirStore
internal import Platform

/// What is known about the drafts of messages that have waited. The server has these drafts, so another device may have
/// changed, sent or deleted one since its message was queued.
enum RemoteDraftCheck: Hashable, Sendable {
    /// Drafts were synced at this time. Messages whose drafts had changed are on hold.
    case checked(at: Instant)
    /// Drafts were not synced. Messages that have waited are left to a later delivery.
    case unchecked
    /// This machine is offline.
    case offline
    /// Drafts could not be synced for this reason.
    case failed(String)

    /// The number of seconds after which drafts are synced again, because a delivery over a slow link can take long.
    private static let lifetime: Int64 = 300

    func isChecked(at now: Instant) -> Bool {
        if case .checked(let time) = self { 0..<Self.lifetime ~= now.seconds - time.seconds } else { false }
    }
}

extension OutboxDelivery {
    /// How often to try while another process syncs the account, and the pause between.
    private static let mostTries = 8
    private static let pause = Duration.milliseconds(600)

    /// Syncs drafts if there is something to send, and a message has waited. Must be called without the sender's lock,
    /// because the sync may need it.
    func checkDrafts(_ pass: DeliveryPass) async throws(DraftError) -> RemoteDraftCheck {
        let waiting = try await pass.store.waiting().filter { !$0.isBeingSent && !$0.isPlanned }
        guard triesAtOnce || waiting.contains(where: \.isDue),
            waiting.contains(where: \.mustCheckDraft), let sentAndDraftsSync
        else { return .unchecked }
        for number in 0..<Self.mostTries {
            if number > 0 { try? await Task.sleep(for: Self.pause) }
            switch await sentAndDraftsSync.run(for: self) {
            case .synced: return .checked(at: clock.now())
            case .busy: continue
            case .offline: return .offline
            case .failed(let reason): return .failed(reason)
            }
        }
        return .failed("Another process is syncing the account.")
    }
}
