internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Uploads drafts. The server ends up with one version of each, even if the connection is lost at any point.
extension SyncRun {
    /// Performs the plan for drafts. Drafts on the server have already been fetched.
    mutating func syncDrafts() async throws(SyncFailure) {
        guard let name = pass.listing.encoded(.drafts), pass.listing.listed(.drafts) != nil,
            let planned = try await planDrafts(isDryRun: false)
        else { return }
        let drafts = ServerDrafts(name: name, uidValidity: planned.uidValidity)
        report.reverted += planned.notices
        report.notices += planned.notices
        for step in planned.plan.steps {
            switch step {
            case .append(let id):
                if let draft = planned.drafts[id] { try await upload(draft, inPlaceOf: nil, to: drafts) }
            case .replace(let id, let base):
                if let draft = planned.drafts[id] { try await upload(draft, inPlaceOf: base, to: drafts) }
            case .removeLocalDraft(let id, let base):
                if let notice = try await store.removeLocalDraft(id, base, planned.subject(of: id)) {
                    report.reverted.append(notice)
                    report.notices.append(notice)
                }
                report.update(.drafts) { $0.removed += 1 }
            case .remove(let uids):
                try await remove(uids, from: drafts)
            case .ask(let uids, let total):
                report.questionedDeletions += uids.count
                report.notices.append(SyncNotice.deletionQuestion(.drafts, uids, of: total).line)
            }
        }
    }

    /// Returns the lines about drafts for a dry run.
    func draftLines() async throws(SyncFailure) -> [String] {
        guard let planned = try await planDrafts(isDryRun: true) else { return [] }
        return planned.plan.steps.map { step in
            switch step {
            case .append(let id): "Drafts: upload \"\(planned.subject(of: id))\""
            case .replace(let id, let base):
                "Drafts: upload \"\(planned.subject(of: id))\" in the place of message \(base)"
            case .removeLocalDraft(let id, _):
                "Drafts: remove \"\(planned.subject(of: id))\" here, and keep it as a version"
            case .remove(let uids): "Drafts: delete \(uids) on the server: sent or discarded here"
            case .ask(let uids, let total): SyncNotice.deletionQuestion(.drafts, uids, of: total).line
            }
        }
    }

    private func planDrafts(isDryRun: Bool) async throws(SyncFailure) -> SyncStore.DraftSyncPlan? {
        guard isWanted(.drafts), !pass.refused.contains(.drafts) else { return nil }
        return try await store.planDrafts(isDryRun: isDryRun)
    }

    // MARK: - Uploading

    /// Uploads a draft and removes `base`, the version on the server that it replaces.
    private mutating func upload(
        _ draft: SyncStore.PlannedDraft, inPlaceOf base: UID?, to drafts: ServerDrafts
    ) async throws(SyncFailure) {
        guard var upload = try await store.upload(of: draft.item, inPlaceOf: base) else {
            if let reason = await store.reasonToKeep(draft.item) {
                report.notices.append(DraftSentences.refused(draft.subject, reason))
            }
            return
        }
        guard let selected = try await session.select(drafts.name, expecting: drafts.uidValidity) else {
            pass.wantsAnother = true
            return
        }
        for keyword in upload.flags.flags where !keyword.isSystem && !selected.keeps(keyword) {
            upload.flags.remove(keyword)
        }
        let order = AppendRequest(upload, to: drafts.name, at: clock.now())
        let entry = try await session.begin(
            order, store, of: SyncLedger.Append.Draft(id: upload.id, revision: upload.revision, base: base))
        var replacing = DraftReplacementRunner(order, entry, drafts.uidValidity, trash: trash, session, store)
        let outcome = try await replacing.run(.begin(base: base != nil, isReplacing: await session.canReplace))
        try await record(outcome, of: entry, upload, arrived: order.date, subject: draft.subject)
    }

    private mutating func record(
        _ outcome: DraftReplacementRunner.Outcome, of entry: SyncLedger.Append, _ upload: SyncStore.DraftUpload?,
        arrived: DateTime?, subject: String
    ) async throws(SyncFailure) {
        switch outcome {
        case .stored(let uid?):
            try await store.noteStored(entry, uid, upload, arrived: arrived?.instant ?? Instant(seconds: 0))
            report.update(.drafts) { $0.uploaded += 1 }
            pass.wantsAnother = true
        case .stored(nil):
            // The server accepted it but does not list it yet: the next sync looks for it.
            break
        case .conflict:
            try await store.end(entry)
            pass.wantsAnother = true
        case .refused(let refusal):
            try await store.end(entry)
            pass.hasRefusals = true
            if refusal.kind == .tooLarge, let upload { try await store.park(upload) }
            report.notices.append(DraftSentences.refused(subject, refusal.sentence))
        }
    }

    private var trash: EncodedMailboxName? {
        pass.listing.uses.mailbox(.trash).flatMap { pass.listing.encoded($0) }
    }

    // MARK: - Resuming

    /// Resumes uploads that an earlier sync left open.
    mutating func resumeDrafts() async throws(SyncFailure) {
        for entry in try await store.openAppends() {
            guard let draft = entry.draft, let name = pass.listing.encoded(entry.mailbox) else { continue }
            let upload = try await store.upload(begun: entry)
            if entry.step == .stored, let uid = entry.uid {
                try await store.noteStored(entry, uid, upload, arrived: entry.begun)
                continue
            }
            let isReplacing = await session.canReplace
            if upload == nil, draft.base != nil, entry.step == .recorded, !isReplacing {
                // Nothing was appended yet, and the revision no longer exists.
                try await store.end(entry)
                continue
            }
            let order = AppendRequest(
                mailbox: entry.mailbox, name: name, flags: upload?.flags.flags ?? [],
                date: DateTime(instant: entry.begun, offsetMinutes: 0), octets: upload?.octets ?? [],
                messageID: entry.messageID)
            var replacing = DraftReplacementRunner(order, entry, entry.uidValidity, trash: trash, session, store)
            replacing.mayAppend = upload != nil
            let outcome = try await replacing.run(
                .resume(base: draft.base != nil, isClaimed: entry.step == .claimed, isReplacing: isReplacing))
            if case .refused = outcome, upload == nil {
                try await store.end(entry)
            } else {
                try await record(outcome, of: entry, upload, arrived: order.date, subject: "")
            }
        }
    }

    // MARK: - Removing

    /// Removes exactly these messages, whose drafts were sent or discarded here.
    private mutating func remove(_ uids: UIDSet, from drafts: ServerDrafts) async throws(SyncFailure) {
        guard try await session.select(drafts.name, expecting: drafts.uidValidity) != nil else {
            pass.wantsAnother = true
            return
        }
        do throws(SyncFailure) {
            let known = try await store.draftContents(uids)
            let changed = UIDSet(known.keys).subtracting(try await session.versions(among: known))
            let unchanged = uids.subtracting(changed)
            if !unchanged.isEmpty { try await session.removeDrafts(unchanged, trash: trash) }
        } catch {
            return try noteRefusal(error, of: .drafts)
        }
        try await store.forgetDrafts(uids)
        report.update(.drafts) { $0.removed += uids.count }
        pass.wantsAnother = true
    }
}

/// The server's Drafts mailbox at the time of planning.
private struct ServerDrafts {
    let name: EncodedMailboxName
    let uidValidity: UIDValidity
}

extension AppendRequest {
    fileprivate init(_ upload: SyncStore.DraftUpload, to name: EncodedMailboxName, at now: Instant) {
        self.init(
            mailbox: .drafts, name: name, flags: upload.flags.flags, date: DateTime(instant: now, offsetMinutes: 0),
            octets: upload.octets, messageID: upload.messageID)
    }
}
