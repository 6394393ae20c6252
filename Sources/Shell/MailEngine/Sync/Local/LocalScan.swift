internal import Digest
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// The files of a mailbox, as a sync found them.
struct LocalScan {
    struct File {
        var entry: Maildir.Entry
        /// What the name says of the message on the server.
        let synced: SyncedFilename?
        /// Known for those that were read.
        var digest: ContentDigest?
        var identity: MessageIdentity?
        /// A revision that was written here, or on another device of ours.
        var isOwnDraft = false
        /// `false` where parts of the message were never fetched. Known for those that were read.
        var isWhole = true
        /// What a plan calls it.
        var handle = LocalMessage.Handle(rawValue: 0)
    }

    let maildir: Maildir
    /// How the directories looked before they were read; empty where they have just changed, and nobody knows that this
    /// was all.
    let look: [UInt8]
    /// Whether nothing happened in the directories while they were read, nor right before.
    private(set) var isSettled: Bool
    var files: [File]

    /// `trusted`: a look that can be trusted however new it is.
    init(_ maildir: Maildir, of name: MailboxName, trusting trusted: [UInt8] = [], now: Instant) throws(FileError) {
        self.maildir = maildir
        let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
        let before = try MailboxSignature(directories, now: now)
        look = before.facts == trusted ? trusted : before.octets
        let entries = try Self.entries(of: maildir)
        let after = try MailboxSignature(directories, now: now)
        isSettled = !look.isEmpty && after.facts == look
        let tag = SyncedFilename.tag(of: name)
        files = entries.map { entry in
            let synced = SyncedFilename(entry.name.base).flatMap { $0.isTagged(tag) ? $0 : nil }
            return File(entry: entry, synced: synced)
        }
    }

    /// The same of a mailbox that was just made and in which nothing stands, so that nobody can be in the middle of
    /// anything: settled, if that is still so and can be seen.
    func settledEmpty(_ name: MailboxName) throws(FileError) -> LocalScan? {
        let directories = Maildir.Place.allCases.compactMap { maildir.subdirectory($0) }
        guard directories.allSatisfy(\.isLocal) else { return nil }
        do throws(FileError) { for directory in directories { try directory.stamp() } } catch { return nil }
        let look = try MailboxSignature(directories, now: Instant(seconds: 0)).facts
        let scan = try LocalScan(maildir, of: name, holding: UIDSet(), looking: look)
        let entries = try maildir.entries()
        return entries.isEmpty ? scan : nil
    }

    /// Of a mailbox that looks as when both sides agreed: the files of some of its messages.
    init(_ maildir: Maildir, of name: MailboxName, holding uids: UIDSet, looking look: [UInt8]) throws(FileError) {
        self.maildir = maildir
        self.look = look
        isSettled = true
        let tag = SyncedFilename.tag(of: name)
        files = []
        guard !uids.isEmpty else { return }
        for place in Maildir.Place.allCases {
            for octets in try maildir.subdirectory(place)?.unsortedNames() ?? [] {
                let name = MaildirFilename(octets)
                guard let synced = SyncedFilename(name.base), synced.isTagged(tag), uids.contains(synced.uid) else {
                    continue
                }
                files.append(File(entry: Maildir.Entry(place: place, name: name), synced: synced))
            }
        }
    }

    /// A file that is renamed while its directory is read may be seen under both names: those are neighbours.
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

    /// Whether the name of a file says which of the agreed messages it is.
    static func isKnown(_ file: File, in anchor: SyncAnchor?) -> AnchoredMessage? {
        guard let synced = file.synced, let anchor, synced.uidValidity == anchor.status.uidValidity else { return nil }
        return anchor.message(synced.uid)
    }

    /// Reads files, and finds out what they are. One that is gone by now, or is no message, is left out.
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
                let octets = try maildir.contents(of: &file.entry).withoutTransferID
                guard let digest = ContentDigest(SHA256.digest(ofMessage: octets)) else { continue }
                file.digest = digest
                let message = Message(octets)
                file.isOwnDraft = DraftHeader(of: message) != nil
                file.isWhole = !message.isPartial
                file.identity = MessageIdentity(
                    messageID: message.header.messageID, size: message.originalSize ?? Self.canonicalSize(octets),
                    date: file.synced?.arrived)
            } catch  where error.isMissing {
                continue
            }
            kept.append(file)
        }
        files = kept
    }

    /// Nobody else is at work here, whatever has just changed.
    mutating func settle() {
        isSettled = true
    }

    /// Octets of the message as it is on a wire.
    private static func canonicalSize(_ octets: [UInt8]) -> Int {
        var size = octets.count
        var last: UInt8 = 0
        for octet in octets {
            if octet == 0x0A, last != 0x0D { size += 1 }
            last = octet
        }
        return size
    }
}
