internal import Database
internal import Digest
internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Trees that mbsync syncs as well.
///
/// Each program transfers whatever it does not find in its own records, so each must know what the other one has
/// transferred. While petrel syncs mailboxes, it holds mbsync's locks on them. First it takes over what mbsync has
/// recorded since the last sync, then it adds what it has done itself. So both share one record of what the two sides
/// last agreed on.
extension SyncStore {
    /// What concerns mailboxes that mbsync syncs as well.
    struct Sharing {
        /// The locked records of the mailboxes that the pass opens.
        var records: [MailboxName: LockedMbsyncState] = [:]
        /// Messages that mbsync has transferred and whose files are gone, before petrel saw them: only mbsync knows what
        /// they contain, so it deletes them. And messages whose files mbsync has removed because of their age.
        var left: [MailboxName: UIDSet] = [:]
        /// Mailboxes that cannot be synced beside mbsync. They count as unreadable, so that a file that was moved into one
        /// of them does not count as deleted.
        var refused: Set<MailboxName> = []
        /// The UIDVALIDITY of the files of each mailbox.
        var nearValidities: [MailboxName: UInt32] = [:]
    }

    var isShared: Bool { tree.sharing != nil }

    /// Stores the server's names of the mailboxes, by which mbsync names their directories. Returns the listed mailboxes
    /// that cannot be stored.
    func prepareSharedTree(_ listing: ServerMailboxNames) throws(SyncFailure) -> Set<MailboxName> {
        guard let sharing = tree.sharing else { return [] }
        return try SyncFailure.file { () throws(FileError) in
            try sharing.remember(listing.aliases)
            let layout = tree.layout
            var unstorable: Set<MailboxName> = []
            for mailbox in listing.mailboxes {
                guard layout.canStore(mailbox.name) else {
                    unstorable.insert(mailbox.name)
                    continue
                }
                try tree.adoptDirectory(of: mailbox.name)
            }
            return unstorable
        }
    }

    /// Returns the mailboxes with messages that petrel has synced and of which mbsync has no record. It would transfer all
    /// of their messages again.
    func unrecordedMailboxes() throws(SyncFailure) -> [MailboxName] {
        guard let sharing = tree.sharing else { return [] }
        let layout = tree.layout
        var found: [MailboxName] = []
        for mailbox in try known() where mailbox.status.messages > 0 {
            let isRecorded = try SyncFailure.file { () throws(FileError) -> Bool in
                guard let maildir = try tree.maildir(mailbox.name) else { return true }
                return try LockedMbsyncState.exists(layout.components(of: mailbox.name), maildir, at: sharing.place)
            }
            if !isRecorded { found.append(mailbox.name) }
        }
        return found
    }

    /// Returns a mailbox that petrel has synced and of which mbsync has a record, if there is one.
    func mailboxRecordedByMbsync() throws(SyncFailure) -> MailboxName? {
        guard isShared else { return nil }
        let unrecorded = Set(try unrecordedMailboxes())
        return try known().first { $0.status.messages > 0 && !unrecorded.contains($0.name) }?.name
    }

    /// What is known once mbsync's records are locked.
    struct SharingStart: Sendable {
        /// Mailboxes that the server must list completely.
        var doubted: Set<MailboxName> = []
        /// Mailboxes that cannot be synced beside mbsync, and why.
        var refused: [MailboxName: MbsyncConflict] = [:]
    }

    /// Locks mbsync's records of these mailboxes, and takes over what they contain. Throws `sharing(.running)`, locking
    /// nothing, if mbsync is syncing one of them.
    func beginSharing(
        _ names: [MailboxName], _ validities: [MailboxName: UIDValidity]
    ) throws(SyncFailure) -> SharingStart {
        var start = SharingStart()
        guard let sharing = tree.sharing else { return start }
        let layout = tree.layout
        sync.sharing = Sharing()
        do throws(SyncFailure) {
            for name in Set(names).sorted() {
                let found = try SyncFailure.file { () throws(FileError) in try tree.maildir(name) }
                guard let maildir = found else { continue }
                do throws(LockedMbsyncState.Problem) {
                    sync.sharing.records[name] = try LockedMbsyncState(
                        of: layout.components(of: name), maildir, at: sharing.place)
                } catch {
                    guard let problem = MbsyncConflict(error, name), problem.isOfMailbox else {
                        throw SyncFailure(error, name)
                    }
                    start.refused[name] = problem
                    sync.sharing.refused.insert(name)
                }
            }
            for (name, record) in sync.sharing.records { try takeOver(name, record, validities[name]) }
        } catch {
            endSharing()
            throw error
        }
        start.doubted = Set(sync.sharing.left.keys)
        return start
    }

    /// Releases the locks.
    func endSharing() { sync.sharing = Sharing() }

    // MARK: - What mbsync has done

    private func takeOver(
        _ name: MailboxName, _ record: LockedMbsyncState, _ validity: UIDValidity?
    ) throws(SyncFailure) {
        let mailbox = try known().first { $0.name == name }
        guard let state = record.state, let validity, state.farValidity == validity.rawValue,
            mailbox?.status.uidValidity ?? validity == validity,
            let maildir = try SyncFailure.file({ () throws(FileError) in try tree.maildir(name) })
        else { return }
        var table = ContentDigestInterner()
        let baseline = try mailbox.map { mailbox throws(SyncFailure) in
            try SyncFailure.ledger { () throws(DatabaseError) in try ledger.baseline(of: mailbox, &table) }
        }
        let entries = try SyncFailure.file { () throws(FileError) in try maildir.entries() }
        var files: [UInt32: [Maildir.Entry]] = [:]
        for entry in entries {
            if let number = SyncedFilename.mbsyncNumber(of: entry.name.base) {
                files[number, default: []].append(entry)
            }
        }
        let tag = SyncedFilename.tag(of: name)
        let here = entries.lazy.compactMap { SyncedFilename($0.name.base) }.filter {
            $0.isTagged(tag) && $0.uidValidity == validity
        }
        var left = state.leftOut.subtracting(UIDSet(here.map(\.uid)))
        var changes: [SyncOperation] = []
        var wanted: [(MbsyncState.Pair, Maildir.Entry)] = []
        var doubles: [(pair: MbsyncState.Pair, entry: Maildir.Entry, original: Maildir.Entry)] = []
        let numbers = Dictionary(state.pairs.map { ($0.far, $0.near) }, uniquingKeysWith: { first, _ in first })
        for pair in state.pairs {
            if let message = baseline?.message(pair.far) {
                let change = FlagDelta(from: FlagSet(message.flags.maildirFlags), to: FlagSet(pair.flags))
                if !change.added.isEmpty { changes.append(.addFlags(name, UIDSet(pair.far), change.added)) }
                if !change.removed.isEmpty { changes.append(.removeFlags(name, UIDSet(pair.far), change.removed)) }
                continue
            }
            let found = (files[pair.near] ?? []).filter { entry in
                guard let synced = SyncedFilename(entry.name.base), synced.isTagged(tag) else { return true }
                return synced.uid == pair.far || synced.uidValidity != validity
            }
            if found.count == 1 { wanted.append((pair, found[0])) }
            if files[pair.near] == nil { left.insert(pair.far) }
            if found.isEmpty, let entry = files[pair.near]?.first, let synced = SyncedFilename(entry.name.base),
                let number = numbers[synced.uid], number != pair.near, let original = files[number]?.first
            {
                doubles.append((pair, entry, original))
            }
        }
        if !left.isEmpty { sync.sharing.left[name] = left }
        try self.record(changes)
        try removeDoubles(doubles, in: name, maildir, validity)
        try takeOver(wanted, in: name, maildir, validity)
    }

    /// The number of messages that are recorded at once.
    private static let batch = 500

    /// Gives files of mbsync the names that messages of the server have, and records that both sides have them.
    private func takeOver(
        _ wanted: [(pair: MbsyncState.Pair, entry: Maildir.Entry)], in name: MailboxName, _ maildir: Maildir,
        _ validity: UIDValidity
    ) throws(SyncFailure) {
        var rest = wanted[...]
        while !rest.isEmpty {
            var table = ContentDigestInterner()
            var agreed: [BaselineMessage] = []
            try SyncFailure.file { () throws(FileError) in
                for (pair, entry) in rest.prefix(Self.batch) {
                    guard let message = try taken(pair, entry, in: name, maildir, validity, &table) else { continue }
                    agreed.append(message)
                }
                try maildir.synchronize()
            }
            rest = rest.dropFirst(Self.batch)
            try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.transaction { () throws(DatabaseError) in
                    try ledger.record(.begin(name, validity), CompletedOperationData(), table)
                    try ledger.agree(agreed, in: name, table)
                }
            }
        }
    }

    private func taken(
        _ pair: MbsyncState.Pair, _ entry: Maildir.Entry, in name: MailboxName, _ maildir: Maildir,
        _ validity: UIDValidity, _ table: inout ContentDigestInterner
    ) throws(FileError) -> BaselineMessage? {
        var entry = entry
        let octets: [UInt8]
        do throws(FileError) {
            guard try maildir.status(of: entry)?.kind == .file else { return nil }
            octets = try maildir.contents(of: &entry)
        } catch  where error.isMissing {
            return nil
        }
        guard let digest = ContentDigest(SHA256.digest(ofMessage: octets.withoutTransferID)) else { return nil }
        let synced = SyncedFilename(
            pair.far, validity, in: name, arrived: MaildirFilenameTimestamp.time(of: entry.name.base),
            size: octets.count)
        let base = synced.octets + SyncedFilename.mbsyncField(of: entry.name.base)
        if entry.name.base != base {
            guard try maildir.rename(entry, to: base, { $0 }) != nil else { return nil }
        }
        if name == .drafts { sync.arrivedDrafts.insert(synced) }
        return BaselineMessage(pair.far, flags: FlagSet(pair.flags), content: table.content(digest))
    }

    /// Undoes an upload by mbsync of a message that the server had: after a crash, mbsync may have found a file that
    /// petrel had fetched but not recorded. The name of the file has the UID of the original, which mbsync has stored in
    /// another file. Removing the file makes the plan remove the copy, as if the user had deleted it.
    private func removeDoubles(
        _ doubles: [(pair: MbsyncState.Pair, entry: Maildir.Entry, original: Maildir.Entry)], in name: MailboxName,
        _ maildir: Maildir, _ validity: UIDValidity
    ) throws(SyncFailure) {
        for (pair, entry, original) in doubles {
            var (entry, original) = (entry, original)
            var table = ContentDigestInterner()
            let same = try SyncFailure.file { () throws(FileError) -> ContentDigest? in
                do throws(FileError) {
                    let one = SHA256.digest(ofMessage: try maildir.contents(of: &entry).withoutTransferID)
                    let other = SHA256.digest(ofMessage: try maildir.contents(of: &original).withoutTransferID)
                    return one == other ? ContentDigest(one) : nil
                } catch  where error.isMissing {
                    return nil
                }
            }
            guard let same else { continue }
            let flags = entry.name.flags
            try SyncFailure.file { () throws(FileError) in
                _ = try maildir.setFlags(of: original) { $0.union(flags) }
            }
            let message = BaselineMessage(pair.far, flags: FlagSet(pair.flags), content: table.content(same))
            try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.transaction { () throws(DatabaseError) in
                    try ledger.record(.begin(name, validity), CompletedOperationData(), table)
                    try ledger.agree([message], in: name, table)
                }
            }
            try SyncFailure.file { () throws(FileError) in _ = try maildir.remove(entry) }
        }
    }

    // MARK: - What petrel has done

    /// Returns the first of `count` numbers for new files; `nil` if mbsync does not sync the mailbox.
    func numbersForMbsync(_ count: Int, in name: MailboxName) throws(SyncFailure) -> UInt32? {
        guard let record = sync.sharing.records[name], let far = pass.plan?.uidValidity(of: name)?.rawValue else {
            return nil
        }
        do throws(LockedMbsyncState.Problem) {
            let assigned = try assign(count, far, record)
            if let state = record.state, state.nearValidity != assigned.validity { throw .renumbered }
            sync.sharing.nearValidities[name] = assigned.validity
            return assigned.first
        } catch {
            throw SyncFailure(error, name)
        }
    }

    /// Adds messages to mbsync's record that both sides have now.
    func recordForMbsync(_ pairs: [MbsyncState.Pair], in name: MailboxName) throws(SyncFailure) {
        guard !pairs.isEmpty, let record = sync.sharing.records[name], let near = sync.sharing.nearValidities[name],
            let far = pass.plan?.uidValidity(of: name)?.rawValue
        else { return }
        var state = record.state ?? MbsyncState(farValidity: far, nearValidity: near)
        if state.farValidity != far { state.startOver(farValidity: far, nearValidity: near) }
        state.record(pairs)
        do throws(LockedMbsyncState.Problem) { try record.write(state) } catch { throw SyncFailure(error, name) }
    }

    /// Adds to mbsync's records what both sides have agreed on.
    func recordForMbsync() throws(SyncFailure) {
        for (name, record) in sync.sharing.records {
            guard let mailbox = try known().first(where: { $0.name == name }) else { continue }
            var table = ContentDigestInterner()
            let baseline = try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.baseline(of: mailbox, &table)
            }
            do throws(LockedMbsyncState.Problem) {
                try recordForMbsync(name, baseline, record)
            } catch {
                throw SyncFailure(error, name)
            }
        }
    }

    private func recordForMbsync(
        _ name: MailboxName, _ baseline: SyncBaseline, _ record: LockedMbsyncState
    ) throws(LockedMbsyncState.Problem) {
        guard !baseline.messages.isEmpty,
            let maildir = try LockedMbsyncState.file({ () throws(FileError) in try tree.maildir(name) })
        else { return }
        let validity = baseline.status.uidValidity
        var (files, numbers) = try numbered(name, maildir, validity, expecting: baseline)
        var state = record.state ?? MbsyncState(farValidity: validity.rawValue, nearValidity: 0)
        if state.farValidity != validity.rawValue {
            state.startOver(farValidity: validity.rawValue, nearValidity: state.nearValidity)
        }
        // A file with a higher number was moved here with its name, and mbsync would refuse the mailbox.
        let highest = try record.lastNumber()
        let owners = Dictionary(state.pairs.map { ($0.near, $0.far) }, uniquingKeysWith: { first, _ in first })
        let unnumbered = baseline.messages.compactMap { message -> (UID, Maildir.Entry)? in
            guard let entry = files[message.uid] else { return nil }
            let number = SyncedFilename.mbsyncNumber(of: entry.name.base)
            let isOwn =
                number.map { $0 <= highest && numbers[$0] == 1 && owners[$0] ?? message.uid == message.uid } ?? false
            return isOwn ? nil : (message.uid, entry)
        }
        if !unnumbered.isEmpty || state.nearValidity == 0 {
            let assigned = try assign(unnumbered.count, validity.rawValue, record)
            guard [0, assigned.validity].contains(state.nearValidity) else { throw .renumbered }
            state.nearValidity = assigned.validity
            try number(unnumbered, from: assigned.first, in: name, maildir, &files)
        }
        let known = Dictionary(state.pairs.map { ($0.far, $0) }, uniquingKeysWith: { first, _ in first })
        state.record(
            baseline.messages.compactMap { message in
                guard let entry = files[message.uid],
                    let number = SyncedFilename.mbsyncNumber(of: entry.name.base)
                else { return nil }
                let pair = MbsyncState.Pair(far: message.uid, near: number, flags: message.flags.maildirFlags)
                return known[message.uid] == pair ? nil : pair
            })
        try record.write(state)
    }

    /// Returns the file of each message, and how many files have each number. Looks again if a file was not found:
    /// another program may be renaming it.
    private func numbered(
        _ name: MailboxName, _ maildir: Maildir, _ validity: UIDValidity, expecting baseline: SyncBaseline
    ) throws(LockedMbsyncState.Problem) -> ([UID: Maildir.Entry], [UInt32: Int]) {
        let tag = SyncedFilename.tag(of: name)
        var files: [UID: Maildir.Entry] = [:]
        var numbers: [UInt32: Int] = [:]
        for _ in 0..<3 {
            numbers = [:]
            let entries = try LockedMbsyncState.file { () throws(FileError) in try maildir.entries() }
            for entry in entries {
                if let number = SyncedFilename.mbsyncNumber(of: entry.name.base) { numbers[number, default: 0] += 1 }
                guard let synced = SyncedFilename(entry.name.base), synced.isTagged(tag),
                    synced.uidValidity == validity
                else { continue }
                files[synced.uid] = entry
            }
            if baseline.messages.allSatisfy({ files[$0.uid] != nil }) { break }
        }
        return (files, numbers)
    }

    /// mbsync holds the counter for up to two seconds after it has assigned a number.
    private func assign(
        _ count: Int, _ far: UInt32, _ record: LockedMbsyncState
    ) throws(LockedMbsyncState.Problem) -> (first: UInt32, validity: UInt32) {
        for _ in 0..<100 {
            do throws(LockedMbsyncState.Problem) {
                return try record.assign(count, far: far, at: clock.now())
            } catch .running {
                clock.sleep(for: .milliseconds(50))
            }
        }
        return try record.assign(count, far: far, at: clock.now())
    }

    private func number(
        _ messages: [(UID, Maildir.Entry)], from first: UInt32, in name: MailboxName, _ maildir: Maildir,
        _ files: inout [UID: Maildir.Entry]
    ) throws(LockedMbsyncState.Problem) {
        guard !messages.isEmpty else { return }
        for (offset, (uid, entry)) in messages.enumerated() {
            let base = SyncedFilename.numbered(entry.name.base, first + UInt32(offset))
            let renamed = try LockedMbsyncState.file { () throws(FileError) in
                try maildir.rename(entry, to: base) { $0 }
            }
            files[uid] = renamed
            guard let renamed else { continue }
            noteRenamed(from: entry, to: renamed, in: name)
        }
        try LockedMbsyncState.file { () throws(FileError) in try maildir.synchronize() }
    }
}
