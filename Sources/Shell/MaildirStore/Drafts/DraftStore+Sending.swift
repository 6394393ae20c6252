public import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

/// What a sender changes in the outbox. Only one sender an account is at work: whoever holds its lock.
extension DraftStore {
    /// Whoever holds it may send the account's mail; `nil` where another process does.
    public func senderLock() throws(FileError) -> FileLock? {
        try state.lock(Array("outbox.lock".utf8), waiting: false)
    }

    /// Changes what is known of a message, if it is there and the change applies to it; says what it is then.
    public func advance(
        _ id: DraftID, at now: Instant, _ body: (inout Sidecar) -> Bool
    ) throws(DraftError) -> DraftItem? {
        try change(at: now) { opened, contents throws(DraftError) in
            guard contents.outbox.contains(where: { $0.draftID == id }) else { return nil }
            var (item, sidecar) = try find(id, in: contents.outbox)
            guard item.problem == nil, body(&sidecar) else { return nil }
            item.sidecar = sidecar
            try files { () throws(FileError) in try opened.outbox.write(sidecar) }
            return item
        }
    }

    /// Messages that wait to be sent, as far as what is known of them says, without a look into any.
    public func waitingCount() throws(FileError) -> Int {
        let sent = try DraftBox.sidecars(.outbox, in: state).count { $0.sendState == .sent }
        return max(0, try mail.queuedCount() - sent)
    }

    // MARK: - Sent mail

    /// Takes a message that was sent out of the outbox, and its draft with it. With `filing` a copy of it stands in Sent
    /// before: one, whatever stops the program in between.
    ///
    /// The copy is written where nobody looks and its name noted; then it gets the name, and only then the message goes
    /// from the outbox. Where the name was noted and the copy is not there any more, it has its name, or is on the server
    /// already under another one.
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
                        // The power may have gone when it had its name, and the former one, too.
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

    /// Whether Sent has a copy of this message, from whomever it is: the server may have filed it.
    public func hasSentCopy(of item: DraftItem, at now: Instant) throws(FileError) -> Bool {
        guard let sidecar = item.sidecar, let attempt = sidecar.attempt, let sent = try mail.maildir(.sent) else {
            return false
        }
        let message = DraftHeader.remove(from: try message(of: item, isInOutbox: true))
        return try SentCopy(message, of: sidecar, in: sent).isFiled(since: min(attempt.started, now))
    }
}

/// The copy of a message that was sent.
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

    /// Writes it so that it lasts, as a file that is no message yet.
    func stage() throws(FileError) {
        let temporary = try Maildir(completing: maildir.directory).directory.directory(Maildir.temporaryName)
        try temporary.write(message, as: base, .replacing, through: temporary, named: UniqueName.next())
    }

    /// Gives it its name, and says whether it was there to get one.
    func place() throws(FileError) -> Bool {
        do throws(FileError) {
            try placeStaged()
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    /// Gives it its name, which it has just been made for.
    func placeStaged() throws(FileError) {
        let whole = try Maildir(completing: maildir.directory)
        let target = try whole.opened(entry.place)
        let temporary = try whole.directory.directory(Maildir.temporaryName)
        try temporary.rename(base, to: entry.name.octets, in: target)
        try target.synchronize()
        // Were the former name to come back with the power, the copy would get a second name.
        try temporary.synchronize()
    }

    /// Takes away what is no message yet.
    func unstage() throws(FileError) {
        try Maildir(completing: maildir.directory).directory.directory(Maildir.temporaryName).remove(base)
    }

    /// Files that came so many seconds before it was sent are not looked into: other clocks count differently.
    private static let leeway: Int64 = 24 * 60 * 60

    /// Whether it stands there, under its name or another one.
    func isPlaced(since start: Instant) throws(FileError) -> Bool {
        if try maildir.find(base) != nil { return true }
        return try contains(since: start) { $0 == message }
    }

    /// Whether it stands there, under its name or as the message that the server says it is.
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
