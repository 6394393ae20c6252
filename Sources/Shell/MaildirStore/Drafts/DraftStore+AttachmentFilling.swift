internal import Disk
public import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
    /// Fills the decoded `contents` of attachments into a message in the outbox that is waiting for them, as its next
    /// revision. Returns `nil`, changing nothing, if the message has been taken back or is no longer at revision
    /// `former`.
    ///
    /// The draft behind the message is filled too, so that the attachments are kept if the message is taken back.
    public func fill(
        _ id: DraftID, _ former: Int, with contents: [UndownloadedDraftAttachment: [UInt8]], at now: Instant
    ) throws(DraftError) -> DraftItem? {
        try change(at: now) { opened, boxes throws(DraftError) in
            guard boxes.outbox.contains(where: { $0.draftID == id }) else { return nil }
            let (item, known) = try find(id, in: boxes.outbox)
            guard item.problem == nil, known.revision == former, known.submission == .queued else { return nil }
            return try files { () throws(FileError) in
                guard let message = Message(try opened.outbox.contents(of: item)).filled(with: contents) else {
                    return nil
                }
                for version in try opened.versions.all() where version.draftID == id && version.reason == .queued {
                    guard let draft = Message(try opened.versions.contents(of: version)).filled(with: contents) else {
                        continue
                    }
                    try opened.versions.keep(draft, as: version)
                }
                var sidecar = known
                sidecar.revision += 1
                sidecar.lastError = nil
                sidecar.nextAttempt = nil
                let written = try write(message, &sidecar, to: opened.outbox)
                try opened.outbox.maildir.remove(item.entry)
                if let name = item.sidecarName { try opened.outbox.removeSidecar(name) }
                return written
            }
        }
    }
}
