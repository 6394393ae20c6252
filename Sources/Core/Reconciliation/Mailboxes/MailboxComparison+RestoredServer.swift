import MailTypes

/// Handles a mailbox that was restored from a backup on the server without a new UIDVALIDITY.
extension MailboxComparison {
    /// Returns whether the server seems to have been restored. Until a complete listing shows which UIDs have other messages
    /// now, no change of the mailbox is transferred. Drafts are compared with their texts in any case.
    static func isRestored(_ sides: ThreeWayMailboxState) -> Bool {
        sides.name != .drafts && signOfRestoration(sides) != nil
    }

    /// Returns what shows that the mailbox is not the one of the last sync, or an older state of it: a message has another
    /// date, or a number is lower that only ever grows. `nil` if nothing does, or if the listing is complete and confirmed.
    static func signOfRestoration(_ sides: ThreeWayMailboxState) -> SyncNotice.VerificationReason? {
        guard let server = sides.server, !server.isVerified, let before = sides.baseline?.status,
            before.uidValidity == server.status.uidValidity
        else { return nil }
        if let witness = sides.witness, let arrived = server.dates[witness.uid], arrived != witness.arrived {
            return .otherMessage(witness.uid)
        }
        if let next = server.status.uidNext, let former = before.uidNext, next < former { return .uidNextWentBack }
        guard let sequence = server.status.highestModSequence, let former = before.highestModSequence,
            sequence < former
        else { return nil }
        return .modSequenceWentBack
    }

    /// Removes reassigned UIDs from the baseline, and then from the names of the files, which are new ones for the next
    /// plan. In the other order, a plan after an interruption would take the messages for deleted here.
    mutating func detachReassigned(_ sides: ThreeWayMailboxState, _ local: LocalMailbox) {
        isFrozen = true
        mayAdvance = false
        notices.append(.verify(sides.name, .reassignedUIDs(sides.reassigned.count)))
        guard local.look == .settled else {
            isRestored = true
            return
        }
        for file in local.messages {
            guard let claim = file.claim, claim.uidValidity == sides.uidValidity else { continue }
            if sides.reassigned.contains(claim.uid) { detached.append(file.handle) }
        }
    }
}
