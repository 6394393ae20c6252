import MailTypes

extension MailboxComparison {
    /// Evaluates the server's report. If its numbers are inconsistent or too many messages are gone, no message counts
    /// as gone until a second listing confirms it.
    mutating func weigh(_ sides: ThreeWayMailboxState) -> ServerEvidence {
        guard let server = sides.server else {
            isProven = !sides.isUnobserved
            if sides.isUnobserved {
                mustMatchFirst = true
                mayAdvance = false
            }
            return ServerEvidence()
        }
        let baselineUIDs = Self.uids(of: sides.baseline?.messages ?? [])
        let pending = sides.baseline?.pending ?? UIDSet()
        var evidence = ServerEvidence()
        switch server.presence {
        case .complete(let present):
            evidence.gone = baselineUIDs.subtracting(present)
            evidence.fresh = present.subtracting(baselineUIDs)
        case .vanished(let vanished):
            evidence.gone = baselineUIDs.intersection(vanished)
            evidence.fresh = Self.reported(server, sides.baseline, baselineUIDs).union(pending).subtracting(vanished)
        case .unknown:
            evidence.fresh = Self.reported(server, sides.baseline, baselineUIDs).union(pending)
        }
        let doubt = doubt(sides, server, evidence, total: sides.baseline?.count ?? 0)
        if let doubt {
            notices.append(.verify(sides.name, doubt))
            evidence.gone = UIDSet()
            // New messages may be those whose UIDs are wrong, or drafts whose former version is gone.
            if case .unassignedUIDs = doubt { evidence.fresh = UIDSet() }
            if sides.name == .drafts { evidence.fresh = UIDSet() }
            mayAdvance = false
            isDoubtful = true
        }
        evidence.isConclusive = doubt == nil
        isProven = evidence.isConclusive && (server.presence != .unknown || server.isCounted)
        var outside: [UID] = []
        for index in server.messages.indices where !server.messages[index].isInWindow {
            outside.append(server.messages[index].uid)
        }
        aged = evidence.fresh.intersection(UIDSet(outside))
        evidence.fresh = evidence.fresh.subtracting(aged)
        gone = evidence.gone
        fresh = evidence.fresh
        return evidence
    }

    /// Returns the UIDs of the baseline that the server never assigned to a message: it reported a false APPENDUID or COPYUID, or
    /// was restored from a backup. Their files are compared like files without a UID.
    static func neverAssigned(_ sides: ThreeWayMailboxState) -> UIDSet {
        guard let next = firstUnassigned(sides.server), let baseline = sides.baseline,
            baseline.status.uidValidity == sides.uidValidity
        else { return UIDSet() }
        return UIDSet(baseline.messages.lazy.map(\.uid).filter { $0 >= next })
    }

    /// Returns the first UID that the server has certainly not given to a message yet. `nil` without a verified listing.
    static func firstUnassigned(_ server: ServerMailbox?) -> UID? {
        guard let server, server.isVerified, case .complete(let present) = server.presence,
            let next = server.status.uidNext
        else { return nil }
        // A message may have arrived after UIDNEXT was reported.
        guard let last = present.last, last >= next else { return next }
        return last.next
    }

    private func doubt(
        _ sides: ThreeWayMailboxState, _ server: ServerMailbox, _ evidence: ServerEvidence, total: Int
    ) -> SyncNotice.VerificationReason? {
        if !server.isVerified, let next = server.status.uidNext, let last = sides.baseline?.messages.last?.uid,
            last >= next,
            server.messages.last.map({ last > $0.uid }) ?? true
        {
            return .unassignedUIDs(from: next)
        }
        if let sign = Self.signOfRestoration(sides) { return sign }
        let found: Int
        if case .complete(let present) = server.presence {
            found = present.count
        } else {
            found = total - evidence.gone.count + evidence.fresh.count
        }
        if server.isCounted, found != server.status.messages {
            return .count(expected: server.status.messages, found: found)
        }
        if !server.isVerified, MassDeletionLimit.isExceeded(evidence.gone.count, of: total) {
            return .manyGone(evidence.gone.count, of: total)
        }
        return nil
    }

    /// Returns the new messages among those whose flags the server reported. A UID below UIDNEXT that is not in the
    /// baseline was skipped on purpose: the message is older than the window.
    private static func reported(_ server: ServerMailbox, _ baseline: SyncBaseline?, _ baselineUIDs: UIDSet) -> UIDSet {
        let next = baseline?.status.uidNext ?? .first
        return UIDSet(server.messages.lazy.map(\.uid).filter { $0 >= next && !baselineUIDs.contains($0) })
    }

    /// Returns the UIDs of messages that are in ascending order.
    private static func uids(of messages: [BaselineMessage]) -> UIDSet {
        var ranges: [ClosedRange<UID>] = []
        var start: UID?
        var end: UID?
        for index in messages.indices {
            let uid = messages[index].uid
            if let before = end, before.next != uid, let from = start {
                ranges.append(from...before)
                start = uid
            }
            if start == nil { start = uid }
            end = uid
        }
        if let start, let end { ranges.append(start...end) }
        return UIDSet(ranges: ranges)
    }
}
