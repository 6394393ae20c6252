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
        _ id: DraftID, _ former: Int, with contents: [RemoteAttachment: [UInt8]], at now: Instant
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

    /// Gives a message in the outbox, which was ordered to be sent while nobody had an address, one of `authors` as its
    /// sender: the one that its header names, else the first. Its envelope says so from now on, and where its header names
    /// no author, that does as its next revision. Nothing is changed in a message that has a sender, or is not there any
    /// more.
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
