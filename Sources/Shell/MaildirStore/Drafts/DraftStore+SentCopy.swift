public import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
    /// Removes a sent message and its draft from the outbox. With `filing`, exactly one copy is filed in Sent before
    /// that, even if the process stops in between.
    ///
    /// The copy is written to `tmp` and the phase `filing` is recorded. Then the copy is renamed into place, and only
    /// then the message is removed from the outbox. If the phase is recorded but the copy is not in `tmp`, it has been
    /// renamed already, or the sync has found it on the server and given it another name.
    public func finish(_ id: DraftID, filing: Bool, at now: Instant) throws(DraftError) {
        try change(at: now) { opened, contents throws(DraftError) in
            guard contents.outbox.contains(where: { $0.draftID == id }) else { return }
            var (item, sidecar) = try find(id, in: contents.outbox)
            guard sidecar.submission == .sent, var attempt = sidecar.attempt else { return }
            try files { () throws(FileError) in
                if filing {
                    let message = DraftHeader.remove(from: try opened.outbox.contents(of: item))
                    let copy = SentCopy(message, of: sidecar, in: try mail.makingMaildir(.sent))
                    let start = min(attempt.started, now)
                    if attempt.phase != .filing {
                        try copy.stage()
                        attempt.phase = .filing
                        sidecar.attempt = attempt
                        try opened.outbox.write(sidecar)
                        item.sidecar = sidecar
                    } else if try copy.isPlaced(since: start) {
                        // After a power loss, the copy may exist under both names.
                        try copy.unstage()
                    }
                    if try !copy.place(), try !copy.isFiled(since: start) {
                        try copy.stage()
                        try copy.placeStaged()
                    }
                }
                try opened.outbox.maildir.remove(item.entry)
                if let name = item.sidecarName { try opened.outbox.removeSidecar(name) }
                for version in try opened.versions.all() where version.draftID == id && version.reason == .queued {
                    try opened.versions.remove(version)
                }
            }
        }
    }

    /// Returns whether Sent has a copy of this message from any source: the server may have filed it.
    public func hasSentCopy(of item: DraftItem, at now: Instant) throws(FileError) -> Bool {
        guard let sidecar = item.sidecar, let attempt = sidecar.attempt, let sent = try mail.maildir(.sent) else {
            return false
        }
        let message = DraftHeader.remove(from: try message(of: item, isInOutbox: true))
        return try SentCopy(message, of: sidecar, in: sent).isFiled(since: min(attempt.started, now))
    }
}

/// The copy of a sent message.
private struct SentCopy {
    private let message: [UInt8]
    private let maildir: Maildir
    private let entry: Maildir.Entry

    init(_ message: [UInt8], of sidecar: Sidecar, in maildir: Maildir) {
        self.message = message
        self.maildir = maildir
        let seconds = sidecar.queuedDate?.seconds ?? 0
        let base = Array("\(seconds).petrel-\(sidecar.draftID)-\(sidecar.revision)".utf8)
        entry = Maildir.entry(base, [.seen])
    }

    private var base: [UInt8] { entry.name.base }

    /// Writes the copy to `tmp`, durably.
    func stage() throws(FileError) {
        let temporary = try Maildir(completing: maildir.directory).directory.directory(Maildir.temporaryName)
        try temporary.write(message, as: base, .replacing, through: temporary, named: UniqueName.next())
    }

    /// Renames the staged copy into place. Returns `false` if there is none.
    func place() throws(FileError) -> Bool {
        do throws(FileError) {
            try placeStaged()
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    /// Renames the staged copy into place.
    func placeStaged() throws(FileError) {
        let whole = try Maildir(completing: maildir.directory)
        let target = try whole.opened(entry.place)
        let temporary = try whole.directory.directory(Maildir.temporaryName)
        try temporary.rename(base, to: entry.name.octets, in: target)
        try target.synchronize()
        // If a power loss brought the old name back, there would be two copies.
        try temporary.synchronize()
    }

    /// Removes the staged copy.
    func unstage() throws(FileError) {
        try Maildir(completing: maildir.directory).directory.directory(Maildir.temporaryName).remove(base)
    }

    /// Files more than this many seconds older than the attempt are not read. This allows for clock differences.
    private static let leeway: Int64 = 24 * 60 * 60

    /// Returns whether the copy is in Sent, under its own or another name.
    func isPlaced(since start: Instant) throws(FileError) -> Bool {
        if try maildir.find(base) != nil { return true }
        return try contains(since: start) { $0 == message }
    }

    /// Returns whether the copy is in Sent, under its own name or as another file with its Message-ID.
    func isFiled(since start: Instant) throws(FileError) -> Bool {
        guard let id = Message(message).header.messageID else { return try isPlaced(since: start) }
        if try maildir.find(base) != nil { return true }
        return try contains(since: start) { Message($0).header.messageID == id }
    }

    private func contains(since start: Instant, _ isCopy: ([UInt8]) -> Bool) throws(FileError) -> Bool {
        for var entry in try maildir.entries() {
            guard let status = try maildir.status(of: entry), status.kind == .file,
                max(status.modified, status.changed) / 1_000_000_000 >= start.seconds - Self.leeway
            else { continue }
            do throws(FileError) {
                if isCopy(try maildir.contents(of: &entry)) { return true }
            } catch  where error.isMissing {
                continue
            }
        }
        return false
    }
}
