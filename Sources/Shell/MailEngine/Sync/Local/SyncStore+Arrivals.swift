internal import Digest
internal import Disk
internal import MailIndex
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// A batch of messages that is being stored.
private struct ArrivingBatch {
    let mailbox: MailboxName
    let uidValidity: UIDValidity
    let target: MaildirBatchWriter
    /// Whether the messages are indexed as they arrive.
    let isIndexed: Bool
    /// Local files that may already contain a message, by digest.
    var candidates: [ContentDigest: [LocalMessage.Handle]] = [:]
    /// The changes that were made here to the flags of candidates.
    let changes: [LocalMessage.Handle: SyncOperation.Fetch.LocalChange]
    /// Separate from the table of the pass, because many messages may arrive and no plan refers to them.
    var contents = ContentDigestInterner()
    var agreed: [BaselineMessage] = []
    var indexed: [ArrivalIndexer.Message] = []
    /// Whether a local file was renamed instead of storing a message again.
    var hasAdopted = false
    /// Whether a file was moved here from another mailbox.
    var hasFollowed = false
    /// The next number for mbsync; `nil` if it does not sync the mailbox.
    var nextNumber: UInt32?
    var numbered: [MbsyncState.Pair] = []

    /// Takes the next candidate with this content. A file may be a candidate of several mailboxes: `taken` has already
    /// become that of another message.
    mutating func nextCandidate(
        _ digest: ContentDigest, besides taken: Set<LocalMessage.Handle>
    ) -> LocalMessage.Handle? {
        guard !candidates.isEmpty else { return nil }
        while let handle = candidates[digest]?.popLast() {
            if !taken.contains(handle) { return handle }
        }
        return nil
    }
}

extension SyncStore {
    /// Prepares to index so many messages.
    func expectArrivals(_ count: Int) { sync.index?.begin(expecting: count) }

    func beginTemporaryFile(in mailbox: MailboxName) throws(SyncFailure) -> Int {
        let target = try target(mailbox)
        sync.temporaryFileCount += 1
        sync.temporaryFiles[sync.temporaryFileCount] = try SyncFailure.file { () throws(FileError) in
            try TemporaryMessageFile(target)
        }
        return sync.temporaryFileCount
    }

    func append(_ octets: [UInt8], to number: Int) throws(SyncFailure) {
        try SyncFailure.file { () throws(FileError) in try sync.temporaryFiles[number]?.append(octets) }
    }

    /// Discards a message that did not arrive completely.
    func drop(_ number: Int) {
        sync.temporaryFiles[number] = nil
    }

    private func target(_ mailbox: MailboxName) throws(SyncFailure) -> MaildirBatchWriter {
        if let open = pass.arrivals[mailbox] { return open }
        let opened = try SyncFailure.file { () throws(FileError) in
            try MaildirBatchWriter(tree.makingMaildir(mailbox))
        }
        pass.arrivals[mailbox] = opened
        return opened
    }

    /// Stores fetched messages as files and records them in the ledger. Both are durable when this returns. If a
    /// candidate file already contains a message, the file is renamed instead.
    func keep(_ messages: [ArrivedMessage], _ fetch: SyncOperation.Fetch) throws(SyncFailure) {
        guard let validity = pass.plan?.uidValidity(of: fetch.mailbox) else { return }
        var batch = ArrivingBatch(
            mailbox: fetch.mailbox, uidValidity: validity, target: try target(fetch.mailbox),
            isIndexed: sync.index?.isOpen ?? false, changes: fetch.changes)
        batch.nextNumber = try numbersForMbsync(messages.count, in: fetch.mailbox)
        for handle in fetch.candidates.reversed() {
            let (name, index) = pass.handles[handle.rawValue]
            // A file of a known message was not read; the sync state has its digest.
            let known = fetch.changes[handle].map { pass.contents[$0.content] }
            if let digest = pass.scans[name]?.files[index].digest ?? known {
                batch.candidates[digest, default: []].append(handle)
            }
        }
        pass.touched.insert(fetch.mailbox)
        try SyncFailure.file { () throws(FileError) in
            for message in messages { try keep(message, in: &batch) }
            // Index while the files are synced to disk. If the sync fails, the index has names of missing files, which
            // the refresh detects.
            takeIn(batch.indexed.filter { $0.content != nil }, fetch.mailbox)
            try batch.target.commit()
            pass.watcher?.listen()
            if batch.hasAdopted { try pass.scans[fetch.mailbox]?.maildir.synchronize() }
        }
        let newest = messages.max { $0.uid < $1.uid }.flatMap { message in
            message.arrived.seconds > 0 ? UIDWitness(message.uid, arrived: message.arrived) : nil
        }
        try record([.fetch(fetch)], CompletedOperationData(fetched: batch.agreed, newest: newest), batch.contents)
        try recordForMbsync(batch.numbered, in: fetch.mailbox)
        if batch.hasFollowed { try recordForMbsync() }
        takeIn(batch.indexed.filter { $0.content == nil }, fetch.mailbox)
    }

    private func keep(_ message: ArrivedMessage, in batch: inout ArrivingBatch) throws(FileError) {
        let (bytes, file, size): ([UInt8]?, TemporaryMessageFile?, Int)
        switch message.content {
        case .octets(let octets): (bytes, file, size) = (octets, nil, octets.count)
        case .temporaryFile(let number):
            guard let written = sync.temporaryFiles.removeValue(forKey: number) else { return }
            (bytes, file, size) = (nil, written, written.size)
        }
        let digest = bytes.flatMap { ContentDigest(SHA256.digest(ofMessage: $0.withoutTransferID)) } ?? file?.finish()
        guard let digest else { return }
        batch.agreed.append(
            BaselineMessage(message.uid, flags: message.flags, content: batch.contents.content(digest)))
        let name = SyncedFilename(
            message.uid, batch.uidValidity, in: batch.mailbox, arrived: message.arrived, size: size)
        guard try !adopt(digest, &batch, as: name, message.flags) else { return }
        var base = name.octets
        if let number = batch.nextNumber {
            base = SyncedFilename.numbered(base, number)
            batch.numbered.append(
                MbsyncState.Pair(far: message.uid, near: number, flags: message.flags.maildirFlags))
            batch.nextNumber = number + 1
        }
        let entry = Maildir.entry(base, message.flags.maildirFlags)
        if let bytes { try batch.target.add(bytes, entry) } else { file?.add(to: batch.target, entry) }
        made(entry, in: batch.mailbox)
        sync.files.noteArrival(entry, in: batch.mailbox)
        if batch.mailbox == .drafts { sync.arrivedDrafts.insert(name) }
        if batch.isIndexed {
            batch.indexed.append(ArrivalIndexer.Message(file: IndexedFile(entry), content: bytes))
        }
    }

    private func takeIn(_ messages: [ArrivalIndexer.Message], _ mailbox: MailboxName) {
        guard !messages.isEmpty, let maildir = (try? tree.maildir(mailbox)) ?? nil else { return }
        sync.index?.take(messages, in: mailbox, maildir)
    }

    /// Renames a candidate file that has the content, or moves it here. Returns `false` if there is none.
    private func adopt(
        _ digest: ContentDigest, _ batch: inout ArrivingBatch, as name: SyncedFilename, _ flags: FlagSet
    ) throws(FileError) -> Bool {
        guard let handle = batch.nextCandidate(digest, besides: pass.adopted), let place = place(of: handle) else {
            return false
        }
        let source = pass.handles[handle.rawValue].mailbox
        let flags = flags.applying(batch.changes[handle]?.flags ?? FlagDelta())
        if source != batch.mailbox {
            let target = try tree.makingMaildir(batch.mailbox)
            do throws(FileError) {
                guard try follow(handle, place, to: batch.mailbox, target, as: name.octets, flags) else {
                    return false
                }
            } catch  where error.isOtherFileSystem {
                return false
            }
            pass.adopted.insert(handle)
            batch.hasFollowed = true
            // The new name first: if the power fails between the two, the message has two names rather than none.
            try target.synchronize()
            try place.maildir.synchronize()
            return true
        }
        let field = SyncedFilename.mbsyncField(of: place.entry.name.base)
        let renamed = try place.maildir.rename(place.entry, to: name.octets + field) { _ in flags.maildirFlags }
        guard let renamed else { return false }
        pass.adopted.insert(handle)
        batch.hasAdopted = true
        noteRenamed(handle, to: renamed)
        pass.watcher?.disturb(pass.handles[handle.rawValue].mailbox)
        return true
    }
}
