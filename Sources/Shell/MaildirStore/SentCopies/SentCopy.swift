internal import Disk
internal import InternetMessage
internal import MailTypes

/// The copy of a sent message.
struct SentCopy {
    private let message: [UInt8]
    private let maildir: Maildir
    private let entry: Maildir.Entry
    private let queued: Instant?
    private let memory: DraftStoreCache?

    init(_ message: [UInt8], of sidecar: Sidecar, in maildir: Maildir, _ memory: DraftStoreCache? = nil) {
        self.message = message
        self.maildir = maildir
        self.memory = memory
        queued = sidecar.queuedDate
        entry = Maildir.entry(Self.name(of: sidecar), [.seen])
    }

    private static func name(of sidecar: Sidecar) -> [UInt8] {
        let seconds = sidecar.queuedDate?.seconds ?? 0
        return Array("\(seconds).".utf8) + mark + Array("\(sidecar.draftID)-\(sidecar.revision)".utf8)
    }

    static let mark = Array("petrel-".utf8)

    static func awaitedName(of sidecar: Sidecar) -> [UInt8] { name(of: sidecar) + awaitedEnd }

    /// The end of the name of a copy for which petrel waits that the server stores it.
    static let awaitedEnd = Array(".awaited".utf8)

    private var base: [UInt8] { entry.name.base }
    private var awaitedBase: [UInt8] { base + Self.awaitedEnd }

    // MARK: - While the server's copy is awaited

    /// Returns the copy that is shown, if there is one.
    func awaited() throws(FileError) -> Maildir.Entry? { try maildir.find(awaitedBase) }

    /// Returns the names of all copies that are shown.
    static func namesOfShown(in maildir: Maildir) throws(FileError) -> Set<[UInt8]> {
        try maildir.findAll { $0.suffix(awaitedEnd.count).elementsEqual(awaitedEnd) }
    }

    /// Writes the copy into Sent, durably.
    func show() throws(FileError) {
        let whole = try Maildir(completing: maildir.directory)
        let temporary = try whole.directory.directory(Maildir.temporaryName)
        let shown = Maildir.entry(awaitedBase, [.seen])
        try whole.opened(shown.place).write(
            message, as: shown.name.octets, .new, through: temporary, named: UniqueName.next())
    }

    /// Gives the copy that is shown its final name. Returns `false` if there is none.
    func release() throws(FileError) -> Bool {
        guard let shown = try awaited() else { return false }
        guard try maildir.rename(shown, to: base, { $0 }) != nil else { return false }
        try maildir.synchronize()
        return true
    }

    /// Removes the copy that is shown. With `other`, the copy that replaces it gets its flags before.
    func withdraw(for other: Maildir.Entry? = nil) throws(FileError) {
        guard let shown = try awaited() else { return }
        if let other {
            let flags = shown.name.flags
            _ = try maildir.setFlags(of: other) { $0.union(flags) }
        }
        try maildir.remove(shown)
    }

    // MARK: - Filing

    /// Writes the copy to `tmp`, durably.
    func stage() throws(FileError) {
        let batch = DurableBatch()
        try stage(in: batch)
        try batch.commit()
    }

    /// Writes the copy to `tmp` with a batch.
    func stage(in batch: DurableBatch) throws(FileError) {
        let temporary = try Maildir(completing: maildir.directory).directory.directory(Maildir.temporaryName)
        try batch.add(message, as: base, in: temporary, .replacing, through: temporary, named: UniqueName.next())
    }

    /// Renames the staged copy into place, as `placeStaged` does. Returns `false` if there is none.
    func place() throws(FileError) -> Bool {
        do throws(FileError) {
            try placeStaged()
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    /// Renames the staged copy into place. It is durable after `synchronizePlaced`.
    func placeStaged() throws(FileError) {
        let whole = try Maildir(completing: maildir.directory)
        let temporary = try whole.directory.directory(Maildir.temporaryName)
        try temporary.rename(base, to: entry.name.octets, in: whole.opened(entry.place))
    }

    /// Makes the names of all copies that were placed durable.
    static func synchronizePlaced(in maildir: Maildir) throws(FileError) {
        try maildir.opened(.cur).synchronize()
        // If a power loss brought the old name back, there would be two copies.
        try maildir.directory.directory(Maildir.temporaryName).synchronize()
    }

    /// Removes the staged copy.
    func unstage() throws(FileError) {
        try Maildir(completing: maildir.directory).directory.directory(Maildir.temporaryName).remove(base)
    }

    /// Returns whether the copy is in Sent, under its own or another name.
    func isPlaced(since start: Instant, at now: Instant) throws(FileError) -> Bool {
        if try maildir.find(base) != nil { return true }
        // Some servers give the copy the time at which the message was queued.
        let arrival = min(start.seconds, queued?.seconds ?? .max) - Self.leeway
        let listing = try SentListing(
            maildir, since: start.seconds - Self.leeway, arrivedSince: arrival, memory, at: now)
        return try others(in: listing, since: start).contains { $0.other.isWhole }
    }

    // MARK: - Searching

    /// A file in Sent with the Message-ID of the message. `isSame`: whether the text is also the same.
    struct Found {
        let other: SentCopySearch.Other
        let isSame: Bool
    }

    /// Files more than this many seconds older than the attempt or the message are not read. This allows for clock differences.
    static let leeway: Int64 = 24 * 60 * 60

    /// Returns the files in Sent with the Message-ID of the message, except those that petrel has stored there. If the
    /// message has no Message-ID, returns those with the same text.
    func others(in listing: SentListing, since start: Instant) throws(FileError) -> [Found] {
        let content = SentCopyIdentity(message)
        var found: [Found] = []
        for candidate in listing.candidates(content.messageID)
        where candidate.changed >= start.seconds - Self.leeway && !isOfAnother(candidate.entry.name.base) {
            var entry = candidate.entry
            do throws(FileError) {
                let stored = SentCopyIdentity(try maildir.contents(of: &entry))
                let isSame = stored.text == content.text
                guard isSame || content.messageID != nil else { continue }
                let other = SentCopySearch.Other(
                    entry: entry, synced: candidate.synced, isWhole: stored.whole == content.whole,
                    lacksBcc: content.hasBcc && !stored.hasBcc)
                found.append(Found(other: other, isSame: isSame))
            } catch  where error.isMissing {
                continue
            }
        }
        return found
    }

    /// Returns `nil` if the file is gone, or has another Message-ID. The Message-IDs are cached, so that each file is read
    /// once while many messages are sent.
    private func identity(
        of entry: inout Maildir.Entry, _ status: FileStatus, ifIts messageID: MessageID?, at now: Instant
    ) throws(FileError) -> SentCopyIdentity? {
        do throws(FileError) {
            let value = try SentListing.messageID(of: &entry, status, in: maildir, memory, at: now)
            return value == messageID ? SentCopyIdentity(try maildir.contents(of: &entry)) : nil
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Whether a file in Sent has the name of the copy, or its Message-ID and is not much older than the message.
    func isIdentified(by messageID: MessageID?, since queued: Instant?) throws(FileError) -> Bool {
        // It is one of the newest.
        for var entry in try maildir.entries().reversed() {
            if entry.name.base.starts(with: base) { return true }
            guard let messageID, let status = try maildir.status(of: entry), status.kind == .file,
                max(status.modified, status.changed) / 1_000_000_000 >= (queued?.seconds ?? 0) - Self.leeway
            else { continue }
            do throws(FileError) {
                if Message(try maildir.header(of: &entry)).header.messageID == messageID { return true }
            } catch  where error.isMissing {
                continue
            }
        }
        return false
    }

    /// Whether a file name is that of a copy that petrel has stored for another message, or that it shows for this one.
    private func isOfAnother(_ name: [UInt8]) -> Bool {
        Self.isOfPetrel(name) && (!name.starts(with: base) || name.starts(with: awaitedBase))
    }

    /// Whether a file in Sent is petrel's copy of this draft's message, or has the Message-ID and the text of the message
    /// and came or changed after it was queued.
    func isStored(for draft: DraftID, since queued: Instant, at now: Instant) throws(FileError) -> Bool {
        let content = SentCopyIdentity(message)
        for var entry in try maildir.entries() {
            if Self.isOfPetrel(entry.name.base) {
                if entry.name.base.split(separator: 0x2E)[1].starts(with: Self.mark + Array(draft.text.utf8)) {
                    return true
                }
                continue
            }
            // The name tells when the server got the message, so that old mail needs no system call.
            if let synced = SyncedFilename(entry.name.base), synced.arrived.seconds < queued.seconds - Self.leeway {
                continue
            }
            guard content.messageID != nil, let status = try maildir.status(of: entry), status.kind == .file,
                max(status.modified, status.changed) / 1_000_000_000 >= queued.seconds,
                // A file that cannot be read is no reason to keep the message.
                let stored = try? identity(of: &entry, status, ifIts: content.messageID, at: now)
            else { continue }
            if stored.text == content.text { return true }
        }
        return false
    }

    /// Whether a file name in Sent is that of a copy by petrel that has not been uploaded.
    static func isOfPetrel(_ base: [UInt8]) -> Bool {
        base.split(separator: 0x2E, maxSplits: 2).dropFirst().first?.starts(with: mark) ?? false
    }
}
