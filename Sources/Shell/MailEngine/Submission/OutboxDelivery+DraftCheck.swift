internal import MailTypes
internal import MaildirStore
internal import Platform

/// What is known about the drafts of messages that have waited. The server has these drafts, so another device may have
/// changed, sent or deleted one since its message was queued.
enum DraftCheck: Hashable, Sendable {
    /// Drafts were synced just now. Messages whose drafts have changed are on hold.
    case checked
    /// Drafts were not synced. Messages that have waited are left to a later delivery.
    case unchecked
    /// This machine is offline.
    case offline
    /// Drafts could not be synced for this reason.
    case failed(String)
}

extension OutboxDelivery {
    /// How often to try while another process syncs the account, and the pause between.
    private static let mostTries = 8
    private static let pause = Duration.milliseconds(600)

    /// Syncs drafts if there is something to send, and a message has waited. Must be called without the sender's lock,
    /// because the sync may need it.
    func checkDrafts(_ pass: DeliveryPass) async throws(DraftError) -> DraftCheck {
        let waiting = try await pass.store.waiting().filter { !$0.isBeingSent && !$0.isPlanned }
        guard triesAtOnce || waiting.contains(where: \.isDue),
            waiting.contains(where: \.mustCheckDraft), let sentAndDraftsSync
        else { return .unchecked }
        for number in 0..<Self.mostTries {
            if number > 0 { try? await Task.sleep(for: Self.pause) }
            switch await sentAndDraftsSync.run(for: self) {
            case .synced: return .checked
            case .busy: continue
            case .offline: return .offline
            case .failed(let reason): return .failed(reason)
            }
        }
        return .failed("Another process is syncing the account.")
    }
}
