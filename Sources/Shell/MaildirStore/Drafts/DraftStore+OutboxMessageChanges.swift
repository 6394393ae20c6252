internal import Disk
internal import MailTypes
internal import Outbox

/// Changes of one message in the outbox. Sending a message changes its sidecar several times. If each change recovered both
/// boxes, which reads all their messages, the time to send a full outbox would grow with the square of its size.
extension DraftStore {
    /// Changes a message in the outbox under the lock. Returns `nil` if it is gone. Recovers the boxes first, unless this
    /// cannot make a difference for the message.
    func changeOutboxMessage<Result>(
        _ id: DraftID, at now: Instant,
        _ body: (Opened, _ item: inout DraftItem, _ sidecar: inout Sidecar) throws(DraftError) -> Result?
    ) throws(DraftError) -> Result? {
        let opened = try files { () throws(FileError) in try open() }
        // Keeps the lock until the change is complete.
        defer { withExtendedLifetime(opened) {} }
        let known = try files { () throws(FileError) in try unchangedOutboxMessage(id, opened) }
        if var (item, sidecar) = known { return try body(opened, &item, &sidecar) }
        let contents = try files { () throws(FileError) in try recover(opened, at: now) }
        guard contents.outbox.contains(where: { $0.draftID == id }) else { return nil }
        var (item, sidecar) = try find(id, in: contents.outbox)
        return try body(opened, &item, &sidecar)
    }

    /// Returns the message that the last recovery found, with its sidecar as it is now. Returns `nil` if another recovery may
    /// find something else: if the message was changed, renamed or removed, if its sidecar is invalid or a copy, or if a
    /// file has come into Drafts or gone from there. The message may then have been taken back, perhaps by a process that
    /// was killed meanwhile, or its draft was changed on another device.
    private func unchangedOutboxMessage(
        _ id: DraftID, _ opened: Opened
    ) throws(FileError) -> (item: DraftItem, sidecar: Sidecar)? {
        guard var item = memory.outboxMessage(id), item.problem == nil, let name = item.sidecarName,
            let status = try opened.outbox.maildir.status(of: item.entry), status.kind == .file,
            let message = memory.messages.value(for: status), message.hash == item.hash, message.digest == item.digest,
            case .success(let sidecar) = try opened.outbox.sidecar(name),
            sidecar.size == item.size, sidecar.digest == item.digest, try opened.outbox.isOriginal(name, sidecar),
            try memory.isUnchanged(drafts: DirectoryListing(of: opened.drafts))
        else { return nil }
        item.sidecar = sidecar
        return (item, sidecar)
    }

    /// Whether another message in the outbox has this Message-ID.
    func isInOutbox(_ messageID: MessageID?, besides id: DraftID) throws(FileError) -> Bool {
        guard let messageID else { return false }
        // The Message-ID of a queued message never changes, so it may come from a sidecar that was read earlier.
        return try SidecarMaildir.sidecars(.outbox, in: state, known: memory.outboxSidecar).contains {
            $0.draftID != id && $0.envelope?.messageID == messageID
        }
    }
}

/// Which files a box consists of: their names, without their contents.
struct DirectoryListing: Hashable {
    private let hash: Int

    init(of box: SidecarMaildir) throws(FileError) {
        self.init(sidecars: try box.sidecarNames(), messages: try box.maildir.entries())
    }

    init(sidecars: [[UInt8]], messages: [Maildir.Entry]) {
        var hasher = Hasher()
        hasher.combine(sidecars)
        for entry in messages {
            hasher.combine(entry.place)
            hasher.combine(entry.name.octets)
        }
        hash = hasher.finalize()
    }
}
