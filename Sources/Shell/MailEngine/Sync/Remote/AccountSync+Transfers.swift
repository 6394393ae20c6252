internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// Copies and moves on the server, and what of them was cut off.
extension AccountSync {
    func copy(
        _ transfer: SyncOperation.Transfer, _ plan: SyncPlan, _ pass: inout SyncPass, _ store: SyncStore,
        _ session: ServerSession
    ) async throws(SyncFailure) {
        guard let target = pass.listing.encoded(transfer.target) else { return }
        try await select(transfer.source, plan, pass.listing, session)
        pass.entries.append(
            try await store.begin(
                .copy, from: transfer.source, plan.uidValidity(of: transfer.source), transfer.uids,
                to: transfer.target))
        let copied = try await session.run { () async throws(IMAPClientError) in
            try await session.client.copy(transfer.uids, to: target)
        }
        pass.assign(copied, transfer, plan)
    }

    /// Without MOVE: copies first, and when that is done and written down, the originals go [RFC 6851 §3.3].
    func move(
        _ transfer: SyncOperation.Transfer, _ operation: SyncOperation, _ plan: SyncPlan, _ pass: inout SyncPass,
        _ store: SyncStore, _ session: ServerSession
    ) async throws(SyncFailure) {
        guard let target = pass.listing.encoded(transfer.target) else { return }
        try await select(transfer.source, plan, pass.listing, session)
        let entry = try await store.begin(
            .move, from: transfer.source, plan.uidValidity(of: transfer.source), transfer.uids, to: transfer.target,
            behind: pass.listing.listed(transfer.target)?.status?.uidNext)
        let copied: [CopiedUIDs]
        if await session.client.capabilities.contains(.move) {
            copied = try await session.run { () async throws(IMAPClientError) in
                try await session.client.move(transfer.uids, to: target)
            }
        } else {
            copied = try await session.run { () async throws(IMAPClientError) in
                try await session.client.copy(transfer.uids, to: target)
            }
            try await store.noteCopied(entry)
            try await session.remove(transfer.uids)
        }
        pass.assign(copied, transfer, plan)
        try await store.record([operation])
        if transfer.messages.contains(where: { $0.handle != nil }) {
            pass.entries.append(entry)
        } else {
            try await store.end([entry])
        }
    }

    /// Moves without MOVE that were cut off between their copies and the removal of the originals, or before it was heard
    /// that the copies were made: those stand behind the fence.
    func finishMoves(
        _ pass: inout SyncPass, _ store: SyncStore, _ session: ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        // What was to be expunged and is still there is planned again.
        try await store.end(try await store.openEntries().filter { $0.kind == .expunge })
        for entry in try await store.openEntries() where entry.kind == .move {
            if await session.client.capabilities.contains(.move), !entry.isCopied { continue }
            // Of one that the server does not list, nobody knows where the copies are.
            guard let source = entry.source, let target = entry.target, pass.listing.listed(source) != nil,
                pass.listing.listed(target) != nil
            else { continue }
            do throws(SyncFailure) {
                try await finish(entry, from: source, to: target, pass.listing, store, session)
            } catch {
                guard error.isOfRequest else { throw error }
                let moved = entry.uids.uids.map { SyncLedger.Refusal.Subject.removal(source, $0) }
                try await store.refuse(moved, in: [source, target])
                pass.hasRefusals = true
                let sentence = error.sentence
                report.update(source) { $0.problem = sentence }
                if try await store.hasGivenUp(moved) {
                    // It is planned again, as one that is taken back.
                    try await end(entry, hasCopies: entry.isCopied, store)
                } else {
                    // Who planned anew for these would copy twice what may have been copied.
                    pass.unobservedMailboxes.formUnion([source, target])
                }
            }
        }
    }

    private func finish(
        _ entry: SyncLedger.Entry, from source: MailboxName, to target: MailboxName, _ listing: MailboxListing,
        _ store: SyncStore, _ session: ServerSession
    ) async throws(SyncFailure) {
        guard let from = listing.encoded(source), let to = listing.encoded(target) else { return }
        var copied = entry.uids
        if !entry.isCopied {
            copied = try await session.copied(entry.uids, of: from, entry.uidValidity, to: to, behind: entry.fence)
        }
        if !copied.isEmpty, try await session.selectOrFail(from, expecting: entry.uidValidity) != nil {
            try await session.remove(copied)
            try await store.record([.forget(source, copied)])
            try await store.accept(copied.uids.map { .removal(source, $0) })
        }
        try await end(entry, hasCopies: !copied.isEmpty, store)
    }

    private func end(
        _ entry: SyncLedger.Entry, hasCopies: Bool, _ store: SyncStore
    ) async throws(SyncFailure) {
        try await store.end([entry])
        // What was copied and waits in the target for its file is matched there.
        if hasCopies, let target = entry.target { _ = try await store.begin(.copy, to: target) }
    }
}

extension SyncPass {
    /// The server has said what the copies are.
    fileprivate mutating func assign(
        _ copied: [CopiedUIDs], _ transfer: SyncOperation.Transfer, _ plan: SyncPlan
    ) {
        for message in transfer.messages {
            guard let handle = message.handle else { continue }
            for copies in copied where copies.validity == plan.uidValidity(of: transfer.target) {
                if let uid = copies.copy(of: message.uid) { assigned[handle] = uid }
            }
        }
    }
}

extension ServerSession {
    /// Those of `uids` whose copies stand in the target behind the fence; each copy is that of one message.
    fileprivate func copied(
        _ uids: UIDSet, of source: EncodedMailboxName, _ uidValidity: UIDValidity?, to target: EncodedMailboxName,
        behind fence: UID?
    ) async throws(SyncFailure) -> UIDSet {
        guard let fence, try await selectOrFail(source, expecting: uidValidity) != nil else { return UIDSet() }
        let originals = try await identities(of: uids)
        let copies =
            try await run { () async throws(IMAPClientError) in
                try await client.select(SelectCommand(target))
            }.uidValidity == nil ? [] : identities(of: UIDSet(fence ... .last))
        var free = copies.map(\.identity)
        var found: [UID] = []
        // What names itself by nothing is rather copied twice than lost.
        for original in originals where original.identity.messageID != nil {
            guard let index = free.firstIndex(of: original.identity) else { continue }
            free.remove(at: index)
            found.append(original.uid)
        }
        return UIDSet(found)
    }
}
