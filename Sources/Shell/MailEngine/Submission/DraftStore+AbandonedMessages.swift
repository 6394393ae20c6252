internal import Disk
public import MailTypes
public import MaildirStore
internal import Outbox

extension DraftStore {
    /// Resolves the messages that a process left in the state "sending" when it ended: they wait again, or it is unknown
    /// whether they arrived. Returns `false` if a process is sending now.
    public func settleAbandonedMessages(at now: Instant) throws(DraftError) -> Bool {
        let lock: FileLock?
        let outbox: [DraftItem]
        do throws(FileError) {
            lock = try senderLock()
            outbox = lock == nil ? [] : try contents(at: now).outbox
        } catch {
            throw .file(error)
        }
        defer { withExtendedLifetime(lock) {} }
        for item in outbox where item.problem == nil {
            guard let sidecar = item.sidecar, sidecar.submission == .sending else { continue }
            _ = try settleAbandoned(sidecar.draftID, sidecar, at: now)
        }
        return lock != nil
    }

    /// Resolves one message. The caller must hold the sender lock.
    func settleAbandoned(_ id: DraftID, _ sidecar: Sidecar, at now: Instant) throws(DraftError) -> DraftItem? {
        let reason = OutboxMessageSummary.unknownOutcome(of: sidecar.outboxNumber, because: Self.lost)
        return try advance(id, at: now) { $0.abandon(because: reason) }
    }

    private static let lost = "petrel exited while waiting for the server's answer."
}
