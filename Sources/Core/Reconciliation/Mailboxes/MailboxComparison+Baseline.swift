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
        let there: ObservedMessageChange = isGone ? .gone : observed.isEmpty ? .none : .flags(observed)
        var here = ObservedMessageChange.gone
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
            if case .flags(let change) = here, let file {
                removals.append(Removal(file, uid: uid, isKept: false, change: change))
            } else if let file {
                removals.append(Removal(file, uid: uid, isKept: false))
            }
        case .keepVersion:
            if let file { removals.append(Removal(file, uid: uid, isKept: true)) }
        case .removeThere:
            vanished.append(
                Absence(
                    uid: uid, content: agreed.content, flags: agreed.flags.applying(observed), observed: observed))
        case .forget:
            forgotten.append(agreed)
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
                mailbox: sides.name, uid: uid, handle: file.handle, movedTo: nil, change: change, observed: pull))
    }
}
