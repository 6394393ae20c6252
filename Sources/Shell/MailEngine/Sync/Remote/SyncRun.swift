internal import Accounts
internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// The sync of an account over one connection.
///
/// Each pass compares both sides, makes a plan and performs it. Another pass follows if something could not be settled.
struct SyncRun {
    private let sync: AccountSync
    let store: SyncStore
    var session: ServerSession
    var report: SyncReport
    /// What the connection had transferred in earlier syncs.
    private let countsBefore: CountedStream.Counts
    var pass = SyncPassState(listing: ServerMailboxNames([], []))
    /// How far the search is for messages that were moved on both sides.
    var search = MovedMessageSearch.notBegun

    /// The maximum number of passes, in case another program keeps changing something.
    private static let maximumPasses = 6

    /// `isKept`: whether the connection is that of an earlier sync.
    init(_ sync: AccountSync, _ store: SyncStore, _ session: ServerSession, isKept: Bool, _ report: SyncReport) {
        self.sync = sync
        self.store = store
        self.session = session
        self.report = report
        countsBefore = isKept ? session.counts : CountedStream.Counts()
    }

    /// What this sync has transferred, including the sign-in.
    var counts: CountedStream.Counts { session.counts.subtracting(countsBefore) }

    var account: AccountConfiguration { sync.account }
    var request: AccountSync.Request { sync.request }
    var clock: any Clock { sync.clock }
    var progress: @Sendable (SyncProgress) -> Void { sync.progress }

    func tell(_ phase: AccountSyncPhase) { sync.tell(phase) }

    /// Runs passes until nothing is left to do, the server refuses something, or `maximumPasses` is reached.
    mutating func run() async throws(SyncFailure) {
        var missing: Set<MailboxName>?
        if request.confirmsDeletions { try await store.confirmQuestionedDeletions() }
        if request.restoresDeletions, !request.isDryRun { try await store.restoreQuestionedDeletions() }
        for number in 0..<Self.maximumPasses {
            tell(.syncingFolders)
            var listing = try await session.list()
            if number == 0, try await !recognizeServer(listing) { return }
            let unstorable = request.isDryRun ? [] : try await store.prepareSharedTree(listing)
            listing.leaveOut(unstorable)
            count(listing)
            if !request.isDryRun { try await recordServerRenames(in: listing) }
            // A mailbox is gone if two listings in a row lack it.
            let gone = Set(try await store.known().map(\.name)).subtracting(listing.mailboxes.map(\.name))
            let mailboxPlan = try await store.mailboxPlan(
                listing, isVerified: !gone.isEmpty && missing == gone, wanted: request.mailboxes)
            missing = gone
            pass = SyncPassState(listing: listing, after: pass)
            pass.isFirst = number == 0
            pass.block(unstorable)
            try await chooseMailboxes(mailboxPlan)
            report.notices = report.reverted + mailboxPlan.notices.map(\.sentence)
            for name in unstorable.sorted() {
                report.notices.append("\(name): neither mbsync nor petrel can store a mailbox with this name here.")
            }
            report.questionedDeletions = 0
            if request.isDryRun {
                report.lines += mailboxPlan.steps.compactMap(\.line)
            } else {
                try await performMailboxPlan(mailboxPlan)
            }
            try await runPassBesideMbsync()
            report.hasComparedDrafts = try await hasComparedDrafts()
            if request.isDryRun || pass.hasRefusals || !pass.wantsAnother { return }
            if pass.mustSettle {
                if request.isBrief { return }
                await store.waitUntilSettled()
            }
        }
        // Another program keeps changing files, or their times are ahead of the clock.
        for case .unsettled(let name) in pass.plan.notices {
            report.notices.append(SyncNotice.unsettled(name).line)
        }
    }

    /// Reports how many messages the server has in each mailbox that is synced.
    private mutating func count(_ listing: ServerMailboxNames) {
        for mailbox in listing.mailboxes where mailbox.isSelectable {
            guard MailboxListPlan.isSynced(listing.uses[mailbox.name]) else { continue }
            report.update(mailbox.name) { row in
                row.use = listing.uses[mailbox.name]
                row.messages = mailbox.status?.messages
            }
        }
    }

    /// Records which mailboxes the pass has to open, and why.
    private mutating func chooseMailboxes(_ plan: MailboxListPlan) async throws(SyncFailure) {
        for case .open(let name, let reason) in plan.steps {
            // A message that was moved on both sides may be in any mailbox that has changed on the server.
            let isSearched = search != .notBegun && reason != .changedHere
            if isWanted(name) || isSearched { pass.reasons[name] = reason }
        }
        pass.unlisted = plan.unlisted
        pass.unsynced = plan.unsynced
        let listing = pass.listing
        for mailbox in try await store.known() where pass.isFirst && isDue(mailbox, listing) {
            let reason = pass.reasons[mailbox.name]
            if reason == nil || reason == .changedHere { pass.reasons[mailbox.name] = .noStatus }
        }
        for entry in try await store.openEntries() {
            // A message may have been uploaded, copied or moved although the response was lost.
            let source = entry.kind == .copy || entry.kind == .move ? entry.source : nil
            for name in [source, entry.target].compactMap(\.self) where pass.reasons[name] == nil {
                if listing.listed(name) != nil { pass.reasons[name] = .unfinished }
            }
        }
        // Drafts are read before the mailboxes are scanned.
        if isWanted(.drafts), let obstacle = await store.obstacle(in: .drafts) { skipObstructed([.drafts: obstacle]) }
        if pass.isFirst, pass.reasons[.drafts] == nil, listing.listed(.drafts) != nil, isWanted(.drafts),
            !pass.refused.contains(.drafts), try await store.hasOpenDrafts()
        {
            pass.reasons[.drafts] = .unfinished
        }
    }

    private func hasComparedDrafts() async throws(SyncFailure) -> Bool {
        guard isWanted(.drafts), !pass.refused.contains(.drafts), !pass.unobservedMailboxes.contains(.drafts) else {
            return false
        }
        if pass.listing.listed(.drafts) != nil { return true }
        return try await store.known().allSatisfy { $0.name != .drafts }
    }

    /// Whether the request names the mailbox, or names none.
    func isWanted(_ name: MailboxName) -> Bool { request.mailboxes?.contains(name) ?? true }

    /// Whether the flags of a mailbox must be fetched although nothing shows a change. Without mod-sequences, flag changes
    /// do not show in STATUS, so flags are fetched at an interval, and always if there are few messages.
    private func isDue(_ mailbox: SyncLedger.Mailbox, _ listing: ServerMailboxNames) -> Bool {
        guard let status = listing.listed(mailbox.name)?.status, status.highestModSequence == nil else { return false }
        guard isWanted(mailbox.name) else { return false }
        let age = clock.now().seconds - mailbox.compared.seconds
        return status.messages <= Self.fewFlags || age >= Self.flagInterval || age < 0
    }

    /// The number of messages up to which flags are always fetched. Each takes about 50 bytes.
    private static let fewFlags = 2000
    /// In seconds.
    private static let flagInterval: Int64 = 30 * 60
}
