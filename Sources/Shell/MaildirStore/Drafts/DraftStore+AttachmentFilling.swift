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
        _ id: DraftID, _ former: Int, with contents: [PendingAttachment: [UInt8]], at now: Instant
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

    /// Sets the sender of a message that was queued while no address was configured: the one of `authors` that its
    /// header names, or else the first. The envelope is updated, and a From field is added in a new revision if the
    /// header has none. Does nothing if the message already has a sender or is no longer queued.
    public func sign(_ id: DraftID, as authors: [Address], at now: Instant) throws(DraftError) {
        try change(at: now) { opened, boxes throws(DraftError) in
            guard boxes.outbox.contains(where: { $0.draftID == id }) else { return }
            let (item, known) = try find(id, in: boxes.outbox)
            guard item.problem == nil, known.submission == .queued, let envelope = known.envelope,
                envelope.sender == nil
            else { return }
            try files { () throws(FileError) in
                let message = try opened.outbox.contents(of: item)
                let header = Message(message).header
                let named = [FieldName.sender, .from].flatMap { header.addresses($0) }.compactMap(\.email)
                let own = authors.first { $0.email.map { named.contains($0) } ?? false }
                guard let author = own ?? authors.first, let email = author.email else { return }
                var sidecar = known
                sidecar.envelope = Sidecar.Envelope(
                    sender: email, recipients: envelope.recipients, messageID: envelope.messageID)
                guard header.first(named: "from") == nil,
                    let field = try? OutgoingField.addresses("From", [author]).octets()
                else { return try opened.outbox.write(sidecar) }
                sidecar.revision += 1
                _ = try write(field + DraftHeader.remove(from: message), &sidecar, to: opened.outbox)
                try opened.outbox.maildir.remove(item.entry)
                if let name = item.sidecarName { try opened.outbox.removeSidecar(name) }
            }
        }
    }
}
