internal import Disk
internal import InternetMessage
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// The files of a mailbox when a sync scanned it.
struct LocalScan {
    struct File {
        var entry: Maildir.Entry
        /// The message on the server that the file name identifies, if any.
        let synced: SyncedFilename?
        /// `nil` if the file was not read.
        var digest: ContentDigest?
        var identity: MessageIdentity?
        /// Whether petrel wrote it as a revision of a draft, here or on another machine.
        var isOwnDraft = false
        /// `false` if parts of the message were never fetched. Valid only if the file was read.
        var isWhole = true
        /// Whether another file has the message that the file name identifies.
        var isCopy = false
        /// Identifies the file in a plan.
        var handle = LocalMessage.Handle(rawValue: 0)
    }

    let maildir: Maildir
    /// The signature of the directories before they were read; empty if they changed so recently that it is unreliable.
    let look: [UInt8]
    /// Whether the directories did not change while they were read, nor just before.
    private(set) var isSettled: Bool
    var files: [File]

    /// `trusted`: a signature that is reliable however recent it is. Files that name `firstUnassigned` or a later UID count
    /// as files that are not on the server.
    init(
        _ maildir: Maildir, of name: MailboxName, trusting trusted: [UInt8] = [], firstUnassigned: UID? = nil,
        now: Instant
    ) throws(FileError) {
        self.maildir = maildir
        let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
        let before = try MailboxModificationTimes(directories, now: now)
        look = before.facts == trusted ? trusted : before.octets
        let entries = try Self.entries(of: maildir)
        let after = try MailboxModificationTimes(directories, now: now)
        isSettled = !look.isEmpty && after.facts == look
        let tag = SyncedFilename.tag(of: name)
        files = entries.map { entry in
            let synced = SyncedFilename(entry.name.base).flatMap { synced in
                synced.isTagged(tag) && firstUnassigned.map { synced.uid < $0 } ?? true ? synced : nil
            }
            return File(entry: entry, synced: synced)
        }
    }

    /// Returns a settled scan of a new, empty mailbox, in which no other program can be in the middle of a change.
    /// Returns `nil` if the mailbox is no longer empty, or if changes in it cannot be detected.
    func settledEmpty(_ name: MailboxName) throws(FileError) -> LocalScan? {
        let directories = Maildir.Place.allCases.compactMap { maildir.subdirectory($0) }
        guard directories.allSatisfy(\.isLocal) else { return nil }
        do throws(FileError) { for directory in directories { try directory.stamp() } } catch { return nil }
        let look = try MailboxModificationTimes(directories, now: Instant(seconds: 0)).facts
        let scan = try LocalScan(maildir, of: name, holding: UIDSet(), looking: look)
        let entries = try maildir.entries()
        return entries.isEmpty ? scan : nil
    }

    /// Scans a mailbox for the files of some messages only. The others must be unchanged since the last sync.
    init(
        _ maildir: Maildir, of name: MailboxName, holding uids: UIDSet, looking look: [UInt8], isSettled: Bool = true
    ) throws(FileError) {
        self.maildir = maildir
        self.look = look
        self.isSettled = isSettled
        let tag = SyncedFilename.tag(of: name)
        var files: [File] = []
        if !uids.isEmpty {
            for place in Maildir.Place.allCases {
                try maildir.subdirectory(place)?.forEachName { octets in
                    let name = MaildirFilename(octets)
                    guard let synced = SyncedFilename(name.base), synced.isTagged(tag), uids.contains(synced.uid) else {
                        return
                    }
                    files.append(File(entry: Maildir.Entry(place: place, name: name), synced: synced))
                }
            }
        }
        self.files = files
    }

    /// Returns the files without former names. A file that is renamed while its directory is read may be found under
    /// both names, which are adjacent.
    private static func entries(of maildir: Maildir) throws(FileError) -> [Maildir.Entry] {
        let entries = try maildir.entries()
        var found: [Maildir.Entry] = []
        found.reserveCapacity(entries.count)
        for entry in entries {
            if let last = found.last, last.name.base == entry.name.base, try maildir.status(of: last) == nil {
                found.removeLast()
            } else if let last = found.last, last.name.base == entry.name.base, try maildir.status(of: entry) == nil {
                continue
            }
            found.append(entry)
        }
        return found
    }

    /// The number of files, of which those that differ only in place or flags count once.
    var messageCount: Int {
        // They are adjacent.
        files.count - zip(files, files.dropFirst()).count { $0.entry.name.base == $1.entry.name.base }
    }

    /// Returns the message of the baseline that the file name identifies, if any.
    static func isKnown(_ file: File, in baseline: SyncBaseline?) -> BaselineMessage? {
        guard let synced = file.synced, let baseline, synced.uidValidity == baseline.status.uidValidity else {
            return nil
        }
        return baseline.message(synced.uid)
    }

    /// Returns the UIDs that several files name.
    func sharedUIDs(under uidValidity: UIDValidity) -> Set<UID> {
        var uids = files.compactMap { $0.synced?.uidValidity == uidValidity ? $0.synced?.uid : nil }
        if zip(uids, uids.dropFirst()).allSatisfy({ $0 < $1 }) { return [] }
        uids.sort()
        return Set(zip(uids, uids.dropFirst()).lazy.filter { $0 == $1 }.map { $0.0 })
    }

    /// Reads files to determine their digests and identities. Drops those that are gone or not regular files.
    mutating func identify(where isWanted: (File) -> Bool) throws(FileError) {
        var kept: [File] = []
        kept.reserveCapacity(files.count)
        for file in files {
            var file = file
            guard isWanted(file) else {
                kept.append(file)
                continue
            }
            do throws(FileError) {
                guard try maildir.status(of: file.entry)?.kind == .file else { continue }
                guard let scanned = try ScannedMessageContent(reading: &file.entry, in: maildir) else { continue }
                file.digest = scanned.digest
                let message = scanned.beginning
                file.isOwnDraft = DraftHeader(of: message) != nil
                file.isWhole = !message.isPartial
                file.identity = MessageIdentity(
                    messageID: message.header.messageID, size: message.originalSize ?? scanned.canonicalSize,
                    date: file.synced?.arrived)
            } catch  where error.isMissing {
                continue
            }
            kept.append(file)
        }
        files = kept
    }

    /// Of the files that name the same one of `uids`, chooses the message: one with the given content, or else the first.
    /// The others are copies, which were read, too.
    mutating func markCopies(
        of uids: Set<UID>, under uidValidity: UIDValidity, content: (UID) -> ContentDigest?
    ) {
        guard !uids.isEmpty else { return }
        var chosen: [UID: Int] = [:]
        for index in files.indices {
            guard let synced = files[index].synced, synced.uidValidity == uidValidity, uids.contains(synced.uid) else {
                continue
            }
            guard let former = chosen[synced.uid] else {
                chosen[synced.uid] = index
                continue
            }
            let agreed = content(synced.uid)
            let isBetter = files[index].digest == agreed && files[former].digest != agreed
            files[isBetter ? former : index].isCopy = true
            if isBetter { chosen[synced.uid] = index }
        }
    }

    /// Treats the mailbox as settled, even if it has just changed.
    mutating func settle() {
        isSettled = true
    }
}
