internal import Database
internal import Digest
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Plans the synchronization of drafts.
extension SyncStore {
    /// The plan for drafts, and the notices for the user.
    struct DraftSyncPlan: Sendable {
        var plan: DraftPlan
        var notices: [String]
        /// The local drafts that the plan names.
        var drafts: [DraftID: PlannedDraft]
        var uidValidity: UIDValidity

        func subject(of id: DraftID) -> String { drafts[id]?.subject ?? "" }
    }

    /// A local draft at the time of planning.
    struct PlannedDraft: Sendable {
        let item: DraftItem
        let subject: String
    }

    /// Makes arrived versions current and plans the remaining steps. A dry run changes nothing. Returns `nil` if there
    /// is no Drafts mailbox to sync.
    func planDrafts(isDryRun: Bool) throws(SyncFailure) -> DraftSyncPlan? {
        guard let drafts, let mailbox = try known().first(where: { $0.name == .drafts }) else { return nil }
        let now = clock.now()
        let validity = mailbox.status.uidValidity
        let baseline = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.baseline(of: mailbox, &pass.contents)
        }
        let missing = try missingDrafts(validity, besides: baseline, isDryRun: isDryRun)
        var contents = try SyncFailure.file { () throws(FileError) in
            isDryRun
                ? try drafts.contentsReadOnly(at: now)
                : try drafts.contents(at: now) { missing.contains(SyncLedger.MissingDraft($0.uidValidity, $0.uid)) }
        }
        let arrived = UIDSet(sync.arrivedDrafts.lazy.filter { $0.uidValidity == validity }.map(\.uid))
        var notices = contents.conflicts.map { DraftSentences.conflict(subject(of: $0)) }
        if !isDryRun {
            notices += try revivals(contents)
            let followed = try succeed(contents)
            if !followed.isEmpty {
                notices += followed.compactMap(\.self).map { DraftSentences.conflict($0) }
                contents = try SyncFailure.file { () throws(FileError) in try drafts.contents(at: now) }
            }
            sync.arrivedDrafts = []
            notices += try holdQueued(contents, validity)
        }
        var locals: [DraftPlan.Local] = []
        var planned: [DraftID: PlannedDraft] = [:]
        for item in contents.drafts {
            let header = header(of: item)
            guard let local = try local(item, header, mailbox, now, drafts) else { continue }
            locals.append(local)
            planned[local.id] = PlannedDraft(item: item, subject: header.subject ?? "")
        }
        var situation = situation(of: locals, contents, baseline, missing)
        situation.arrived = arrived
        try addDeletionRecords(to: &situation, validity)
        let plan = DraftPlan(situation)
        if !isDryRun {
            try recordDeletionQuestion(plan.questioned, in: .drafts, validity)
            try settle(plan.forgotten.subtracting(undecided(contents, validity)), validity)
            // Force a full scan in the next sync, in case the steps are not completed.
            if !plan.steps.isEmpty {
                try SyncFailure.ledger { () throws(DatabaseError) in try ledger.setLook([], of: .drafts) }
            }
        }
        return DraftSyncPlan(plan: plan, notices: notices, drafts: planned, uidValidity: validity)
    }

    /// Returns the drafts that the server no longer has. One that it lists again was never gone: an earlier listing was
    /// incomplete.
    private func missingDrafts(
        _ validity: UIDValidity, besides baseline: SyncBaseline, isDryRun: Bool
    ) throws(SyncFailure) -> Set<SyncLedger.MissingDraft> {
        let known = sync.missing.filter { $0.uidValidity == validity }
        let listed = known.filter { baseline.message($0.uid) != nil }
        if !isDryRun { try settle(UIDSet(listed.map(\.uid)), validity) }
        return known.subtracting(listed)
    }

    private func situation(
        of locals: [DraftPlan.Local], _ contents: DraftStore.Contents, _ baseline: SyncBaseline,
        _ missing: Set<SyncLedger.MissingDraft>
    ) -> DraftPlan.Situation {
        let validity = baseline.status.uidValidity
        var situation = DraftPlan.Situation(drafts: locals, agreed: UIDSet(baseline.messages.lazy.map(\.uid)))
        situation.reserved = UIDSet(
            contents.outbox.filter { $0.sidecar?.sendState != .sent }.compactMap { Self.origin($0, validity) })
        let files = (pass.scans[.drafts]?.files ?? []).compactMap(\.synced) + contents.drafts.compactMap(\.synced)
        situation.present = UIDSet(files.filter { $0.uidValidity == validity }.map(\.uid))
        situation.missing = UIDSet(missing.intersection(sync.missingBefore).map(\.uid))
        situation.justMissing = UIDSet(missing.map(\.uid)).subtracting(situation.missing)
        // If an unidentified file has the content of a draft, the draft was moved there and must not be deleted.
        let unidentified = Set(
            pass.scans.values.flatMap { $0.files.lazy.filter { $0.synced == nil }.compactMap(\.digest) })
        let carried = baseline.messages.filter { unidentified.contains(pass.contents[$0.content]) }.map(\.uid)
        situation.reserved = situation.reserved.union(UIDSet(carried))
        return situation
    }

    /// The minimum number of seconds between two uploads of a draft that is being edited.
    private static let draftPause: Int64 = 10

    private func local(
        _ item: DraftItem, _ header: Header, _ mailbox: SyncLedger.Mailbox, _ now: Instant, _ drafts: DraftStore
    ) throws(SyncFailure) -> DraftPlan.Local? {
        let validity = mailbox.status.uidValidity
        guard let sidecar = item.sidecar, item.problem == nil, sidecar.isDraft else { return nil }
        var local = DraftPlan.Local(sidecar.draftID)
        local.uid = item.synced.flatMap { $0.uidValidity == validity ? $0.uid : nil }
        local.base = Self.origin(item, validity)
        // Another program may still be writing the file: wait until it is stable.
        if local.uid == nil, !item.isStamped(header) {
            let isOpen = try SyncFailure.file { () throws(FileError) in try drafts.isOpen(sidecar.draftID) }
            local.isReady = !isOpen && pass.scans[.drafts]?.isSettled ?? false
        }
        // The server has renumbered the message that the draft is based on, and it has not been fetched again yet.
        if let server = sidecar.server, server.uidValidity != validity, !mailbox.pending.isEmpty {
            local.isReady = false
        }
        if try isParked(item) { local.isReady = false }
        if let uploaded = sidecar.server?.uploaded, 0..<Self.draftPause ~= now.seconds - uploaded.seconds,
            try SyncFailure.file({ () throws(FileError) in try drafts.isOpen(sidecar.draftID) })
        {
            local.isReady = false
        }
        if let origin = local.uid ?? local.base, sync.missingBefore.contains(SyncLedger.MissingDraft(validity, origin))
        {
            local.isOpen = try SyncFailure.file { () throws(FileError) in try drafts.isOpen(sidecar.draftID) }
        }
        return local
    }

    /// Whether the server rejected the draft as too large. It is not uploaded again until it changes.
    private func isParked(_ item: DraftItem) throws(SyncFailure) -> Bool {
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.refusals().contains { $0.subject == .upload(.drafts, item.entry.name.base) }
        }
    }

    func park(_ upload: DraftUpload) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.refuse(.upload(.drafts, upload.filenameBase))
        }
    }

    static func origin(_ item: DraftItem, _ validity: UIDValidity) -> UID? {
        item.sidecar?.server.flatMap { $0.uidValidity == validity ? $0.uid : nil }
    }

    func settle(_ uids: UIDSet, _ validity: UIDValidity) throws(SyncFailure) {
        for uid in uids.uids {
            let settled = SyncLedger.MissingDraft(validity, uid)
            sync.missing.remove(settled)
            try SyncFailure.ledger { () throws(DatabaseError) in try ledger.settle(settled) }
        }
    }

    func subject(of item: DraftItem) -> String {
        header(of: item).subject ?? ""
    }

    /// Returns the header of the draft; empty if the file is gone.
    func header(of item: DraftItem) -> Header {
        Message((try? drafts?.header(of: item, isInOutbox: false)) ?? []).header
    }

    /// Returns the bytes of the draft; empty if the file is gone.
    func octets(of item: DraftItem) -> [UInt8] {
        (try? drafts?.message(of: item, isInOutbox: false)) ?? []
    }

    /// Whether drafts need work that a change of the mailbox would not reveal.
    func hasOpenDrafts() throws(SyncFailure) -> Bool {
        guard drafts != nil else { return false }
        if !sync.missing.isEmpty { return true }
        if try openAppends().contains(where: { $0.mailbox == .drafts }) { return true }
        // A message in the outbox leaves nothing in Drafts once it is sent.
        return try planDrafts(isDryRun: true)?.plan.steps.isEmpty == false
    }
}
