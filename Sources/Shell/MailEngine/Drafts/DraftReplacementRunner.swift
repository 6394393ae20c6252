internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// Performs the effects of `DraftReplacement` on one connection.
struct DraftReplacementRunner {
    enum Outcome: Hashable, Sendable {
        case stored(UID?)
        /// Another client replaced or removed the previous version first.
        case conflict
        case refused(AppendRefusal)
    }

    private let entry: SyncLedger.Append
    private let uidValidity: UIDValidity?
    private let trash: EncodedMailboxName?
    private var appending: IdempotentAppendRunner
    /// `false` if the revision no longer exists locally: then the runner only searches for it on the server.
    var mayAppend = true

    init(
        _ order: AppendRequest, _ entry: SyncLedger.Append, _ uidValidity: UIDValidity?, trash: EncodedMailboxName?,
        _ session: ServerSession, _ store: SyncStore
    ) {
        self.entry = entry
        self.uidValidity = uidValidity
        self.trash = trash
        appending = IdempotentAppendRunner(order, entry, session, store)
    }

    private var base: UID? { entry.draft?.base }

    /// Throws if the connection is lost. The next sync resumes from the journal.
    mutating func run(_ first: DraftReplacement.Event) async throws(SyncFailure) -> Outcome {
        var state = DraftReplacement.recorded
        var event = first
        while let next = state.after(event) {
            state = next.state
            if next.effect == .stop { break }
            do throws(SyncFailure) {
                event = try await perform(next.effect)
            } catch {
                guard error.isOfRequest else { throw error }
                return .refused(AppendRefusal(kind: .other, sentence: error.sentence))
            }
        }
        switch state {
        case .ended(.stored(let uid)):
            try await appending.store.noteStored(entry, uid)
            return .stored(uid)
        case .ended(.conflict): return .conflict
        case .ended(.refused), .recorded, .claiming, .claimed, .removing, .appending, .replacing:
            return .refused(
                appending.refusal ?? AppendRefusal(kind: .other, sentence: "The server did not accept the message."))
        }
    }

    private mutating func perform(
        _ effect: DraftReplacement.Effect
    ) async throws(SyncFailure) -> DraftReplacement.Event {
        switch effect {
        case .claim:
            return try await claim() ? .present : .missing
        case .note:
            try await appending.store.noteClaimed(entry)
            return .noted
        case .remove:
            // If UIDVALIDITY has changed, the previous version cannot be identified and is left alone.
            if let base, try await appending.session.select(appending.order.name, expecting: uidValidity) != nil {
                try await appending.session.removeDrafts(UIDSet(base), trash: trash)
                try await appending.store.forgetDrafts(UIDSet(base))
            }
            return .removed
        case .append(.append) where !mayAppend, .replace where !mayAppend:
            return .append(.refused)
        case .append(let effect):
            return .append(try await appending.perform(effect))
        case .replace:
            guard try await appending.session.select(appending.order.name, expecting: uidValidity) != nil else {
                return .append(.refused)
            }
            guard try await hasPreviousVersion() else { return .missing }
            return .append(try await appending.perform(.append, replacing: base))
        case .stop:
            return .lost
        }
    }

    /// Returns whether the selected mailbox has the previous version under its UID, and not another message.
    private func hasPreviousVersion() async throws(SyncFailure) -> Bool {
        guard let base, let draft = entry.draft?.id else { return false }
        let known = try await appending.store.draftContents(UIDSet(base))
        guard !known.isEmpty else { return true }
        return try await appending.session.versions(among: known, of: draft).contains(base)
    }

    /// Returns whether the previous version still exists. Marks it as deleted with the same command, except on Gmail,
    /// where that could remove it at once.
    private func claim() async throws(SyncFailure) -> Bool {
        let session = appending.session
        guard let base, try await session.select(appending.order.name, expecting: uidValidity) != nil else {
            return false
        }
        guard try await hasPreviousVersion() else { return false }
        return try await session.run { () async throws(IMAPClientError) in
            let isGmail = await session.client.capabilities.contains(.gmail)
            if !isGmail {
                var store = StoreCommand(UIDSet(base), .add, [.deleted])
                store.isSilent = false
                let marked = try await session.client.store(store)
                if marked.contains(where: { $0.uid == base && $0.flags?.contains(.deleted) ?? false }) { return true }
            }
            // Some servers do not report a message that was marked as deleted before.
            var isThere = false
            try await session.client.fetch(FetchCommand(UIDSet(base), [.flags])) { event in
                if case .message(let message) = event, message.uid == base { isThere = true }
            }
            return isThere
        }
    }
}

extension ServerSession {
    /// Whether a draft can be replaced in one step [RFC 8508].
    var canReplace: Bool {
        get async { await client.capabilities.contains(.replace) }
    }

    /// Removes old versions of drafts from the selected mailbox. On Gmail they are moved to Trash: the effect of
    /// EXPUNGE depends on the user's settings there, and old versions could accumulate.
    func removeDrafts(_ uids: UIDSet, trash: EncodedMailboxName?) async throws(SyncFailure) {
        let capabilities = await client.capabilities
        if let trash, capabilities.contains(.gmail), capabilities.contains(.move) {
            _ = try await run { () async throws(IMAPClientError) in try await client.move(uids, to: trash) }
        } else {
            try await remove(uids)
        }
    }
}
