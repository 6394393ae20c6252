internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

extension ServerSession {
    /// Appends a message exactly once. The journal entry is durable before the message is sent, and the caller ends it.
    /// If this throws, the connection is lost, and the next sync passes the open entry as `resuming`.
    func append(
        _ order: AppendRequest, journal store: SyncStore, resuming entry: SyncLedger.Append? = nil
    ) async throws(SyncFailure) -> (entry: SyncLedger.Append, outcome: AppendOutcome) {
        if let entry, entry.step == .stored { return (entry, .stored(entry.uid)) }
        let known: SyncLedger.Append
        if let entry { known = entry } else { known = try await begin(order, store) }
        var appending = IdempotentAppendRunner(order, known, self, store)
        let outcome = try await appending.run(entry == nil ? .begin : .resume)
        return (known, outcome)
    }

    /// Records the append in the journal. The fence is the mailbox's UIDNEXT: later searches begin there.
    func begin(
        _ order: AppendRequest, _ store: SyncStore, of draft: SyncLedger.Append.Draft? = nil
    ) async throws(SyncFailure) -> SyncLedger.Append {
        let (validity, next) = try await numbers(of: order.name)
        return try await store.beginAppend(order, validity, behind: next ?? .first, of: draft)
    }

    /// The mailbox's UIDVALIDITY and UIDNEXT, if the server reported them.
    private func numbers(of name: EncodedMailboxName) async throws(SyncFailure) -> (UIDValidity?, UID?) {
        if let mailbox = await client.mailbox, mailbox.name == name, let next = mailbox.uidNext {
            return (mailbox.uidValidity, next)
        }
        do throws(IMAPClientError) {
            let status = try await client.status(of: name, [.uidValidity, .uidNext])
            return (status?.uidValidity, status?.uidNext)
        } catch  where error.reach == .mailbox || error.reach == .message {
            // The mailbox may not exist. It is created if the server responds to APPEND with TRYCREATE.
            return (nil, nil)
        } catch {
            throw failure(error)
        }
    }
}

/// Performs the effects of `IdempotentAppend` on one connection.
struct IdempotentAppendRunner {
    let order: AppendRequest
    let entry: SyncLedger.Append
    let session: ServerSession
    let store: SyncStore
    private(set) var refusal: AppendRefusal?

    init(_ order: AppendRequest, _ entry: SyncLedger.Append, _ session: ServerSession, _ store: SyncStore) {
        self.order = order
        self.entry = entry
        self.session = session
        self.store = store
    }

    mutating func run(_ first: IdempotentAppend.Event) async throws(SyncFailure) -> AppendOutcome {
        var state = IdempotentAppend.recorded
        var event = first
        while let next = state.after(event) {
            state = next.state
            if next.effect == .stop { break }
            event = try await perform(next.effect)
        }
        switch state {
        case .ended(.stored(let uid)):
            try await store.noteStored(entry, uid)
            return .stored(uid)
        case .ended(.refused), .recorded, .sending, .creating, .looking, .waiting, .sweeping:
            return .refused(refusal ?? AppendRefusal(kind: .other, sentence: "The server did not accept the message."))
        }
    }

    /// Returns whether the server has the message after an interrupted append. Removes duplicates.
    mutating func isThere() async throws(SyncFailure) -> Bool {
        var state = IdempotentAppend.recorded
        var event = IdempotentAppend.Event.resume
        while let next = state.after(event) {
            state = next.state
            switch next.effect {
            case .locate, .remove: event = try await perform(next.effect)
            case .append, .create, .wait, .stop:
                if case .ended = state { return true }
                return false
            }
        }
        return false
    }

    /// Throws if the connection is lost.
    mutating func perform(
        _ effect: IdempotentAppend.Effect, replacing base: UID? = nil
    ) async throws(SyncFailure) -> IdempotentAppend.Event {
        switch effect {
        case .append:
            return try await append(replacing: base)
        case .create:
            do throws(IMAPClientError) {
                try await session.client.run(.create(order.name, nil))
                return .created
            } catch {
                return try refused(error)
            }
        case .locate:
            return .found(try await locate())
        case .wait(let seconds):
            await store.wait(.seconds(seconds))
            return .waited
        case .remove(let uids):
            do throws(SyncFailure) {
                try await session.remove(uids)
            } catch {
                guard error.isOfRequest else { throw error }
                return .refused
            }
            return .removed
        case .stop:
            return .lost
        }
    }

    private mutating func append(replacing base: UID?) async throws(SyncFailure) -> IdempotentAppend.Event {
        if let limit = await session.client.capabilities.appendLimit, order.octets.count > limit {
            refusal = AppendRefusal(
                kind: .tooLarge, sentence: "The server accepts no message larger than \(limit) bytes.")
            return .refused
        }
        do throws(IMAPClientError) {
            let source = MessageSource(order.octets)
            let appended =
                if let base { try await session.client.replace(base, with: order.command, source) } else {
                    try await session.client.append(order.command, source)
                }
            // Without UIDNEXT the fence is the first UID, and a false UID cannot be recognized: the message is located.
            guard let appended, entry.fence > .first, appended.uid >= entry.fence,
                entry.uidValidity.map({ $0 == appended.validity }) ?? true
            else { return .stored(nil) }
            return .stored(appended.uid)
        } catch {
            if case .session(let failure) = error, failure.cause == .refused(.no, .tryCreate) { return .noMailbox }
            return try refused(error)
        }
    }

    /// Records the server's refusal. Throws if the error ended the connection.
    private mutating func refused(_ error: IMAPClientError) throws(SyncFailure) -> IdempotentAppend.Event {
        guard case .session(let failure) = error, failure.reach != .connection else { throw session.failure(error) }
        refusal = AppendRefusal(failure, session.failure(error).sentence)
        return .refused
    }

    /// Returns the messages with this Message-ID from the fence on, or in the whole mailbox if UIDVALIDITY has changed.
    private func locate() async throws(SyncFailure) -> [IdempotentAppend.Located] {
        let mailbox: SelectedMailbox
        do throws(IMAPClientError) {
            mailbox = try await session.client.select(SelectCommand(order.name))
        } catch  where error.reach == .mailbox || error.reach == .message {
            return []
        } catch {
            throw session.failure(error)
        }
        let fence = mailbox.uidValidity == entry.uidValidity ? entry.fence : .first
        return try await session.identities(of: UIDSet(fence ... .last)).filter {
            $0.identity.messageID == entry.messageID
        }.map { IdempotentAppend.Located($0.uid, size: $0.identity.size) }
    }
}

extension AppendRefusal {
    fileprivate init(_ failure: IMAPFailure, _ sentence: String) {
        switch failure.cause {
        case .refused(_, .overQuota): self.init(kind: .overQuota, sentence: sentence)
        case .refused(_, .limit), .refused(_, .tooBig): self.init(kind: .tooLarge, sentence: sentence)
        default: self.init(kind: .other, sentence: sentence)
        }
    }
}
