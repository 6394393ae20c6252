import MailTypes

extension MailboxComparison {
    /// Compares the baseline, the files and the server's report in one pass. An unchanged message costs three
    /// comparisons.
    mutating func compareBaseline(
        _ sides: ThreeWayMailboxState, _ local: LocalMailbox, _ evidence: ServerEvidence, _ claims: inout FilesByUID,
        _ failures: RejectedChangeCounts
    ) {
        var unclaimedFiles: [(UID, Int)] = []
        let baseMessages = sides.baseline?.messages ?? []
        let reported = sides.server?.messages ?? []
        var next = 0
        for index in baseMessages.indices {
            let uid = baseMessages[index].uid
            let file = claims.take(uid, others: &unclaimedFiles)
            while next < reported.count, reported[next].uid < uid { next += 1 }
            let isReported = next < reported.count && reported[next].uid == uid
            let isGone = !evidence.gone.isEmpty && evidence.gone.contains(uid)
            if let file, !isGone, claims.flags[file] == baseMessages[index].flags,
                !isReported || reported[next].flags.map({ $0 == baseMessages[index].flags }) ?? true
            {
                continue
            }
            resolve(
                baseMessages[index], file.map { local.messages[$0] },
                serverFlags: isReported ? reported[next].flags : nil, isGone: isGone, sides, local, failures)
        }
        claims.takeRest(&unclaimedFiles)
        claimedUnassignedFiles = unclaimedFiles
    }

    private mutating func resolve(
        _ agreed: BaselineMessage, _ file: LocalMessage?, serverFlags: FlagSet?, isGone: Bool,
        _ sides: ThreeWayMailboxState,
        _ local: LocalMailbox, _ failures: RejectedChangeCounts
    ) {
        let uid = agreed.uid
        let observed = serverFlags.map { FlagDelta(from: agreed.flags, to: $0) } ?? FlagDelta()
        let there: MessageChange = isGone ? .gone : observed.isEmpty ? .none : .flags(observed)
        var here = MessageChange.gone
        if let file {
            let change = FlagDelta(from: agreed.flags, to: file.flags, within: local.expressible)
            here = change.isEmpty ? .none : .flags(change)
        } else if local.look == .unsettled {
            here = .unknown
        }
        switch ConflictResolution(here: here, there: there, isDraft: file?.isDraft ?? false) {
        case .nothing:
            if here == .unknown { unseen.insert(agreed.content) }
            if here == .unknown, there != .none { mayAdvance = false }
        case .merge(let push, let pull):
            guard let file else { return }
            merge(push, pull, uid, file, sides, local, failures)
        case .removeHere:
            if let file { removals.append(Removal(file, uid: uid, isKept: false)) }
        case .keepVersion:
            if let file { removals.append(Removal(file, uid: uid, isKept: true)) }
        case .removeThere:
            vanished.append(
                Absence(
                    uid: uid, content: agreed.content, flags: agreed.flags.applying(observed), observed: observed))
        case .forget:
            forgotten.append((uid, agreed.content))
        }
    }

    private mutating func merge(
        _ push: FlagDelta, _ pull: FlagDelta, _ uid: UID, _ file: LocalMessage, _ sides: ThreeWayMailboxState,
        _ local: LocalMailbox, _ failures: RejectedChangeCounts
    ) {
        let allowed = sides.isReadOnly ? FlagDelta() : push.filtered(sides.permanentFlags.allows)
        var change = pull.within(local.expressible, of: file.flags)
        if allowed.isEmpty {
            // The mailbox cannot store these flags, so they stay local.
        } else if failures.isRefused(.flags(sides.name, uid)) {
            for flag in allowed.removed.flags { change.added.insert(flag) }
            for flag in allowed.added.flags { change.removed.insert(flag) }
            notices.append(.reverted(sides.name, uid, .flags))
        } else {
            pushes.append(Push(uid: uid, change: allowed))
        }
        guard !change.isEmpty || !pull.isEmpty else { return }
        flaggings.append(
            SyncOperation.Flagging(
                mailbox: sides.name, uid: uid, handle: file.handle, change: change, observed: pull))
    }

    /// Handles files whose names contain a UID that is not in the baseline: an interrupted sync wrote them, or the
    /// ledger was lost.
    mutating func placeClaimed(
        _ sides: ThreeWayMailboxState, _ local: LocalMailbox, _ evidence: ServerEvidence, _ claims: inout FilesByUID
    ) {
        var orphans: [Int] = []
        var unknown = 0
        for (uid, index) in claimedUnassignedFiles {
            let file = local.messages[index]
            if let message = sides.server?.message(uid), let flags = message.flags,
                evidence.fresh.contains(uid) || !message.isInWindow
            {
                adopt(file, uid, flags, sides, local)
            } else if evidence.fresh.contains(uid) {
                candidates.append(file.handle)
            } else if evidence.isConclusive, Self.proves(sides.server?.presence, absenceOf: uid) {
                orphans.append(index)
            } else if evidence.isConclusive {
                unknown += 1
            }
        }
        if unknown > 0, let server = sides.server, !server.isVerified {
            notices.append(.verify(sides.name, .unknownNames(unknown)))
            mayAdvance = false
        }
        let isMass = MassDeletion.isSuspected(orphans.count, of: local.messages.count)
        for index in orphans {
            let file = local.messages[index]
            if isMass || Self.isOlder(file, than: sides.baseline) {
                // Without a ledger, no message is treated as deleted.
                strays.insert(file.handle)
                claims.release(index)
            } else {
                removals.append(Removal(file, isKept: true))
            }
        }
        claimedUnassignedFiles = []
        settleAdopted()
    }

    mutating func settleAdopted() {
        let uids = UIDSet(adopted)
        adopted = []
        settledFresh = settledFresh.union(uids)
        fresh = fresh.subtracting(uids)
    }

    /// Returns whether the file's message existed before the baseline began; a ledger from that time would contain it.
    private static func isOlder(_ file: LocalMessage, than baseline: SyncBaseline?) -> Bool {
        guard let baseline else { return true }
        // If the baseline never advanced, the file is from an interrupted sync.
        guard let next = baseline.status.uidNext, let claim = file.claim else { return false }
        return claim.uid < next && !baseline.pending.contains(claim.uid)
    }

    private static func proves(_ presence: Presence?, absenceOf uid: UID) -> Bool {
        switch presence {
        case .complete(let present): !present.contains(uid)
        case .vanished(let vanished): vanished.contains(uid)
        case .unknown, nil: false
        }
    }

    /// Assigns a server message to a file. The two sides have not agreed on flags yet, so the server's flags win. If
    /// petrel requested the copy itself and did not receive its UID, the file's flags win instead and are pushed next.
    mutating func adopt(
        _ file: LocalMessage, _ uid: UID, _ flags: FlagSet, _ sides: ThreeWayMailboxState, _ local: LocalMailbox
    ) {
        let isOwn = sides.hasOpenUploads && file.claim == nil
        namings.append(
            SyncOperation.Naming(
                mailbox: sides.name, handle: file.handle, uid: uid,
                change: isOwn ? FlagDelta() : FlagDelta(from: file.flags, to: flags, within: local.expressible),
                agreed: flags, content: file.content))
        adopted.append(uid)
    }
}
