public import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

/// What became of a message that was queued.
public enum QueuedMessageFate: Sendable {
    /// It is in the outbox.
    case inOutbox(DraftItem)
    /// It was taken back. The draft may have been queued again, with another number.
    case takenBack(DraftItem, isQueuedAgain: Bool)
    /// It has left the outbox, and its copy is in Sent.
    case sent
    /// It has left the outbox, and there is no trace of it.
    case gone
}

extension DraftStore {
    /// Finds out what became of a message that was queued. `item` is the message as it was then.
    public func fate(of item: DraftItem, at now: Instant) throws(FileError) -> QueuedMessageFate {
        guard let sidecar = item.sidecar else { return .gone }
        let contents = try contents(at: now)
        if let queued = contents.outbox.first(where: { $0.draftID == sidecar.draftID }) {
            let number = queued.sidecar?.outboxNumber
            return number == nil || number == sidecar.outboxNumber
                ? .inOutbox(queued) : .takenBack(queued, isQueuedAgain: true)
        }
        if let draft = contents.drafts.first(where: { $0.draftID == sidecar.draftID }) {
            return .takenBack(draft, isQueuedAgain: false)
        }
        return try isInSent(sidecar) ? .sent : .gone
    }

    /// Whether Sent has a copy of a message that has left the outbox.
    private func isInSent(_ sidecar: Sidecar) throws(FileError) -> Bool {
        guard let sent = try mail.maildir(.sent) else { return false }
        return try SentCopy([], of: sidecar, in: sent).isIdentified(
            by: sidecar.envelope?.messageID, since: sidecar.queuedDate)
    }
}
