internal import Accounts
internal import Disk
internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Platform
internal import Reconciliation
internal import SyncLedger

extension SyncRun {
    /// Compares both sides, plans, and performs the plan.
    mutating func runPass() async throws(SyncFailure) {
        if !request.isDryRun {
            try await finishMoves()
            if pass.isFirst { try await resumeAppends() }
            if pass.isFirst, isWanted(.drafts), !pass.refused.contains(.drafts) { try await resumeDrafts() }
        }
        let names = openedMailboxes()
        guard !names.isEmpty else { return }
        let all = names + pass.unlisted.filter { !names.contains($0) }
        let (scans, servers) = try await compareSides(of: all)
        let plan = try await store.makePlan(
            pass.listing, servers, unobservedMailboxes: pass.unobservedMailboxes, restored: pass.restored,
            request.isDryRun ? .inChangedMailboxes : search)
        pass.plan = plan
        reportNotices(of: plan)
        for name in pass.unsynced where scans[name]?.hasUnidentifiedFiles ?? false {
            report.notices.append(
                "\(name): the server's mailbox with this name shows messages of other mailboxes and is not synced. "
                    + "What is in it here stays here.")
        }
        if request.isDryRun {
            report.lines += try await draftLines()
            report.summary = report.lines + plan.summary
            report.lines += plan.isEmpty && !report.lines.isEmpty ? [] : plan.lines
            return
        }
        try await performPlan()
        for move in await store.overriddenMoves() { report.tell(move) }
        if plan.awaitsMovedMessages {
            search = search.next
            pass.wantsAnother = true
        }
        let joined = scans.keys.filter { !all.contains($0) }
        let compared = (names + joined).filter { !pass.refused.contains($0) }.sorted()
        try await endAppends(in: compared)
        try await removeDoubledSentCopies(compared)
        try await store.endSettledUploads()
        if !pass.refused.contains(.drafts) { try await syncDrafts() }
        var unassigned: [MailboxName: UID] = [:]
        for notice in plan.notices {
            switch notice {
            case .verify(let name, let reason):
                pass.doubts.insert(name)
                if case .unassignedUIDs(let next) = reason, !plan.restored.contains(name) { unassigned[name] = next }
            case .reverted(let name, let uid, .flags): try await store.accept([.flags(name, uid)])
            case .reverted(let name, let uid, .deletion), .reverted(let name, let uid, .move):
                try await store.accept([.removal(name, uid)])
            case .deletionQuestion, .held, .noTrash, .unsettled, .unreadable, .renumberedEachTime: break
            }
        }
        await store.distrustUIDs(from: unassigned)
        pass.mustSettle = scans.values.contains(where: \.isUnsettled)
        // A message that is in several mailboxes is fetched once. The next pass links it into the others.
        let awaitsCopies = plan.awaitsCopies && pass.isFirst
        if !pass.doubts.isEmpty || pass.mustSettle || awaitsCopies
            || plan.operations.contains(where: \.maySettleLater)
        {
            pass.wantsAnother = true
        }
    }

    private mutating func reportNotices(of plan: SyncPlan) {
        for case .deletionQuestion(_, let uids, _) in plan.notices { report.questionedDeletions += uids.count }
        for notice in plan.notices where !notice.isPassing {
            // Why a mailbox cannot be synced beside mbsync is reported with it.
            if case .unreadable(let name) = notice, pass.refused.contains(name) { continue }
            report.notices.append(notice.line)
        }
        for case .reverted(let name, let uid, let what) in plan.notices {
            report.reverted.append(SyncNotice.reverted(name, uid, what).line)
        }
    }

    func openedMailboxes() -> [MailboxName] {
        var names = Set(pass.reasons.keys).union(pass.doubted)
        if isWidened {
            names.formUnion(syncedMailboxes.filter(isWanted))
        }
        // A local-only archive is opened with any other mailbox, because messages are moved into it.
        let archive: [MailboxName] = if case .archive = pass.listing.kind(of: .archive) { [.archive] } else { [] }
        return names.isEmpty ? [] : names.union(archive).sorted()
    }

    /// The mailboxes on the server that this account syncs.
    private var syncedMailboxes: [MailboxName] {
        pass.listing.mailboxes.filter { $0.isSelectable && MailboxListPlan.isSynced(pass.listing.uses[$0.name]) }
            .map(\.name)
    }

    // MARK: - Comparing

    private typealias Scans = [MailboxName: SyncStore.ScanSummary]

    /// Scans the local files and queries the server. If nothing but flags was changed here in a mailbox, and the server
    /// reports only changes, only the files of changed messages are compared.
    private mutating func compareSides(
        of names: [MailboxName]
    ) async throws(SyncFailure) -> (Scans, [MailboxName: ServerMailbox]) {
        tell(.syncingHeaders)
        await store.beginPlan()
        let (scans, unchanged) = try await scan(names)
        skipObstructed(await store.obstacles())
        let all = scans.merging(unchanged) { scan, _ in scan }
        var (servers, sources) = try await store.recognize(try await observe(all))
        var rest: [MailboxName] = []
        for name in unchanged.keys.sorted() where servers[name] != nil || all[name]?.hasOnlyFlagChanges ?? false {
            let others = sources[name] ?? UIDSet()
            if try await store.prepareIncrementalScan(of: name, from: servers[name], including: others) {
                report.incrementalScanCount += 1
            } else {
                rest.append(name)
            }
        }
        for (name, uids) in sources where all[name] == nil && pass.listing.listed(name) != nil {
            try await store.loadCopySources(name, uids)
        }
        guard !rest.isEmpty else { return (all, servers) }
        let more = try await store.scan(rest, needsUIDs: needsUIDs)
        let again = try await store.recognize(try await observe(more))
        servers.merge(again.servers) { _, last in last }
        return (all.merging(more) { _, last in last }, servers)
    }

    /// Leaves mailboxes out of this pass in which no message can be stored, and reports why. All others are synced.
    mutating func skipObstructed(_ obstacles: [MailboxName: FileError]) {
        for (name, error) in obstacles {
            pass.refused.insert(name)
            let advice = error.isNoDirectory ? " Until that is a directory again, the folder is not synced." : ""
            report.update(name) { $0.problem = "\(error)\(advice)" }
        }
    }

    /// Scans mailboxes completely, except those that can be scanned incrementally, because their directories are unchanged
    /// or only flags were changed.
    private func scan(_ names: [MailboxName]) async throws(SyncFailure) -> (scans: Scans, unchanged: Scans) {
        let full = names.filter { !isScannedIncrementally($0) }
        let uploads = Set(try await store.openEntries().compactMap(\.target))
        var flagged: Scans = [:]
        for name in full where isScannedForFlags(name) && !uploads.contains(name) {
            flagged[name] = try await store.flagChanges(of: name)
        }
        var scans = try await store.scan(full.filter { flagged[$0] == nil }, needsUIDs: needsUIDs)
        var unchanged: Scans = [:]
        // A file may have been moved from or to any mailbox, so all of them must be scanned.
        if !scans.values.contains(where: \.mayConcernOthers) {
            unchanged = flagged
            for name in names where !full.contains(name) && !uploads.contains(name) {
                unchanged[name] = try await store.unchangedSnapshot(of: name)
                guard unchanged[name] == nil, isScannedForFlags(name) else { continue }
                unchanged[name] = try await store.flagChanges(of: name)
            }
        }
        let rest = names.filter { unchanged[$0] == nil && scans[$0] == nil }
        scans.merge(try await store.scan(rest, needsUIDs: needsUIDs)) { first, _ in first }
        if scans.values.contains(where: \.mayConcernOthers) {
            scans.merge(try await store.scan(Array(unchanged.keys), needsUIDs: needsUIDs)) { first, _ in first }
            unchanged = [:]
        }
        scans.merge(try await scanCounterparts(of: scans, besides: names)) { first, _ in first }
        return (scans, unchanged)
    }

    /// Scans the other mailboxes that have changed here, if files came into the scanned ones or left them: they may have
    /// been moved. Otherwise a moved message would be taken for a deleted one, or for a new one. A move changes both
    /// mailboxes at once, so it is enough to look at the others after the scans.
    private func scanCounterparts(of scans: Scans, besides names: [MailboxName]) async throws(SyncFailure) -> Scans {
        guard scans.values.contains(where: { $0.mayConcernOthers || $0.lacksFiles }) else { return [:] }
        let others = syncedMailboxes.filter { scans[$0] == nil && !names.contains($0) }
        return try await store.scan(try await store.changedMailboxes(among: others), needsUIDs: needsUIDs)
    }

    private var needsUIDs: Bool { firstDay != nil || !session.hasQRESYNC }

    /// Whether the request asks for more mail than the account keeps. Mailboxes must then be opened even if they are
    /// unchanged.
    private var isWidened: Bool { request.window != nil && pass.isFirst }

    private func isScannedIncrementally(_ name: MailboxName) -> Bool {
        session.hasQRESYNC && !isWidened && pass.reasons[name] == .changedThere && !pass.doubted.contains(name)
            && name != .drafts && !pass.refused.contains(name)
    }

    /// Whether only the changed messages have to be compared if nothing but flags was changed here.
    private func isScannedForFlags(_ name: MailboxName) -> Bool {
        (session.hasQRESYNC || pass.reasons[name] == .changedHere) && !isWidened && !pass.doubted.contains(name)
            && !pass.refused.contains(name)
    }

    /// The first day whose mail is kept; `nil` for all mail.
    private var firstDay: (year: Int, month: Int, day: Int)? {
        guard case .days(let days) = request.window ?? account.window else { return nil }
        let time = CivilTime(secondsSince1970: clock.now().seconds - Int64(days) * 86_400)
        return (time.year, time.month, time.day)
    }

    // MARK: - The server's side

    /// Queries the server about the mailboxes that may have changed there. If it refuses to open a mailbox, reports
    /// that and skips it.
    private mutating func observe(_ scans: Scans) async throws(SyncFailure) -> [MailboxName: ServerMailbox] {
        let known = Dictionary(
            try await store.known().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let uploads = Set(try await store.openEntries().compactMap(\.target))
        var servers: [MailboxName: ServerMailbox] = [:]
        var queries: [(name: MailboxName, query: MailboxStateQuery)] = []
        for (name, scan) in scans.sorted(by: { $0.key < $1.key }) {
            guard let encoded = pass.listing.encoded(name), let listed = pass.listing.listed(name),
                !pass.unobservedMailboxes.contains(name), !pass.unsynced.contains(name)
            else { continue }
            let mustAsk = pass.doubted.contains(name) || scan.hasUnidentifiedFiles || uploads.contains(name)
            if pass.reasons[name] == .changedHere, !mustAsk, !isWidened { continue }
            if known[name] == nil, !mustAsk, let status = listed.status, status.messages == 0, status.uidNext != nil {
                servers[name] = ServerMailbox(
                    status: status, presence: .complete(UIDSet()),
                    isCounted: firstDay == nil || isKeptWhole(name))
                pass.compared.insert(name)
                continue
            }
            var query = observation(of: name, as: encoded, known[name], scan)
            if let mailbox = known[name] { query.landmarks = try await store.landmarks(of: mailbox) }
            queries.append((name, query))
        }
        while !queries.isEmpty {
            let alike = queries.prefix(MailboxStateQuery.mostTogether).prefix {
                $0.query.canBeAskedTogether(on: session)
            }
            let group = Array(queries.prefix(max(alike.count, 1)))
            queries.removeFirst(group.count)
            let answers = group.count > 1 ? try await MailboxStateQuery.ask(group.map(\.query), on: session) : []
            for (index, (name, query)) in group.enumerated() {
                do throws(SyncFailure) {
                    servers[name] = try await query.run(on: &session, answers.isEmpty ? nil : answers[index])
                    if case .complete? = servers[name]?.presence { pass.compared.insert(name) }
                } catch {
                    guard error.isOfRequest else { throw error }
                    let sentence = error.sentence
                    report.update(name) { $0.problem = sentence }
                    pass.unobservedMailboxes.insert(name)
                }
            }
        }
        return servers
    }

    /// Leaves the commands that query the inbox and fetch its new messages in the session, for the next sync, if only
    /// the server changes it until then.
    mutating func prepareInboxQuery() async throws(SyncFailure) {
        session.inboxQuery = InboxQueryAfterIdle()
        guard let encoded = pass.listing.encoded(.inbox), !pass.doubts.contains(.inbox),
            let known = try await store.known().first(where: { $0.name == .inbox })
        else { return }
        var next = observation(of: .inbox, as: encoded, known, SyncStore.ScanSummary())
        next.landmarks = try await store.landmarks(of: known)
        session.inboxQuery.state = next.incrementalCommands(on: session)
        // Beside mbsync, the inbox is queried again in any case.
        if await !store.isShared { session.inboxQuery.next = known.status.uidNext }
        session.inboxQuery.withStructure = account.attachments == .textOnly
    }

    private func observation(
        of name: MailboxName, as encoded: EncodedMailboxName, _ known: SyncLedger.Mailbox?,
        _ scan: SyncStore.ScanSummary
    ) -> MailboxStateQuery {
        var observation = MailboxStateQuery(name: encoded)
        observation.known = known
        observation.ours = scan.ours
        observation.agreed = scan.agreed
        observation.needsIdentities = scan.hasUnidentifiedFiles || pass.restored.contains(name)
        observation.isVerifying = pass.doubted.contains(name)
        observation.isListing = isWidened
        observation.since = isKeptWhole(name) ? nil : firstDay
        observation.objectItem = name == .drafts ? nil : session.objectItem
        observation.listed = pass.listing.listed(name)?.status
        return observation
    }

    /// Whether all messages of a mailbox are kept here, regardless of their age.
    private func isKeptWhole(_ name: MailboxName) -> Bool { name == .drafts || pass.listing.uses[name] == .sent }
}

extension SyncNotice {
    /// Whether the next pass checks again and reports what remains.
    fileprivate var isPassing: Bool {
        switch self {
        case .verify, .unsettled: true
        case .deletionQuestion, .reverted, .held, .noTrash, .unreadable, .renumberedEachTime: false
        }
    }
}

extension SyncOperation {
    /// Whether another pass is needed to see its result on the server.
    fileprivate var maySettleLater: Bool {
        switch self {
        case .copy, .append, .move, .expunge, .restart, .begin, .takeBack, .name: true
        // A fetched message may be one of the candidates. The next pass uploads the others.
        case .fetch(let fetch): !fetch.candidates.isEmpty
        // The next pass sends the changes of the flags.
        case .link(let link): !link.change.isEmpty
        case .expect, .distrust, .detach, .addFlags, .removeFlags, .flag, .keepVersion, .remove, .forget, .checkpoint:
            false
        }
    }
}
