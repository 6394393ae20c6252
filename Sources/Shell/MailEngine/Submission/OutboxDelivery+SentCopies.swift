internal import MailTypes
internal import MaildirStore
internal import Platform

/// What was done about the copies of several messages.
struct SentCopySteps: Sendable {
    /// Whether petrel stored a copy that is to be uploaded, or a draft is to be removed from the server.
    private(set) var hasFiled = false
    private(set) var hasAwaited = false
    /// Whether it is unknown if the server stores the copy of a message.
    private(set) var hasUnanswered = false

    mutating func add(_ step: OutboxStore.SentCopyStep) {
        switch step {
        case .filed, .found: hasFiled = true
        case .awaited(let isUnanswered):
            hasAwaited = true
            hasUnanswered = hasUnanswered || isUnanswered
        }
    }
}

extension OutboxDelivery {
    /// The number of syncs of Sent after messages were sent, and the pause between them. Together they are longer than
    /// petrel waits for the copy of a server whose habits are unknown.
    private static let mostSyncs = 8
    private static let pause = Duration.milliseconds(600)

    /// Brings the copies of sent messages into Sent on the server, or those of the server here. If it is unknown whether
    /// the server stores a copy by itself, this looks for it for about two seconds, and then uploads petrel's own.
    func storeSentCopies(_ pass: inout DeliveryPass) async {
        guard let sentAndDraftsSync else { return }
        var steps = pass.sentCopies
        defer { pass.report.awaitsCopies = Task.isCancelled && (steps.hasFiled || steps.hasAwaited) }
        for number in 0..<Self.mostSyncs {
            guard steps.hasFiled || steps.hasAwaited, !Task.isCancelled else { return }
            if number > 0, !steps.hasFiled { try? await Task.sleep(for: Self.pause) }
            let result = await sentAndDraftsSync.run(for: self)
            // Another process may be syncing the account, which may have begun before the message was sent.
            if result == .busy { try? await Task.sleep(for: Self.pause) }
            guard result == .synced || result == .busy else { return }
            guard result == .synced else { continue }
            do throws(DraftError) {
                steps = try await fileSentCopies(&pass)
            } catch {
                pass.report.failure = error
                return
            }
            // Of a server that is known to store copies, a later sync brings a copy that is late.
            if number > 0, !steps.hasFiled, !steps.hasUnanswered { return }
        }
    }

    /// Decides about the copies of the sent messages in the outbox after Sent was synced.
    private func fileSentCopies(_ pass: inout DeliveryPass) async throws(DraftError) -> SentCopySteps {
        var steps = SentCopySteps()
        guard let lock = try await pass.store.lock() else { return steps }
        defer { withExtendedLifetime(lock) {} }
        let sent = try await pass.store.loadQueue().sent
        for step in try await pass.store.fileSentCopies(of: sent, isSentFresh: true) { steps.add(step) }
        return steps
    }
}
