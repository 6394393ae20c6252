internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Uploads drafts: the server has one version of each, wherever the connection ends.
extension AccountSync {
    /// Performs the plan for drafts. Drafts from the server were already fetched.
    func syncDrafts(
        _ pass: inout SyncPass, _ store: SyncStore, _ session: ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        guard let name = pass.listing.encoded(.drafts), pass.listing.listed(.drafts) != nil,
            let look = try await planDrafts(store, isDryRun: false), let validity = look.uidValidity
        else { return }
        report.reverted += look.notices
        report.notices += look.notices
        for step in look.plan.steps {
            switch step {
            case .append(let id):
                try await put(id, inPlaceOf: nil, look, name, validity, &pass, store, session, &report)
            case .replace(let id, let base):
                try await put(id, inPlaceOf: base, look, name, validity, &pass, store, session, &report)
            case .removeLocalDraft(let id, let base):
                if let notice = try await store.removeLocalDraft(id, base, look.subjects[id] ?? "") {
                    report.reverted.append(notice)
                    report.notices.append(notice)
                }
                report.update(.drafts) { $0.removed += 1 }
            case .remove(let uids):
                try await remove(uids, name, validity, &pass, store, session, &report)
            case .ask(let uids, let total):
                report.questionedDeletions += uids.count
                report.notices.append(SyncNotice.deletionQuestion(.drafts, uids, of: total).line)
            }
        }
    }

    /// The lines of a dry run.
    func draftLines(_ store: SyncStore) async throws(SyncFailure) -> [String] {
        guard let look = try await planDrafts(store, isDryRun: true) else { return [] }
        return look.plan.steps.map { step in
            switch step {
            case .append(let id): "Drafts: upload \"\(look.subjects[id] ?? "")\""
            case .replace(let id, let base):
                "Drafts: upload \"\(look.subjects[id] ?? "")\" in the place of message \(base)"
            case .removeLocalDraft(let id, _):
                "Drafts: remove \"\(look.subjects[id] ?? "")\" here, and keep it as a version"
            case .remove(let uids): "Drafts: delete \(uids) on the server: sent or discarded here"
            case .ask(let uids, let total): SyncNotice.deletionQuestion(.drafts, uids, of: total).line
            }
        }
    }

    private func planDrafts(_ store: SyncStore, isDryRun: Bool) async throws(SyncFailure) -> SyncStore.DraftSyncPlan? {
        guard request.mailboxes?.contains(.drafts) ?? true else { return nil }
        return try await store.planDrafts(isDryRun: isDryRun, isConfirmed: request.confirmsDeletions)
    }

    // MARK: - Up

    private func put(
        _ id: DraftID, inPlaceOf base: UID?, _ look: SyncStore.DraftSyncPlan, _ name: EncodedMailboxName,
        _ validity: UIDValidity, _ pass: inout SyncPass, _ store: SyncStore, _ session: ServerSession,
        _ report: inout SyncReport
    ) async throws(SyncFailure) {
        guard let upload = try await store.upload(of: id) else { return }
        guard try await session.select(name, expecting: validity) != nil else {
            pass.wantsAnother = true
            return
        }
        let order = order(upload, name)
        let entry = try await session.begin(
            order, store, of: SyncLedger.Append.Draft(id: id, revision: upload.revision, base: base))
        var replacing = DraftReplacementRunner(order, entry, validity, trash: trash(pass.listing), session, store)
        let outcome = try await replacing.run(.begin(base: base != nil, isReplacing: await session.canReplace))
        try await settle(outcome, entry, upload, order, &pass, store, &report, look.subjects[id] ?? "")
    }

    private func settle(
        _ outcome: DraftReplacementRunner.Outcome, _ entry: SyncLedger.Append, _ upload: SyncStore.DraftUpload?,
        _ order: AppendOrder, _ pass: inout SyncPass, _ store: SyncStore, _ report: inout SyncReport, _ subject: String
    ) async throws(SyncFailure) {
        switch outcome {
        case .stored(let uid?):
            try await store.noteStored(
                entry, uid, upload, arrived: order.date?.instant ?? Instant(seconds: 0))
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
            if refusal.kind == .tooLarge, let id = entry.draft?.id { try await store.park(id) }
            report.notices.append(DraftNotice.refused(subject, refusal.sentence))
        }
    }

    private func order(_ upload: SyncStore.DraftUpload, _ name: EncodedMailboxName) -> AppendOrder {
        AppendOrder(
            mailbox: .drafts, name: name, flags: upload.flags.flags,
            date: DateTime(instant: clock.now(), offsetMinutes: 0), octets: upload.octets,
            messageID: upload.messageID)
    }

    private func trash(_ listing: MailboxListing) -> EncodedMailboxName? {
        listing.uses.mailbox(.trash).flatMap { listing.encoded($0) }
    }

    // MARK: - What an earlier sync has begun

    /// Continues uploads whose result is unknown.
    func resumeDrafts(
        _ pass: inout SyncPass, _ store: SyncStore, _ session: ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        for entry in try await store.openAppends() {
            guard let draft = entry.draft, let name = pass.listing.encoded(entry.mailbox) else { continue }
            if entry.step == .stored, let uid = entry.uid {
                let upload = try await store.upload(begun: entry)
                try await store.noteStored(entry, uid, upload, arrived: entry.begun)
                continue
            }
            let upload = try await store.upload(begun: entry)
            let isReplacing = await session.canReplace
            if upload == nil, draft.base != nil, entry.step == .recorded, !isReplacing {
                // Nothing was appended yet, and it is no longer wanted.
                try await store.end(entry)
                continue
            }
            let order = AppendOrder(
                mailbox: entry.mailbox, name: name, flags: upload?.flags.flags ?? [],
                date: DateTime(instant: entry.begun, offsetMinutes: 0), octets: upload?.octets ?? [],
                messageID: entry.messageID)
            var replacing = DraftReplacementRunner(
                order, entry, entry.uidValidity, trash: trash(pass.listing), session, store)
            replacing.mayAppend = upload != nil
            let outcome = try await replacing.run(
                .resume(base: draft.base != nil, isClaimed: entry.step == .claimed, isReplacing: isReplacing))
            if case .refused = outcome, upload == nil {
                try await store.end(entry)
            } else {
                try await settle(outcome, entry, upload, order, &pass, store, &report, "")
            }
        }
    }

    // MARK: - Away

    /// Drafts that were sent or discarded: these messages and no others.
    private func remove(
        _ uids: UIDSet, _ name: EncodedMailboxName, _ validity: UIDValidity, _ pass: inout SyncPass,
        _ store: SyncStore, _ session: ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        guard try await session.select(name, expecting: validity) != nil else {
            pass.wantsAnother = true
            return
        }
        do throws(SyncFailure) {
            try await session.removeDrafts(uids, trash: trash(pass.listing))
        } catch {
            guard error.isOfRequest else { throw error }
            pass.hasRefusals = true
            let sentence = error.sentence
            report.update(.drafts) { $0.problem = sentence }
            return
        }
        try await store.forgetDrafts(uids)
        report.update(.drafts) { $0.removed += uids.count }
        pass.wantsAnother = true
    }
}
