internal import Database
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

extension SyncStore {
    /// The result of scanning a mailbox, before the server is queried.
    struct ScanSummary: Sendable {
        /// Whether there are files of which it is unknown whether the server has them.
        var hasUnidentifiedFiles = false
        /// Whether other mailboxes must be compared as well, because a file may have been moved from or to them.
        var mayConcernOthers = false
        /// Whether files of messages in the sync state are gone. They may have been moved to another mailbox.
        var lacksFiles = false
        /// Whether files were added or removed so recently that these changes are left to a later pass.
        var isUnsettled = false
        /// Messages that are in the sync state, that are pending, or that a file name identifies.
        var ours = UIDSet()
        /// The number of messages in the sync state.
        var agreed = 0
        /// Whether nothing but flags was changed here. Only the changed messages are compared.
        var hasOnlyFlagChanges = false
    }

    /// Discards the previous plan.
    func beginPlan() {
        pass = LocalPassState(watchedBy: ConcurrentMaildirChangeDetector())
    }

    /// Scans the files of these mailboxes. `needsUIDs`: whether to determine `ours`.
    func scan(_ names: [MailboxName], needsUIDs: Bool) throws(SyncFailure) -> [MailboxName: ScanSummary] {
        let known = Dictionary(try known().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let uploads = try openUploads()
        var looks: [MailboxName: ScanSummary] = [:]
        for name in names {
            if isObstructed(name) || sync.sharing.refused.contains(name) {
                pass.unreadable.insert(name)
                continue
            }
            let baseline = try known[name].map { mailbox throws(SyncFailure) in
                try SyncFailure.ledger { () throws(DatabaseError) in try ledger.baseline(of: mailbox, &pass.contents) }
            }
            var look = ScanSummary()
            look.agreed = baseline?.messages.count ?? 0
            if needsUIDs {
                look.ours = UIDSet((baseline?.messages ?? []).lazy.map(\.uid)).union(baseline?.pending ?? UIDSet())
            }
            do throws(FileError) {
                guard let maildir = try tree.maildir(name) else { continue }
                if name != .drafts { pass.watcher?.begin(name, maildir) }
                var scan = try LocalScan(
                    maildir, of: name, trusting: known[name]?.look ?? [],
                    firstUnassigned: sync.firstUnassigned[name], now: clock.now())
                if known[name] == nil, scan.files.isEmpty, let empty = try scan.settledEmpty(name) { scan = empty }
                if scan.isSettled { pass.watcher?.found(name, maildir, looking: scan.look) }
                try identify(&scan, baseline)
                let unidentified = scan.files.count { $0.digest != nil }
                look.hasUnidentifiedFiles = unidentified > 0
                look.mayConcernOthers = unidentified > 0
                look.lacksFiles = scan.messageCount - unidentified < look.agreed
                // A subdirectory that is missing, or a symbolic link, was not emptied by the user.
                guard !look.lacksFiles || maildir.isComplete else {
                    pass.unreadable.insert(name)
                    continue
                }
                if name == .drafts, drafts != nil {
                    // Revisions by petrel are always complete, and missing ones were replaced, sent or discarded.
                    if scan.files.allSatisfy({ $0.digest == nil || $0.isOwnDraft }) { scan.settle() }
                    look.isUnsettled = !scan.isSettled
                } else {
                    let present = scan.files.count - unidentified
                    // A copy of sent mail is always complete.
                    let isOfPetrel = scan.files.allSatisfy {
                        $0.digest == nil || DraftStore.isSentCopy($0.entry.name.base)
                    }
                    if name == .sent, unidentified > 0, present == look.agreed, isOfPetrel { scan.settle() }
                    // A new message may be an upload whose file is not visible now, so it is fetched only when that is clear.
                    look.isUnsettled =
                        !scan.isSettled && (unidentified > 0 || present < look.agreed || uploads.contains(name))
                    if isShared, present < look.agreed { look.mayConcernOthers = true }
                }
                if needsUIDs { look.ours = look.ours.union(UIDSet(scan.files.lazy.compactMap { $0.synced?.uid })) }
                pass.scans[name] = scan
            } catch {
                pass.unreadable.insert(name)
            }
            looks[name] = look
        }
        return looks
    }

    /// Reads the files that the sync state does not know, and those that name the same UID.
    private func identify(_ scan: inout LocalScan, _ baseline: SyncBaseline?) throws(FileError) {
        guard let baseline else { return try scan.identify { _ in true } }
        let validity = baseline.status.uidValidity
        let shared = scan.sharedUIDs(under: validity)
        try scan.identify { file in
            LocalScan.isKnown(file, in: baseline) == nil || file.synced.map { shared.contains($0.uid) } ?? false
        }
        scan.markCopies(of: shared, under: validity) { uid in
            baseline.message(uid).map { pass.contents[$0.content] }
        }
    }

    /// Returns why no message can be stored in a mailbox, for example because a file is in the place of its `tmp`.
    func obstacle(in name: MailboxName) -> FileError? {
        do throws(FileError) {
            try tree.maildir(name)?.checkSubdirectories()
            return nil
        } catch {
            return error
        }
    }

    /// Returns whether no message can be stored in a mailbox, and records why.
    func isObstructed(_ name: MailboxName) -> Bool {
        pass.obstacles[name] = obstacle(in: name)
        return pass.obstacles[name] != nil
    }

    /// Returns the mailboxes of this pass in which no message can be stored, and why.
    func obstacles() -> [MailboxName: FileError] { pass.obstacles }

    /// Makes the plan. `servers`: the mailboxes as the server reported them. `unobservedMailboxes`: mailboxes that the
    /// server did not report although petrel asked. `restored`: those that seem to have been restored from a backup, and of
    /// which the server has described all messages. `search`: how far the search is for messages that were moved on both sides.
    func makePlan(
        _ listing: ServerMailboxNames, _ servers: [MailboxName: ServerMailbox], unobservedMailboxes: Set<MailboxName>,
        restored: Set<MailboxName>, _ search: MovedMessageSearch
    ) throws(SyncFailure) -> SyncPlan {
        var servers = servers
        for (name, uids) in sync.sharing.left {
            // A file that was missed before, while another program renamed it, is still here.
            let here = UIDSet((pass.scans[name]?.files ?? []).lazy.compactMap { $0.synced?.uid })
            servers[name]?.leaveOut(uids.subtracting(here))
        }
        try identifyRenumbered(servers)
        let reassigned = try reassignedUIDs(servers.filter { restored.contains($0.key) })
        var sides = try sides(listing, servers)
        for index in sides.indices { sides[index].reassigned = reassigned[sides[index].name] ?? UIDSet() }
        for mailbox in try known() where servers[mailbox.name] != nil {
            guard let index = sides.firstIndex(where: { $0.name == mailbox.name }) else { continue }
            sides[index].witness = try witness(of: mailbox)
        }
        for index in sides.indices { sides[index].isUnobserved = unobservedMailboxes.contains(sides[index].name) }
        try addDeletionRecords(to: &sides)
        let failures = try pushFailures()
        let plan = SyncPlan(sides, failures: failures, isShared: isShared, search: search)
        pass.plan = plan
        pass.witnesses = witnesses(servers, sides, plan)
        return plan
    }

    /// Reads all files of mailboxes whose UIDVALIDITY has changed, so that they can be matched by content.
    private func identifyRenumbered(_ servers: [MailboxName: ServerMailbox]) throws(SyncFailure) {
        for mailbox in try known() {
            guard let server = servers[mailbox.name], server.status.uidValidity != mailbox.status.uidValidity else {
                continue
            }
            try SyncFailure.file { () throws(FileError) in
                try pass.scans[mailbox.name]?.identify { $0.digest == nil }
            }
        }
    }

    /// In the next pass, ignores the UIDs of files that the server has not assigned. `unassigned`: for each mailbox with
    /// such files, the first UID.
    func distrustUIDs(from unassigned: [MailboxName: UID]) {
        sync.firstUnassigned = unassigned
    }

    private func sides(
        _ listing: ServerMailboxNames, _ servers: [MailboxName: ServerMailbox]
    ) throws(SyncFailure) -> [ThreeWayMailboxState] {
        let known = Dictionary(try known().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var wanted: Set<ContentDigest> = []
        for scan in pass.scans.values { wanted.formUnion(scan.files.lazy.compactMap(\.digest)) }
        let uploads = try openUploads()
        let awaited = try awaitedSentCopies()
        pass.handles = []
        var sides: [ThreeWayMailboxState] = []
        let names = Set(known.keys).union(pass.scans.keys).union(servers.keys).union(pass.unreadable).sorted()
        for name in names {
            var side = ThreeWayMailboxState(name, kind: listing.kind(of: name))
            let isOpen = pass.scans[name] != nil || pass.unreadable.contains(name)
            // Until it is known what happened to a mailbox that the server does not list, its sync state is ignored.
            if isOpen, let mailbox = known[name], listing.listed(name) != nil {
                side.baseline = try SyncFailure.ledger { () throws(DatabaseError) in
                    if let incremental = pass.incrementalBaselines[name] { return incremental }
                    return try ledger.baseline(of: mailbox, &pass.contents)
                }
            }
            if isOpen { side.local = local(name, side.baseline, awaited: name == .sent ? awaited : []) }
            side.server = servers[name]
            side.hasOpenUploads = uploads.contains(name)
            sides.append(side)
        }
        if isShared { for side in sides { wanted.formUnion(missingContents(side)) } }
        for index in sides.indices where sides[index].local == nil {
            guard let mailbox = known[sides[index].name], listing.listed(mailbox.name) != nil else { continue }
            sides[index].baseline = try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.baseline(of: mailbox, having: wanted, &pass.contents)
            }
        }
        return sides
    }

    /// Returns the contents of the messages whose files are gone.
    private func missingContents(_ side: ThreeWayMailboxState) -> [ContentDigest] {
        guard let baseline = side.baseline, let local = side.local, local.look != .unreadable else { return [] }
        let claims = local.messages.lazy.compactMap(\.claim).filter { $0.uidValidity == baseline.status.uidValidity }
        let present = Set(claims.map(\.uid))
        return baseline.messages.filter { !present.contains($0.uid) }.map { pass.contents[$0.content] }
    }

    /// Returns the names of files in Sent that must not be uploaded yet.
    private func awaitedSentCopies() throws(SyncFailure) -> Set<[UInt8]> {
        let files = pass.scans[.sent]?.files ?? []
        guard let drafts, files.contains(where: { DraftStore.isAwaitedSentCopy($0.entry.name.base) }) else { return [] }
        return try SyncFailure.file { () throws(FileError) in try drafts.awaitedSentCopies() }
    }

    private func local(_ name: MailboxName, _ baseline: SyncBaseline?, awaited: Set<[UInt8]>) -> LocalMailbox {
        guard var scan = pass.scans[name] else { return LocalMailbox(messages: [], look: .unreadable) }
        var messages: [LocalMessage] = []
        messages.reserveCapacity(scan.files.count)
        for index in scan.files.indices {
            let handle = LocalMessage.Handle(rawValue: pass.handles.count)
            pass.handles.append((name, index))
            scan.files[index].handle = handle
            let file = scan.files[index]
            if name == .drafts, let synced = file.synced,
                sync.missing.contains(SyncLedger.MissingDraft(synced.uidValidity, synced.uid))
            {
                continue
            }
            // Two revisions, or two sent messages, may differ only in their text, so they must not be matched by
            // identity.
            let isRevision = name == .drafts && drafts != nil && file.synced == nil
            let isAwaited = awaited.contains(file.entry.name.base)
            let content: InternedContentID
            let claim = file.isCopy ? nil : file.synced.map { LocalMessage.Claim($0.uidValidity, $0.uid) }
            if let digest = file.digest {
                content = pass.contents.content(digest)
            } else if let agreed = LocalScan.isKnown(file, in: baseline) {
                content = agreed.content
            } else {
                continue
            }
            messages.append(
                LocalMessage(
                    handle: handle, claim: claim,
                    flags: FlagSet(file.entry.name.flags), content: content, isWhole: file.isWhole,
                    isAwaited: isAwaited, isDraft: name == .drafts,
                    identity: isRevision || isAwaited ? nil : file.identity))
        }
        pass.scans[name] = scan
        var baseline = baseline
        if let next = sync.firstUnassigned[name] { baseline?.forget(UIDSet(next ... .last)) }
        if name == .drafts, let baseline { messages += Self.revised(baseline, besides: messages) }
        return LocalMailbox(messages: messages, look: scan.isSettled ? .settled : .unsettled)
    }

    /// Returns the drafts that have no file any longer. They were revised, sent or discarded, which `planDrafts`
    /// handles, so for this plan they still exist.
    private static func revised(_ baseline: SyncBaseline, besides messages: [LocalMessage]) -> [LocalMessage] {
        let present = Set(messages.compactMap { $0.claim?.uid })
        return baseline.messages.filter { !present.contains($0.uid) }.map { message in
            LocalMessage(
                handle: LocalMessage.Handle(rawValue: -Int(message.uid.rawValue)),
                claim: LocalMessage.Claim(baseline.status.uidValidity, message.uid), flags: message.flags,
                content: message.content, isDraft: true)
        }
    }

    private func openUploads() throws(SyncFailure) -> Set<MailboxName> {
        let entries = try SyncFailure.ledger { () throws(DatabaseError) in try ledger.openEntries() }
        return Set(entries.compactMap { $0.kind == .expunge ? nil : $0.target })
    }

    private func pushFailures() throws(SyncFailure) -> RejectedChangeCounts {
        var failures = RejectedChangeCounts()
        let refusals = try SyncFailure.ledger { () throws(DatabaseError) in try ledger.refusals() }
        guard !refusals.isEmpty else { return failures }
        for refusal in refusals {
            let push: RejectedChangeCounts.Push
            switch refusal.subject {
            case .flags(let name, let uid): push = .flags(name, uid)
            case .removal(let name, let uid): push = .removal(name, uid)
            case .upload(let name, let base):
                guard let file = pass.scans[name]?.files.first(where: { $0.entry.name.base == base }) else { continue }
                push = .upload(name, file.handle)
            }
            for _ in 0..<refusal.count { failures.refuse(push) }
        }
        return failures
    }
}
