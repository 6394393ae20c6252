internal import Accounts
internal import MailTypes
internal import Reconciliation

extension AccountConfiguration {
    /// The account with everything that mbsync transfers: it knows neither a window nor attachments that are left out.
    var keepingAllMail: AccountConfiguration {
        var account = self
        account.window = .all
        account.attachments = .all
        return account
    }
}

extension SyncRun {
    /// How often to try to lock what mbsync is syncing, and the pause between attempts.
    private static let attempts = 150
    private static let pause = Duration.milliseconds(200)

    /// Runs a pass. If mbsync syncs the tree as well, it is kept out meanwhile.
    mutating func runPassBesideMbsync() async throws(SyncFailure) {
        guard await store.isShared, !request.isDryRun else { return try await runPass() }
        for name in try await store.unrecordedMailboxes() where pass.reasons[name] == nil && isWanted(name) {
            if pass.listing.listed(name)?.isSelectable ?? false { pass.reasons[name] = .noStatus }
        }
        let names = openedMailboxes() + pass.unlisted
        // mbsync may have changed the server since it listed the mailboxes.
        for name in names where pass.reasons[name] == .changedHere { pass.reasons[name] = .noStatus }
        var validities: [MailboxName: UIDValidity] = [:]
        for mailbox in pass.listing.mailboxes { validities[mailbox.name] = mailbox.status?.uidValidity }
        for attempt in 1... {
            do throws(SyncFailure) {
                let start = try await store.beginSharing(names, validities)
                // mbsync may have recorded a later state of the inbox meanwhile.
                session.dropEarlyInbox()
                pass.doubted.formUnion(start.doubted)
                refuse(start.refused)
                break
            } catch {
                guard error.isMbsyncRunning, attempt < Self.attempts, !Task.isCancelled else { throw error }
                await store.wait(Self.pause)
            }
        }
        do throws(SyncFailure) {
            try await runPass()
            try await store.recordForMbsync()
        } catch {
            // What was done before the failure must be recorded too, or mbsync would repeat it.
            try? await store.recordForMbsync()
            await store.endSharing()
            throw error
        }
        await store.endSharing()
    }

    /// Leaves mailboxes to mbsync in this pass, and reports why.
    private mutating func refuse(_ problems: [MailboxName: MbsyncConflict]) {
        pass.refused.formUnion(problems.keys)
        for (name, problem) in problems { report.update(name) { $0.problem = problem.sentence } }
    }
}
