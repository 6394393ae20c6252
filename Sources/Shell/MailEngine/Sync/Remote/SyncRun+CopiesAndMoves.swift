internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// Copies and moves messages on the server, and completes interrupted moves.
extension SyncRun {
    mutating func copy(_ transfer: SyncOperation.Transfer) async throws(SyncFailure) {
        guard let target = pass.listing.encoded(transfer.target) else { return }
        try await select(transfer.source)
        pass.entries.append(
            try await store.begin(
                .copy, from: transfer.source, pass.plan.uidValidity(of: transfer.source), transfer.uids,
                to: transfer.target))
        let copied = try await session.run { () async throws(IMAPClientError) in
            try await session.client.copy(transfer.uids, to: target)
        }
        pass.assign(copied, transfer)
    }

    /// Moves messages. Without MOVE, copies them, records that, and then removes the originals [RFC 6851 §3.3].
    mutating func move(_ transfer: SyncOperation.Transfer, _ operation: SyncOperation) async throws(SyncFailure) {
        guard let target = pass.listing.encoded(transfer.target) else { return }
        try await select(transfer.source)
        let entry = try await store.begin(
            .move, from: transfer.source, pass.plan.uidValidity(of: transfer.source), transfer.uids,
            to: transfer.target, behind: pass.listing.listed(transfer.target)?.status?.uidNext)
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
        pass.assign(copied, transfer)
        let missing = await missing(from: copied, of: transfer)
        guard missing.isEmpty else {
            // The listing may still count them.
            pass.doubts.insert(transfer.source)
            for message in transfer.messages where missing.contains(message.uid) {
                if let handle = message.handle { pass.unmoved.append((transfer.target, handle)) }
            }
            var done = transfer
            done.messages.removeAll { missing.contains($0.uid) }
            pass.moved.append(.move(done))
            return try await end(entry, hasCopies: true)
        }
        guard transfer.messages.contains(where: { $0.handle != nil }) else {
            try await store.record([operation])
            return try await store.end([entry])
        }
        pass.moved.append(operation)
        pass.entries.append(entry)
    }

    /// Returns the messages that the server did not have any longer. They stay in the sync state, so that the next pass
    /// searches where another client has moved them. If it finds them nowhere, it moves them again, and their UIDs are
    /// forgotten then.
    private func missing(from copied: [CopiedUIDs], of transfer: SyncOperation.Transfer) async -> UIDSet {
        guard pass.isFirst, await session.client.capabilities.contains(.uidPlus) else { return UIDSet() }
        return copied.reduce(transfer.uids) { $0.subtracting($1.source) }
    }

    /// Adds the files whose messages another client may have moved to the mailbox during this pass.
    func addingUnmoved(_ fetch: SyncOperation.Fetch) -> SyncOperation.Fetch {
        guard pass.listing.kind(of: fetch.mailbox) == .mailbox, fetch.mailbox != .drafts else { return fetch }
        let handles = pass.unmoved.filter { $0.mailbox != fetch.mailbox }.map(\.handle)
        return SyncOperation.Fetch(
            mailbox: fetch.mailbox, uids: fetch.uids, candidates: fetch.candidates + handles,
            changes: fetch.changes)
    }

    /// Completes moves without MOVE that were interrupted after the copy, or before its response arrived. In the latter
    /// case, searches for the copies among the UIDs from the fence on.
    mutating func finishMoves() async throws(SyncFailure) {
        // If messages that should have been expunged still exist, the plan includes them again.
        try await store.end(try await store.openEntries().filter { $0.kind == .expunge })
        for entry in try await store.openEntries() where entry.kind == .move {
            if await session.client.capabilities.contains(.move), !entry.isCopied { continue }
            // If the server does not list a mailbox, the copies cannot be found.
            guard let source = entry.source, let target = entry.target, pass.listing.listed(source) != nil,
                pass.listing.listed(target) != nil, pass.refused.isDisjoint(with: [source, target])
            else { continue }
            do throws(SyncFailure) {
                try await finish(entry, from: source, to: target)
            } catch {
                try noteRefusal(error, of: source)
                let moved = entry.uids.uids.map { SyncLedger.Refusal.Subject.removal(source, $0) }
                try await store.refuse(moved, in: [source, target])
                if try await store.hasGivenUp(moved) {
                    // The plan will revert the move.
                    try await end(entry, hasCopies: entry.isCopied)
                } else {
                    // A new plan for these mailboxes could copy the messages a second time.
                    pass.unobservedMailboxes.formUnion([source, target])
                }
            }
        }
    }

    private mutating func finish(
        _ entry: SyncLedger.Entry, from source: MailboxName, to target: MailboxName
    ) async throws(SyncFailure) {
        guard let from = pass.listing.encoded(source), let to = pass.listing.encoded(target) else { return }
        var copied = entry.uids
        if !entry.isCopied {
            copied = try await session.copied(entry.uids, of: from, entry.uidValidity, to: to, behind: entry.fence)
        }
        if !copied.isEmpty, try await session.selectOrFail(from, expecting: entry.uidValidity) != nil {
            try await session.remove(copied)
            // The sync state keeps the messages until their copies are matched with the files. The listing still counts
            // them.
            pass.reasons[source] = .unfinished
            try await store.accept(copied.uids.map { .removal(source, $0) })
        }
        try await end(entry, hasCopies: !copied.isEmpty)
    }

    private func end(_ entry: SyncLedger.Entry, hasCopies: Bool) async throws(SyncFailure) {
        // The new entry causes the copies in the target to be matched with their files.
        if hasCopies, let target = entry.target { _ = try await store.begin(.copy, from: entry.source, to: target) }
        try await store.end([entry])
    }
}

extension SyncPassState {
    /// Records the UIDs of the copies that COPYUID reported.
    fileprivate mutating func assign(_ copied: [CopiedUIDs], _ transfer: SyncOperation.Transfer) {
        for message in transfer.messages {
            guard let handle = message.handle else { continue }
            for copies in copied {
                guard let uid = copies.copy(of: message.uid) else { continue }
                assign(uid, copies.validity, to: handle, in: transfer.target)
            }
        }
    }
}

extension ServerSession {
    /// Returns those of `uids` that have a copy in the target from the fence on. Each copy counts for one message only.
    fileprivate func copied(
        _ uids: UIDSet, of source: EncodedMailboxName, _ uidValidity: UIDValidity?, to target: EncodedMailboxName,
        behind fence: UID?
    ) async throws(SyncFailure) -> UIDSet {
        guard let fence, try await selectOrFail(source, expecting: uidValidity) != nil else { return UIDSet() }
        let originals = try await identities(of: uids)
        guard try await hasSelected(target) else { return UIDSet() }
        let copies = try await identities(of: UIDSet(fence ... .last))
        var free = copies.filter { $0.identity.messageID != nil }.map(\.identity)
        var found: [UID] = []
        for original in originals where original.identity.messageID != nil {
            guard let index = free.firstIndex(of: original.identity) else { continue }
            free.remove(at: index)
            found.append(original.uid)
        }
        return UIDSet(found).union(
            try await unnamed(
                originals.filter { $0.identity.messageID == nil }, of: source, uidValidity,
                copiedTo: copies.filter { $0.identity.messageID == nil }))
    }

    /// Returns those messages without a Message-ID that have the same content as one of `copies`, which are in the
    /// selected mailbox.
    private func unnamed(
        _ originals: [(uid: UID, identity: MessageIdentity)], of source: EncodedMailboxName,
        _ uidValidity: UIDValidity?,
        copiedTo copies: [(uid: UID, identity: MessageIdentity)]
    ) async throws(SyncFailure) -> UIDSet {
        let sizes = Set(originals.map(\.identity.size)).intersection(copies.map(\.identity.size))
        guard !sizes.isEmpty else { return UIDSet() }
        var free = Array(
            try await digests(of: UIDSet(copies.filter { sizes.contains($0.identity.size) }.map(\.uid))).values)
        guard try await selectOrFail(source, expecting: uidValidity) != nil else { return UIDSet() }
        var found: [UID] = []
        let contents = try await digests(of: UIDSet(originals.filter { sizes.contains($0.identity.size) }.map(\.uid)))
        for (uid, content) in contents.sorted(by: { $0.key < $1.key }) {
            guard let index = free.firstIndex(of: content) else { continue }
            free.remove(at: index)
            found.append(uid)
        }
        return UIDSet(found)
    }

    /// Selects a mailbox. Returns `false` if the server does not report its UIDVALIDITY.
    private func hasSelected(_ mailbox: EncodedMailboxName) async throws(SyncFailure) -> Bool {
        try await run { () async throws(IMAPClientError) in
            try await client.select(SelectCommand(mailbox))
        }.uidValidity != nil
    }
}
