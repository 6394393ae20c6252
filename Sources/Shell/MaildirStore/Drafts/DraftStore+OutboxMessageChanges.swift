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
        try changeOutboxMessages([id], at: now) { opened, messages throws(DraftError) -> Result? in
            guard var (item, sidecar) = messages.first else { return nil }
            return try body(opened, &item, &sidecar)
        }
    }

    /// Changes several messages in the outbox in the same way. `body` gets those that are there.
    func changeOutboxMessages<Result>(
        _ ids: [DraftID], at now: Instant,
        _ body: (Opened, [(item: DraftItem, sidecar: Sidecar)]) throws(DraftError) -> Result
    ) throws(DraftError) -> Result {
        let opened = try files { () throws(FileError) in try open() }
        // Keeps the lock until the change is complete.
        defer { withExtendedLifetime(opened) {} }
        let known = try files { () throws(FileError) in try unchangedOutboxMessages(ids, opened) }
        if let known { return try body(opened, known) }
        let contents = try files { () throws(FileError) in try recover(opened, at: now) }
        var found: [(item: DraftItem, sidecar: Sidecar)] = []
        for id in ids where contents.outbox.contains(where: { $0.draftID == id }) {
            found.append(try find(id, in: contents.outbox))
        }
        return try body(opened, found)
    }

    /// Returns the messages that the last recovery found, with their sidecars as they are now. Returns `nil` if another
    /// recovery may find something else: if a message was changed, renamed or removed, if its sidecar is invalid or a copy,
    /// or if a file has come into Drafts or gone from there. A message may then have been taken back, perhaps by a process
    /// that was killed meanwhile, or its draft was changed on another device.
    private func unchangedOutboxMessages(
        _ ids: [DraftID], _ opened: Opened
    ) throws(FileError) -> [(item: DraftItem, sidecar: Sidecar)]? {
        var found: [(item: DraftItem, sidecar: Sidecar)] = []
        for id in ids {
            guard let message = try unchangedOutboxMessage(id, opened) else { return nil }
            found.append(message)
        }
        return try memory.isUnchanged(drafts: DirectoryListing(of: opened.drafts)) ? found : nil
    }

    private func unchangedOutboxMessage(
        _ id: DraftID, _ opened: Opened
    ) throws(FileError) -> (item: DraftItem, sidecar: Sidecar)? {
        guard var item = memory.outboxMessage(id), item.problem == nil, let name = item.sidecarName,
            let status = try opened.outbox.maildir.status(of: item.entry), status.kind == .file,
            let message = memory.messages.value(for: status), message.hash == item.hash, message.digest == item.digest,
            case .success(let sidecar) = try opened.outbox.sidecar(name),
            sidecar.size == item.size, sidecar.digest == item.digest, try opened.outbox.isOriginal(name, sidecar)
        else { return nil }
        item.sidecar = sidecar
        return (item, sidecar)
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
