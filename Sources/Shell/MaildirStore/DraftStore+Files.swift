internal import Disk
public import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
    /// Puts the files into a message in the outbox that waited for them: its next revision, which is committed as any.
    /// `contents`: decoded. `nil`, and nothing is changed, where the message has been taken back meanwhile, or is not the
    /// revision `former` any more.
    ///
    /// The draft behind it gets them as well: who takes the message back then has what he had here.
    public func fill(
        _ id: DraftID, _ former: Int, with contents: [PendingFile: [UInt8]], at now: Instant
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
