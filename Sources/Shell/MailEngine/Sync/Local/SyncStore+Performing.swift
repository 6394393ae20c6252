internal import Database
internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

extension SyncStore {
    /// Performs operations on local files, syncs them to disk and records them in the ledger. `assigned`: the UIDs that
    /// the server assigned to uploads. Returns the number of changed messages per mailbox.
    func perform(
        _ operations: [SyncOperation], assigned: [LocalMessage.Handle: UID]
    ) throws(SyncFailure) -> [MailboxName: Int] {
        var done: [SyncOperation] = []
        var counts: [MailboxName: Int] = [:]
        var changed: [Maildir] = []
        for operation in operations {
            let isDone = try SyncFailure.file { () throws(FileError) in
                try perform(operation, assigned, &changed)
            }
            for name in operation.mailboxes {
                if isDone { counts[name, default: 0] += 1 } else { pass.undone.insert(name) }
            }
            if isDone { done.append(operation) }
        }
        try SyncFailure.file { () throws(FileError) in
            for maildir in changed { try maildir.synchronize() }
        }
        try record(done, CompletedOperationData(assigned: assigned))
        // Another run of mbsync would transfer these messages again.
        if done.contains(where: \.pairsFile) { try recordForMbsync() }
        return counts
    }

    /// Records operations that were done on the server, or durably done here. `table`: the content numbers of the
    /// outcome, if they are not from the table of the pass.
    func record(
        _ operations: [SyncOperation], _ outcome: CompletedOperationData = CompletedOperationData(),
        _ table: ContentDigestInterner? = nil
    ) throws(SyncFailure) {
        guard !operations.isEmpty else { return }
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                for operation in operations { try ledger.record(operation, outcome, table ?? pass.contents) }
            }
        }
    }

    /// Completes a plan. Moves the baselines to the state of the server, except in mailboxes where an operation was not
    /// done. Stores the signatures of mailboxes that are settled.
    ///
    /// `compared`: mailboxes whose flags the server listed completely.
    func finish(_ operations: [SyncOperation], compared: Set<MailboxName>) throws(SyncFailure) {
        try recordForMbsync()
        let ready = operations.filter { operation in
            guard case .checkpoint(let name, _, _) = operation else { return true }
            return !pass.undone.contains(name)
        }
        // If anything was left undone in a mailbox, the next sync must scan it again.
        let unsettled = pass.undone.union(pass.plan?.unfinished ?? []).union((pass.plan?.notices ?? []).map(\.mailbox))
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                for operation in ready { try ledger.record(operation, CompletedOperationData(), pass.contents) }
                try noteObjects()
                for (name, new) in pass.witnesses { try ledger.set(new.witness, of: name, insteadOf: new.former) }
                for (name, scan) in pass.scans {
                    // A file without a UID must be scanned again, even if its name has a UID of another mailbox.
                    let tag = SyncedFilename.tag(of: name)
                    let isNamed = !scan.files.contains { file in
                        file.digest != nil && !(SyncedFilename(file.entry.name.base)?.isTagged(tag) ?? false)
                    }
                    let isSettled = scan.isSettled && isNamed && !unsettled.contains(name)
                    if !isSettled { sync.changes[name] = nil }
                    try ledger.setLook(isSettled ? look(of: scan, name) : [], of: name)
                    if compared.contains(name) { try ledger.setCompared(clock.now(), of: name) }
                }
                pass.watcher?.end()
            }
        }
    }

    /// Returns the signature to store for a settled mailbox; empty if another program may have changed it meanwhile.
    private func look(of scan: LocalScan, _ name: MailboxName) -> [UInt8] {
        guard pass.touched.contains(name) else { return scan.look }
        let change = pass.watcher?.testify(name)
        sync.changes[name] = change.flatMap { next in
            guard let former = sync.changes[name] else { return next }
            return former.followed(by: next)
        }
        return change?.after ?? []
    }

    /// Performs an operation. Returns whether it is done, now or before.
    private func perform(
        _ operation: SyncOperation, _ assigned: [LocalMessage.Handle: UID], _ changed: inout [Maildir]
    ) throws(FileError) -> Bool {
        switch operation {
        case .begin:
            return true
        case .name(let naming):
            guard let uid = naming.uid ?? assigned[naming.handle] else { return true }
            guard let place = place(of: naming.handle), let base = base(uid, in: naming.mailbox, for: naming.handle)
            else { return false }
            let field = SyncedFilename.mbsyncField(of: place.entry.name.base)
            let renamed = try place.maildir.rename(place.entry, to: base + field) { $0.applying(naming.change) }
            note(renamed, naming.handle, &changed)
            // The next plan must compare the flags, even if the file already had this name.
            pass.touched.insert(naming.mailbox)
            pass.watcher?.disturb(naming.mailbox)
            return renamed != nil
        case .link(let link):
            return try performLink(link, &changed)
        case .flag(let flagging):
            guard !flagging.change.isEmpty else { return true }
            guard let place = place(of: flagging.handle) else { return false }
            let renamed = try place.maildir.setFlags(of: place.entry, lasting: false) { $0.applying(flagging.change) }
            note(renamed, flagging.handle, &changed)
            return renamed != nil
        case .takeBack(let back):
            guard let place = place(of: back.handle), let base = base(back.uid, in: back.to, for: back.handle) else {
                return false
            }
            let target = try tree.makingMaildir(back.to)
            let moved = try place.maildir.move(place.entry, to: target, as: base)
            pass.touched.insert(back.to)
            pass.touched.insert(back.from)
            changed += [place.maildir, target]
            return moved != nil
        case .keepVersion(_, let handle, _):
            guard let place = place(of: handle) else { return true }
            try versions.keepLost(place.entry, of: place.maildir, at: clock.now())
            return try remove(handle, place, &changed)
        case .remove(_, let handle, _):
            guard let place = place(of: handle) else { return true }
            return try remove(handle, place, &changed)
        case .detach(_, let handle):
            guard let place = place(of: handle) else { return true }
            let arrived = MaildirFilenameTimestamp.time(of: place.entry.name.base).seconds
            let base = Array("\(arrived).restored-".utf8) + UniqueName.next()
            note(try place.maildir.rename(place.entry, to: base) { $0 }, handle, &changed)
            return true
        case .expect, .distrust, .addFlags, .removeFlags, .copy, .append, .move, .expunge, .fetch, .forget, .restart,
            .checkpoint:
            return true
        }
    }

    private func performLink(_ link: SyncOperation.Link, _ changed: inout [Maildir]) throws(FileError) -> Bool {
        guard let place = place(of: link.source), let base = base(link.uid, in: link.mailbox, for: link.source)
        else { return false }
        let target = try tree.makingMaildir(link.mailbox)
        if link.isMove {
            changed += [target, place.maildir]
            let flags = link.flags.applying(link.change)
            return try follow(link.source, place, to: link.mailbox, target, as: base, flags)
        }
        let linked = try place.maildir.link(place.entry, to: target, as: base, link.flags.maildirFlags)
        pass.touched.insert(link.mailbox)
        if let linked { made(linked, in: link.mailbox) }
        changed.append(target)
        return linked != nil
    }

    /// Moves a file to the mailbox where the server has its message. Returns `false` if the file is gone. The change is
    /// durable once both mailboxes are synchronized.
    func follow(
        _ handle: LocalMessage.Handle, _ place: (maildir: Maildir, entry: Maildir.Entry), to mailbox: MailboxName,
        _ target: Maildir, as base: [UInt8], _ flags: FlagSet
    ) throws(FileError) -> Bool {
        let (source, index) = pass.handles[handle.rawValue]
        // If the name has no UID of the mailbox, the file was moved there here.
        let wasMovedHere = pass.scans[source]?.files[index].synced == nil
        let moved = try place.maildir.move(place.entry, to: target, as: base) { _ in flags.maildirFlags }
        for name in [source, mailbox] {
            pass.touched.insert(name)
            pass.watcher?.disturb(name)
        }
        if moved != nil, wasMovedHere {
            pass.overriddenMoves.append(LocalPassState.Route(source: source, target: mailbox))
        }
        return moved != nil
    }

    /// Returns the moves of this pass that the server had overridden, and how many messages each concerned.
    func overriddenMoves() -> [OverriddenMove] {
        Dictionary(grouping: pass.overriddenMoves) { $0 }.sorted { $0.key < $1.key }.map { route, moves in
            OverriddenMove(to: route.source, onServerTo: route.target, count: moves.count)
        }
    }

    private func remove(
        _ handle: LocalMessage.Handle, _ place: (maildir: Maildir, entry: Maildir.Entry), _ changed: inout [Maildir]
    ) throws(FileError) -> Bool {
        let name = pass.handles[handle.rawValue].mailbox
        let removed = try place.maildir.remove(place.entry, lasting: false)
        if let removed { self.removed(removed, in: name) }
        pass.touched.insert(name)
        changed.append(place.maildir)
        return true
    }

    private func note(_ renamed: Maildir.Entry?, _ handle: LocalMessage.Handle, _ changed: inout [Maildir]) {
        let name = pass.handles[handle.rawValue].mailbox
        guard let renamed, let maildir = pass.scans[name]?.maildir else { return }
        noteRenamed(handle, to: renamed)
        if !changed.contains(where: { $0.directory === maildir.directory }) { changed.append(maildir) }
    }

    /// Records that a file was renamed.
    func noteRenamed(_ handle: LocalMessage.Handle, to renamed: Maildir.Entry) {
        let (name, index) = pass.handles[handle.rawValue]
        guard let former = pass.scans[name]?.files[index].entry, former != renamed else { return }
        pass.touched.insert(name)
        removed(former, in: name)
        made(renamed, in: name)
        pass.scans[name]?.files[index].entry = renamed
    }

    func made(_ entry: Maildir.Entry, in name: MailboxName) {
        pass.watcher?.made(entry, in: name)
        sync.files.note(entry, in: name)
    }

    /// Records that a file was renamed that no operation of the plan concerns.
    func noteRenamed(from former: Maildir.Entry, to renamed: Maildir.Entry, in name: MailboxName) {
        pass.touched.insert(name)
        removed(former, in: name)
        made(renamed, in: name)
        guard let index = pass.scans[name]?.files.firstIndex(where: { $0.entry == former }) else { return }
        pass.scans[name]?.files[index].entry = renamed
    }

    private func removed(_ entry: Maildir.Entry, in name: MailboxName) {
        pass.watcher?.removed(entry, in: name)
        sync.files.note(entry, in: name)
    }

    func place(of handle: LocalMessage.Handle) -> (maildir: Maildir, entry: Maildir.Entry)? {
        guard pass.handles.indices.contains(handle.rawValue) else { return nil }
        let (name, index) = pass.handles[handle.rawValue]
        return pass.scans[name].map { ($0.maildir, $0.files[index].entry) }
    }

    /// Returns the file name for a message that gets this UID.
    private func base(_ uid: UID, in mailbox: MailboxName, for handle: LocalMessage.Handle) -> [UInt8]? {
        guard let validity = pass.plan?.uidValidity(of: mailbox), let place = place(of: handle) else { return nil }
        let (name, index) = pass.handles[handle.rawValue]
        let synced = pass.scans[name]?.files[index].synced
        let size = (try? place.maildir.status(of: place.entry))?.size ?? 0
        let arrived = synced?.arrived ?? MaildirFilenameTimestamp.time(of: place.entry.name.base)
        return SyncedFilename(uid, validity, in: mailbox, arrived: arrived, size: size).octets
    }

    // MARK: - For the server

    /// Returns the message of a file with CRLF line endings; `nil` if the file is gone.
    func message(of handle: LocalMessage.Handle) throws(SyncFailure) -> (octets: [UInt8], arrived: Instant)? {
        guard var place = place(of: handle) else { return nil }
        do throws(FileError) {
            let octets = try place.maildir.contents(of: &place.entry)
            return (octets.withCanonicalLineEnds, MaildirFilenameTimestamp.time(of: place.entry.name.base))
        } catch  where error.isMissing {
            return nil
        } catch {
            throw .file(error)
        }
    }
}

extension SyncOperation {
    /// Whether it makes a file that of a message on the server.
    fileprivate var pairsFile: Bool {
        switch self {
        case .name, .link, .takeBack: true
        default: false
        }
    }
}

extension MaildirFlags {
    func applying(_ change: FlagDelta) -> MaildirFlags {
        union(change.added.maildirFlags).subtracting(change.removed.maildirFlags)
    }
}
