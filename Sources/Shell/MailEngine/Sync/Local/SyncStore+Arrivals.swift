internal import Database
internal import Digest
internal import Disk
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// A message that has come whole.
struct ArrivedMessage: Sendable {
    enum Content: Sendable {
        case octets([UInt8])
        /// It was too large for the memory, and is on the disk already, under that number.
        case spooled(Int)
    }

    let uid: UID
    let flags: FlagSet
    /// When the server got it.
    let arrived: Instant
    let content: Content
}

/// A large message on its way to the disk.
final class TemporaryMessageFile {
    private var file: DurableWrite?
    private var digest: LineEndDigest? = LineEndDigest()
    private(set) var size = 0

    init(_ arrivals: MaildirArrivals) throws(FileError) {
        file = try arrivals.begin()
    }

    func append(_ octets: [UInt8]) throws(FileError) {
        try file?.append(octets.span)
        // The first piece has the header. Without mbsync's field, the digest is that of a scan of the file.
        let digested = size == 0 ? octets.withoutTransferID : octets
        digest?.update(digested.span)
        size += octets.count
    }

    /// Of all that was appended. To be asked once.
    func finish() -> ContentDigest? {
        guard let digest = digest.take() else { return nil }
        return ContentDigest(digest.finish())
    }

    func add(to arrivals: MaildirArrivals, _ entry: Maildir.Entry) {
        if let written = file.take() { arrivals.add(written, entry) }
    }
}

extension SyncStore {
    func beginTemporaryFile(in mailbox: MailboxName) throws(SyncFailure) -> Int {
        let target = try target(mailbox)
        spoolCount += 1
        temporaryFiles[spoolCount] = try SyncFailure.file { () throws(FileError) in try TemporaryMessageFile(target) }
        return spoolCount
    }

    func append(_ octets: [UInt8], to spool: Int) throws(SyncFailure) {
        try SyncFailure.file { () throws(FileError) in try temporaryFiles[spool]?.append(octets) }
    }

    /// It did not come whole.
    func drop(_ spool: Int) {
        temporaryFiles[spool] = nil
    }

    private func target(_ mailbox: MailboxName) throws(SyncFailure) -> MaildirArrivals {
        if let open = arrivals[mailbox] { return open }
        let opened = try SyncFailure.file { () throws(FileError) in
            try MaildirArrivals(tree.makingMaildir(mailbox))
        }
        arrivals[mailbox] = opened
        return opened
    }

    /// Messages that came become files, which last when this returns, and both sides agree on them. One that is among the
    /// candidates is here already: its file gets the name.
    func keep(_ messages: [ArrivedMessage], _ fetch: SyncOperation.Fetch) throws(SyncFailure) {
        guard let validity = plan?.uidValidity(of: fetch.mailbox) else { return }
        let target = try target(fetch.mailbox)
        var candidates: [ContentDigest: [LocalMessage.Handle]] = [:]
        for handle in fetch.candidates.reversed() {
            let (name, index) = handles[handle.rawValue]
            if let digest = scans[name]?.files[index].digest { candidates[digest, default: []].append(handle) }
        }
        var agreed: [AnchoredMessage] = []
        // Many may come, and no plan is about them before the ledger is read again.
        var table = ContentTable()
        var indexed: [IncrementalIndexer.Message] = []
        let isIndexing = index?.isOpen ?? false
        var isRenamed = false
        touched.insert(fetch.mailbox)
        try SyncFailure.file { () throws(FileError) in
            for message in messages {
                var digest: ContentDigest?
                let size: Int
                var spooled: TemporaryMessageFile?
                switch message.content {
                case .octets(let octets):
                    digest = ContentDigest(SHA256.digest(ofMessage: octets.withoutTransferID))
                    size = octets.count
                case .spooled(let number):
                    spooled = temporaryFiles.removeValue(forKey: number)
                    size = spooled?.size ?? 0
                }
                let name = SyncedFilename(
                    message.uid, validity, in: fetch.mailbox, arrived: message.arrived, size: size)
                let entry = Maildir.entry(name.octets, message.flags.messageFlags)
                if let spooled {
                    digest = spooled.finish()
                    if try adopt(digest, &candidates, as: name, message.flags) {
                        isRenamed = true
                    } else {
                        spooled.add(to: target, entry)
                        witness?.made(entry, in: fetch.mailbox)
                        note(name, in: fetch.mailbox)
                        if isIndexing {
                            indexed.append(IncrementalIndexer.Message(file: IndexedFile(entry), content: nil))
                        }
                    }
                } else if case .octets(let octets) = message.content {
                    if try adopt(digest, &candidates, as: name, message.flags) {
                        isRenamed = true
                    } else {
                        try target.add(octets, entry)
                        witness?.made(entry, in: fetch.mailbox)
                        note(name, in: fetch.mailbox)
                        if isIndexing {
                            indexed.append(IncrementalIndexer.Message(file: IndexedFile(entry), content: octets))
                        }
                    }
                }
                guard let digest else { continue }
                agreed.append(
                    AnchoredMessage(message.uid, flags: message.flags, content: table.content(digest)))
            }
            // Read while the disk is waited for. Should it fail, the index has names that are not there, which are found.
            takeIn(indexed.filter { $0.content != nil }, fetch.mailbox)
            try target.commit()
            witness?.listen()
            if isRenamed { try scans[fetch.mailbox]?.maildir.synchronize() }
        }
        try record([.fetch(fetch)], SyncOutcome(fetched: agreed), table)
        takeIn(indexed.filter { $0.content == nil }, fetch.mailbox)
    }

    private func takeIn(_ messages: [IncrementalIndexer.Message], _ mailbox: MailboxName) {
        guard !messages.isEmpty, let maildir = (try? tree.maildir(mailbox)) ?? nil else { return }
        index?.take(messages, in: mailbox, maildir)
    }

    private func note(_ name: SyncedFilename, in mailbox: MailboxName) {
        if mailbox == .drafts { arrivedDrafts.insert(name) }
    }

    /// Whether a file that is here has the content: it then has the name.
    private func adopt(
        _ digest: ContentDigest?, _ candidates: inout [ContentDigest: [LocalMessage.Handle]], as name: SyncedFilename,
        _ flags: FlagSet
    ) throws(FileError) -> Bool {
        guard !candidates.isEmpty, let digest, let handle = candidates[digest]?.popLast(),
            let place = place(of: handle)
        else { return false }
        let field = SyncedFilename.mbsyncField(of: place.entry.name.base)
        let renamed = try place.maildir.rename(place.entry, to: name.octets + field) { _ in flags.messageFlags }
        guard let renamed else { return false }
        noteRenamed(handle, to: renamed)
        witness?.disturb(handles[handle.rawValue].mailbox)
        return true
    }
}
