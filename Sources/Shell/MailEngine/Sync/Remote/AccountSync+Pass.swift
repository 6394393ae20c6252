internal import Accounts
internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Platform
internal import Reconciliation
internal import SyncLedger

extension AccountSync {
    /// Looks, plans and does.
    func run(
        _ pass: inout SyncPass, _ store: SyncStore, _ session: inout ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        if !request.isDryRun { try await finishMoves(&pass, store, session, &report) }
        if !request.isDryRun, pass.isFirst { try await resumeAppends(pass, store, session) }
        if !request.isDryRun, pass.isFirst, request.mailboxes?.contains(.drafts) ?? true {
            try await resumeDrafts(&pass, store, session, &report)
        }
        let names = opened(pass)
        guard !names.isEmpty else { return }
        let all = names + pass.unlisted.filter { !names.contains($0) }
        let (looks, servers) = try await look(at: all, &pass, store, session, &report)
        let plan = try await store.makePlan(
            pass.listing, servers, unobservedMailboxes: pass.unobservedMailboxes, confirmed: request.confirmsDeletions)
        for case .deletionQuestion(_, let uids, _) in plan.notices { report.questionedDeletions += uids.count }
        report.notices += plan.notices.filter { !$0.isPassing }.map(\.line)
        for case .reverted(let name, let uid, let what) in plan.notices {
            report.reverted.append(SyncNotice.reverted(name, uid, what).line)
        }
        if request.isDryRun {
            report.lines += try await draftLines(store)
            report.lines += plan.isEmpty && !report.lines.isEmpty ? [] : plan.lines
            return
        }
        try await perform(plan, &pass, store, &session, &report)
        try await endAppends(in: names, store)
        try await store.endSettledUploads()
        try await syncDrafts(&pass, store, session, &report)
        for notice in plan.notices {
            switch notice {
            case .verify(let name, _): pass.doubts.insert(name)
            case .reverted(let name, let uid, .flags): try await store.accept([.flags(name, uid)])
            case .reverted(let name, let uid, .deletion), .reverted(let name, let uid, .move):
                try await store.accept([.removal(name, uid)])
            case .deletionQuestion, .held, .noTrash, .unsettled, .unreadable, .renumberedEachTime: break
            }
        }
        pass.mustSettle = looks.values.contains(where: \.isUnsettled)
        if !pass.doubts.isEmpty || pass.mustSettle || plan.operations.contains(where: \.maySettleLater) {
            pass.wantsAnother = true
        }
        // What was fetched once is linked to where it stands as well.
        if plan.awaitsCopies, pass.isFirst { pass.wantsAnother = true }
    }

    private func opened(_ pass: SyncPass) -> [MailboxName] {
        var names = Set(pass.reasons.keys).union(pass.doubted)
        if isWidened(pass) {
            let synced = pass.listing.mailboxes.filter {
                $0.isSelectable && MailboxPlan.isSynced(pass.listing.uses[$0.name])
            }
            names.formUnion(synced.lazy.map(\.name).filter { request.mailboxes?.contains($0) ?? true })
        }
        // An archive that is here alone is looked into with whatever else is: mail is carried into it.
        let archive: [MailboxName] = if case .archive = pass.listing.kind(of: .archive) { [.archive] } else { [] }
        return names.isEmpty ? [] : names.union(archive).sorted()
    }

    /// What is here, and what the server says. Where only the server has changed something, what it says of is looked at
    /// and nothing else, as far as that tells all.
    private func look(
        at names: [MailboxName], _ pass: inout SyncPass, _ store: SyncStore, _ session: ServerSession,
        _ report: inout SyncReport
    ) async throws(SyncFailure) -> ([MailboxName: SyncStore.ScanSummary], [MailboxName: ServerMailbox]) {
        tell(.syncingHeaders)
        await store.beginPlan()
        let needsUIDs = firstDay != nil || !session.hasQRESYNC
        var fullScanMailboxes = names.filter { !isNarrow($0, pass, session) }
        var looks = try await store.scan(fullScanMailboxes, needsUIDs: needsUIDs)
        var incrementalScans: [MailboxName: SyncStore.ScanSummary] = [:]
        // A message that came here from somewhere may come from anywhere.
        if !looks.values.contains(where: \.hasUnidentifiedFiles) {
            let uploads = Set(try await store.openEntries().compactMap(\.target))
            for name in names where !fullScanMailboxes.contains(name) && !uploads.contains(name) {
                incrementalScans[name] = try await store.unchangedSnapshot(name)
            }
        }
        fullScanMailboxes = names.filter { incrementalScans[$0] == nil && looks[$0] == nil }
        looks.merge(try await store.scan(fullScanMailboxes, needsUIDs: needsUIDs)) { first, _ in first }
        if looks.values.contains(where: \.hasUnidentifiedFiles) {
            looks.merge(try await store.scan(Array(incrementalScans.keys), needsUIDs: needsUIDs)) { first, _ in first }
            incrementalScans = [:]
        }
        let all = looks.merging(incrementalScans) { first, _ in first }
        var (servers, sources) = try await store.recognize(
            try await observe(&pass, all, firstDay, store, session, &report))
        var rest: [MailboxName] = []
        for name in incrementalScans.keys.sorted() {
            guard let server = servers[name] else { continue }
            if try await store.incrementalScans(name, to: server, and: sources[name] ?? UIDSet()) {
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
        let again = try await store.recognize(try await observe(&pass, more, firstDay, store, session, &report))
        servers.merge(again.servers) { _, last in last }
        return (all.merging(more) { _, last in last }, servers)
    }

    /// Mail is wanted that no change tells of.
    private func isWidened(_ pass: SyncPass) -> Bool { request.window != nil && pass.isFirst }

    private func isNarrow(_ name: MailboxName, _ pass: SyncPass, _ session: ServerSession) -> Bool {
        session.hasQRESYNC && !isWidened(pass) && pass.reasons[name] == .changedThere && !pass.doubted.contains(name)
            && name != .drafts
    }

    /// The first day of which mail is kept; `nil` for all.
    private var firstDay: (year: Int, month: Int, day: Int)? {
        guard case .days(let days) = request.window ?? account.window else { return nil }
        let time = CivilTime(secondsSince1970: clock.now().seconds - Int64(days) * 86_400)
        return (time.year, time.month, time.day)
    }

    /// What the server says of the mailboxes that it has changed. One that it refuses to open is left out, and told of.
    private func observe(
        _ pass: inout SyncPass, _ looks: [MailboxName: SyncStore.ScanSummary],
        _ since: (year: Int, month: Int, day: Int)?, _ store: SyncStore, _ session: ServerSession,
        _ report: inout SyncReport
    ) async throws(SyncFailure) -> [MailboxName: ServerMailbox] {
        let known = Dictionary(
            try await store.known().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let uploads = Set(try await store.openEntries().compactMap(\.target))
        var servers: [MailboxName: ServerMailbox] = [:]
        for name in looks.keys.sorted() {
            let look = looks[name] ?? SyncStore.ScanSummary()
            let isDoubted = pass.doubted.contains(name)
            let isOnlyHere = pass.reasons[name] == .changedHere && !look.hasUnidentifiedFiles
            guard let encoded = pass.listing.encoded(name), pass.listing.listed(name) != nil else { continue }
            if pass.unobservedMailboxes.contains(name) { continue }
            if isOnlyHere, !isDoubted, !isWidened(pass), !uploads.contains(name) { continue }
            if known[name] == nil, !isDoubted, !look.hasUnidentifiedFiles, !uploads.contains(name),
                let status = pass.listing.listed(name)?.status, status.messages == 0, status.uidNext != nil
            {
                // Nothing is there that could be asked for.
                servers[name] = ServerMailbox(
                    status: status, presence: .complete(UIDSet()),
                    isCounted: firstDay == nil || name == .drafts || pass.listing.uses[name] == .sent)
                pass.compared.insert(name)
                continue
            }
            var observation = MailboxObservation(name: encoded)
            observation.known = known[name]
            observation.ours = look.ours
            observation.agreed = look.agreed
            observation.needsIdentities = look.hasUnidentifiedFiles
            observation.isVerifying = isDoubted
            observation.isListing = isWidened(pass)
            // Drafts are always here as a whole.
            observation.since = name == .drafts || pass.listing.uses[name] == .sent ? nil : since
            observation.objectItem = name == .drafts ? nil : session.objectItem
            observation.unseen = pass.listing.listed(name)?.status?.unseen
            do throws(SyncFailure) {
                servers[name] = try await observation.run(on: session)
                if case .complete? = servers[name]?.presence { pass.compared.insert(name) }
            } catch {
                guard error.isOfRequest else { throw error }
                let sentence = error.sentence
                report.update(name) { $0.problem = sentence }
                pass.unobservedMailboxes.insert(name)
            }
        }
        return servers
    }
}

extension SyncNotice {
    /// The next pass looks again, and then tells what is left of it.
    fileprivate var isPassing: Bool {
        switch self {
        case .verify, .unsettled: true
        case .deletionQuestion, .reverted, .held, .noTrash, .unreadable, .renumberedEachTime: false
        }
    }
}

extension SyncOperation {
    /// What the server made of it is seen in another pass.
    fileprivate var maySettleLater: Bool {
        switch self {
        case .copy, .append, .move, .expunge, .restart, .begin, .takeBack, .name: true
        // What comes may be one of these files, and else they go up.
        case .fetch(let fetch): !fetch.candidates.isEmpty
        case .expect, .addFlags, .removeFlags, .link, .flag, .keepVersion, .remove, .forget, .checkpoint: false
        }
    }
}
