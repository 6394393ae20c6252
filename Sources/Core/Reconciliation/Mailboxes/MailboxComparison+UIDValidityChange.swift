import MailTypes

/// Handles a changed UIDVALIDITY [RFC 9051 §2.3.1.1]. Nothing is deleted on the server: files are matched with messages
/// by content or identity, and the baseline is replaced once all files have their new names.
extension MailboxComparison {
    /// The number of consecutive syncs that may find a new UIDVALIDITY.
    static let maximumRenumberings = 3

    mutating func renumber(_ sides: ThreeWayMailboxState, local: LocalMailbox, baseline: SyncBaseline) {
        mayAdvance = false
        // A file that is not visible now would reappear with a meaningless UID.
        guard let server = sides.server, local.look == .settled else { return }
        guard baseline.renumberings < Self.maximumRenumberings || server.isVerified else {
            notices.append(.renumberedEachTime(sides.name))
            return
        }
        guard case .complete(let present) = server.presence, isListed(present, server) else {
            notices.append(.verify(sides.name, .renumbered))
            return
        }
        var files = RenumberedFiles(local, server.status.uidValidity, baseline, present)
        let lost = files.match(server.messages)
        guard server.isVerified || !MassDeletionLimit.isExceeded(lost.count, of: baseline.messages.count) else {
            notices.append(.verify(sides.name, .manyGone(lost.count, of: baseline.messages.count)))
            return
        }
        // Remove these files from the old baseline too: otherwise a retry after an interruption would treat them as
        // moved away. A draft removed with its UID would wait for another client's next version of it.
        for (index, uid) in zip(lost, files.formerUIDs(of: lost)) {
            let file = local.messages[index]
            removals.append(Removal(file, uid: file.isDraft ? nil : uid, isKept: true))
        }
        var agreed: [BaselineMessage] = []
        for (index, partner) in files.pairs {
            let message = server.messages[partner]
            guard let flags = message.flags else { continue }
            let file = local.messages[index]
            let observed = FlagDelta(from: files.baseFlags(of: file) ?? file.flags, to: flags)
            namings.append(
                SyncOperation.Naming(
                    mailbox: sides.name, handle: file.handle, uid: message.uid,
                    change: observed.within(local.expressible, of: file.flags), agreed: nil, content: file.content))
            agreed.append(BaselineMessage(message.uid, flags: flags, content: file.content))
        }
        absent = files.absent(server.messages)
        let known = UIDSet(agreed.map(\.uid))
        let wanted = UIDSet(server.messages.lazy.filter { $0.isInWindow }.map(\.uid))
        restart = SyncBaseline(
            status: server.status, messages: agreed, pending: wanted.subtracting(known),
            renumberings: baseline.renumberings + 1)
    }

    private func isListed(_ present: UIDSet, _ server: ServerMailbox) -> Bool {
        UIDSet(server.messages.lazy.map(\.uid)) == present && server.messages.allSatisfy { $0.flags != nil }
            && (!server.isCounted || present.count == server.status.messages)
    }
}
