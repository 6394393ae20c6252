internal import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
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
                var signed = Sidecar.Envelope(
                    sender: email, recipients: envelope.recipients, messageID: envelope.messageID)
                signed?.reports = envelope.reports
                signed?.reportsReturnMessage = envelope.reportsReturnMessage
                sidecar.envelope = signed
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
