internal import Digest
internal import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
    /// Puts a message into the outbox. If it was built from `draft`, that draft becomes a kept version until the
    /// message is sent or taken back; otherwise the message comes from elsewhere and is complete. The envelope is set
    /// by `describe` or else taken from the header, and stays fixed.
    public func queue(
        _ message: [UInt8], from draft: DraftID?, at now: Instant, _ describe: (inout Sidecar) -> Void = { _ in }
    ) throws(DraftError) -> DraftItem {
        try change(at: now) { opened, contents throws(DraftError) in
            let behind: (item: DraftItem, sidecar: Sidecar)? =
                if let draft { try find(draft, in: contents.drafts) } else { nil }
            return try files { () throws(FileError) in
                var sidecar =
                    behind?.sidecar
                    ?? Sidecar(
                        draftID: .random(), hash: ContentHash(high: 0, low: 0), size: 0, revision: 0, isDraft: false,
                        sendState: .queued)
                sidecar.revision += 1
                sidecar.enqueue(at: now)
                describe(&sidecar)
                if sidecar.envelope == nil { sidecar.envelope = Sidecar.Envelope(of: Message(message)) }
                if sidecar.outboxNumber == nil { sidecar.outboxNumber = try counters.next(.outbox) }
                let item = try write(message, &sidecar, to: opened.outbox)
                if let behind {
                    try retire(behind.item, from: opened.drafts, opened.versions, .queued, at: now)
                }
                return item
            }
        }
    }

    /// Makes a message in the outbox a draft again. The draft has the text that the message was built from, or else the
    /// message itself with all recipients in its header, but not those for whom a server has accepted it. Throws
    /// `DraftError.beingSent` if the message is being sent or has been sent. With `number`, throws `DraftError.missing` if the message has meanwhile been taken back and queued again,
    /// since it has another number then.
    public func takeBack(
        _ id: DraftID, numbered number: Int? = nil, at now: Instant
    ) throws(DraftError) -> DraftItem {
        try change(at: now) { opened, contents throws(DraftError) in
            let (item, known) = try find(id, in: contents.outbox)
            guard number == nil || known.outboxNumber == number else { throw .missing(id) }
            guard known.sendState == .none || known.submission.after(.takeBack) != nil else { throw .beingSent(id) }
            return try files { () throws(FileError) in try takeBack(item, known, opened) }
        }
    }

    func takeBack(_ item: DraftItem, _ known: Sidecar, _ opened: Opened) throws(FileError) -> DraftItem {
        let behind = try opened.versions.all().filter { $0.draftID == known.draftID && $0.reason == .queued }
        let source = behind.max { $0.revision < $1.revision }
        var entry = item.entry
        let message =
            if let source { try opened.versions.contents(of: source) } else {
                try opened.outbox.maildir.contents(of: &entry)
            }
        var draft = source == nil ? known.envelope?.naming(allIn: message) ?? message : message
        var sidecar = known
        sidecar.revision += 1
        sidecar.becomeDraft()
        if let earlier = sidecar.earlierDelivery { draft = earlier.removingAccepted(from: draft) }
        if sidecar.draftNumber == nil { sidecar.draftNumber = try counters.next(.draft) }
        let written = try write(draft, &sidecar, to: opened.drafts)
        try opened.outbox.maildir.remove(item.entry)
        if let name = item.sidecarName { try opened.outbox.removeSidecar(name) }
        for version in behind { try opened.versions.remove(version) }
        return written
    }

    /// Changes the metadata of a message in the outbox.
    public func update(
        _ id: DraftID, at now: Instant, _ body: (inout Sidecar) throws(DraftError) -> Void
    ) throws(DraftError) -> DraftItem {
        try change(at: now) { opened, contents throws(DraftError) in
            var (item, sidecar) = try find(id, in: contents.outbox)
            try body(&sidecar)
            item.sidecar = sidecar
            try files { () throws(FileError) in try opened.outbox.write(sidecar) }
            return item
        }
    }

    /// Ends the undo window of a message, which is sent from then on. Throws `DraftError.missing` if the message was taken back,
    /// even if it has been queued again: its new undo window is not this one.
    public func endUndoWindow(
        of id: DraftID, numbered number: Int?, at now: Instant
    ) throws(DraftError) -> DraftItem {
        try update(id, at: now) { (sidecar) throws(DraftError) in
            guard sidecar.outboxNumber == number else { throw .missing(id) }
            sidecar.undo = nil
        }
    }
}
