public import Accounts
internal import Disk
internal import InternetMessage
public import MailClients
internal import MailTypes
public import MaildirStore
internal import Outbox
public import Platform
public import SASL
internal import SMTPProtocol

/// Sends what waits in the outbox of an account, in the order in which it was ordered, each message once.
///
/// One process an account is at it at a time. Before the end of a message is handed over that is written down; whoever
/// finds it written, and no sender, asks the user, and sends nothing again by himself. What the server has taken is filed
/// in Sent and taken out of the outbox after that.
public struct OutboxDelivery: Sendable {
    /// Gives what to sign in with; anew, where what it gave before was refused. A sentence says why it cannot.
    public typealias CredentialSource = @Sendable (_ isRenewed: Bool) async throws(CredentialProblem) -> Credentials

    /// Why nobody can sign in: a sentence for people.
    public struct CredentialProblem: Error, Hashable, Sendable {
        public let sentence: String

        public init(_ sentence: String) {
            self.sentence = sentence
        }
    }

    let account: AccountConfiguration
    let connections: Connections
    let clock: any Clock
    let credentials: CredentialSource
    let files: PendingFetch?
    private let store: DraftStore
    private let isSentFresh: Bool
    private let tell: @Sendable (DeliveryEvent) -> Void

    /// `isSentFresh`: Sent has just been synced. `files` fetches what goes along with messages and is not here. `tell` is called with each event as it happens, on any thread.
    public init(
        _ account: AccountConfiguration, _ store: DraftStore, by connections: Connections, clock: any Clock,
        isSentFresh: Bool = false, files: PendingFetch? = nil, as credentials: @escaping CredentialSource,
        tell: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }
    ) {
        self.account = account
        self.store = store
        self.connections = connections
        self.clock = clock
        self.isSentFresh = isSentFresh
        self.files = files
        self.credentials = credentials
        self.tell = tell
    }

    /// Sends all that can be sent now.
    public func run() async throws(DraftError) -> DeliveryReport {
        var pass = DeliveryPass(self, OutboxStore(store, of: account, clock), tell)
        do throws(DraftError) {
            // What is queued while this one sends finds the lock held: it is looked for again once that is given back.
            var holdsLock = true
            repeat { holdsLock = try await runLocked(&pass) } while try await pass.hasMore() && holdsLock
        } catch {
            await pass.hangUp()
            throw error
        }
        // A server that does not answer a goodbye keeps no other sender waiting.
        await pass.hangUp()
        return pass.report
    }

    /// `false` where another process sends.
    private func runLocked(_ pass: inout DeliveryPass) async throws(DraftError) -> Bool {
        guard let lock = try await pass.store.lock() else {
            pass.report.isBusy = true
            return false
        }
        defer { withExtendedLifetime(lock) {} }
        try await pass.run(isSentFresh: isSentFresh)
        return true
    }
}

/// One run through the outbox.
struct DeliveryPass {
    let delivery: OutboxDelivery
    let store: OutboxStore
    private let tell: @Sendable (DeliveryEvent) -> Void
    var report = DeliveryReport()
    /// No more is sent in this run.
    var isOver = false
    private var session: SubmissionSession?

    init(_ delivery: OutboxDelivery, _ store: OutboxStore, _ tell: @escaping @Sendable (DeliveryEvent) -> Void) {
        self.delivery = delivery
        self.store = store
        self.tell = tell
    }

    mutating func say(_ event: DeliveryEvent) {
        report.events.append(event)
        tell(event)
    }

    mutating func run(isSentFresh: Bool) async throws(DraftError) {
        let look = try await store.look()
        for event in look.events { say(event) }
        report.unfiled = look.sent.count
        for item in look.sent { try await store.finish(item, isFresh: isSentFresh) }
        let now = delivery.clock.now()
        if look.queued.contains(where: { $0.sidecar.isDue(at: now) }) { try await send(look.queued) }
    }

    /// Counts what waits. Whether some of it was queued while this run was at its end.
    mutating func hasMore() async throws(DraftError) -> Bool {
        let waiting = try await store.waiting()
        report.waiting = waiting.count
        report.nextAttempt = waiting.compactMap(\.nextAttempt).min()
        return !isOver && !Task.isCancelled && waiting.contains { !$0.isBeingSent && $0.nextAttempt == nil }
    }

    // MARK: - Sending

    private mutating func send(_ look: [OutboxStore.Queued]) async throws(DraftError) {
        var queued = look
        for number in queued.indices {
            guard !isOver, !Task.isCancelled else { return }
            var message = queued[number]
            let now = delivery.clock.now()
            // What waits for the server goes as soon as that can be talked to, and what was put off when its time comes.
            guard message.sidecar.isDue(at: now) || message.sidecar.waitsForServer else { continue }
            if !message.sidecar.pendingAttachments.isEmpty {
                guard let whole = try await fetchFiles(of: message, queued.count) else { continue }
                message = whole
                queued[number] = whole
            }
            if await !(session?.client.isReusable ?? false) {
                // A server that may be down is tried for one whose time has come: it costs that one an attempt.
                let due = queued[number...].first { $0.sidecar.isDue(at: now) }
                guard let reason = due ?? (session == nil ? nil : message) else { continue }
                await hangUp()
                guard try await open(for: reason, of: queued) else { return }
            }
            guard let session else { return }
            try await send(message, on: session)
        }
    }

    /// No server waits for long: while something else takes its time, nobody is connected to one.
    mutating func hangUp() async {
        await session?.close()
        session = nil
    }

    /// Connects and signs in. Where that does not work, what it means for the messages is noted, and none is sent.
    private mutating func open(
        for message: OutboxStore.Queued, of queued: [OutboxStore.Queued]
    ) async throws(DraftError) -> Bool {
        do throws(SubmissionSession.Failure) {
            session = try await opened()
            return true
        } catch {
            isOver = true
            try await note(error, message, queued)
            return false
        }
    }

    /// A token that is no longer taken is renewed once.
    private func opened() async throws(SubmissionSession.Failure) -> SubmissionSession {
        let credentials = try await credentials(isRenewed: false)
        do throws(SubmissionSession.Failure) {
            return try await opened(as: credentials)
        } catch {
            guard case .refused(let failure, _) = error, failure.isAuthentication, credentials.kind == .token else {
                throw error
            }
            return try await opened(as: self.credentials(isRenewed: true))
        }
    }

    private func credentials(isRenewed: Bool) async throws(SubmissionSession.Failure) -> Credentials {
        do throws(OutboxDelivery.CredentialProblem) {
            return try await delivery.credentials(isRenewed)
        } catch {
            throw .credentials(error)
        }
    }

    private func opened(as credentials: Credentials) async throws(SubmissionSession.Failure) -> SubmissionSession {
        try await SubmissionSession.open(
            delivery.account, as: credentials, by: delivery.connections, clock: delivery.clock)
    }

    private mutating func note(
        _ failure: SubmissionSession.Failure, _ message: OutboxStore.Queued, _ queued: [OutboxStore.Queued]
    ) async throws(DraftError) {
        switch failure {
        case .noServer, .credentials:
            say(.problem(failure.sentence))
        case .unreachable(let reason, let sentence):
            if reason.isOffline {
                report.isOffline = true
                say(.offline(waiting: queued.count))
            } else {
                try await end(message, .unreachable(after: message.sidecar.retryCount), because: sentence)
            }
        case .refused(let refusal, let sentence):
            let result = AttemptResult(refusal, after: message.sidecar.retryCount)
            guard result.event == .reject, refusal.retry == .never else {
                return try await end(message, result, because: sentence)
            }
            // A server that takes nothing from this account takes none of them: nobody tries a wrong password for each.
            for one in queued {
                try await end(one, AttemptResult(refusal, after: one.sidecar.retryCount), because: sentence)
            }
        }
    }

    /// Notes what came of an attempt that did not come to the message.
    mutating func end(
        _ message: OutboxStore.Queued, _ result: AttemptResult, because sentence: String
    ) async throws(DraftError) {
        guard let sidecar = try await store.note(message.id, result, because: sentence) else { return }
        guard let outboxMessage = try await store.outboxMessage(message) else { return }
        tell(of: outboxMessage, result, sidecar, sentence)
    }

    private mutating func tell(
        of message: OutboxMessage, _ result: AttemptResult, _ sidecar: Sidecar, _ sentence: String
    ) {
        switch result.event {
        case .accept: say(.sent(message))
        case .lose: say(.unknown(message, reason: sentence))
        case .reject: say(.failed(message, reason: sentence))
        default: say(.postponed(message, reason: sentence, until: sidecar.nextAttempt))
        }
    }

    private mutating func send(
        _ message: OutboxStore.Queued, on session: SubmissionSession
    ) async throws(DraftError) {
        let id = message.id
        guard let message = try await store.claim(message) else { return }
        // What is known of a message may be wrong: the message itself says whether all of it is here.
        if PlaceholderHeader.isClaimed(by: message.octets), Message(message.octets).isPartial {
            guard let sidecar = try await store.end(id, .filesMissing, because: Self.isNotWhole) else { return }
            return tell(of: message.message, .filesMissing, sidecar, Self.isNotWhole)
        }
        guard let envelope = message.envelope else {
            let sentence = "The message has no sender or no valid recipient."
            guard let sidecar = try await store.end(id, .unsendable, because: sentence) else { return }
            return tell(of: message.message, .unsendable, sidecar, sentence)
        }
        say(.sending(message.message))
        let store = store
        // A message that is on its way is brought to its end, also where nobody waits for that any more.
        let report = await Task {
            await session.client.send(envelope, MessageSource(message.octets)) {
                (recipients) async throws(MessageSource.Failure) in
                try await store.note(id, isCommittedFor: recipients.map(\.description))
            }
        }.value
        let result = AttemptResult(of: report.deliveries, after: message.sidecar.retryCount)
        var sentence: String?
        if let failure = report.failure { sentence = await session.sentence(of: failure) }
        if let stopped = report.stopped { sentence = stopped }
        if result.event == .lose {
            var reason = session.unansweredEnd
            // What it said can be read either way.
            if case .reply? = report.failure?.cause, let said = sentence { reason = said + "." }
            sentence = message.message.unknownOutcome(because: reason)
        }
        guard
            let sidecar = try await store.end(
                id, result, accepted: report.accepted.map(\.description), because: sentence)
        else { return }
        tell(of: message.message, result, sidecar, sentence ?? "")
        if !result.canGoOn { isOver = true }
        if result.event == .accept, let item = try await store.sentItem(id) {
            try await store.finish(item, isFresh: false)
        }
    }
}

extension OutboxStore.Claimed {
    /// To whom it is still to go; `nil` where that is nobody.
    fileprivate var envelope: Envelope? {
        let named = Sidecar.Envelope(of: Message(octets))
        guard let pinned = sidecar.envelope ?? named,
            let sender = (pinned.sender ?? named?.sender).flatMap({ EnvelopeAddress.sender($0) })
        else { return nil }
        let done = Set((sidecar.attempt?.accepted ?? []).map { EmailAddress($0) })
        let recipients = pinned.recipients.filter { !done.contains($0) }.map { EnvelopeAddress($0) }
        guard !recipients.isEmpty, recipients.allSatisfy({ $0 != nil }) else { return nil }
        return Envelope(from: sender, to: recipients.compactMap(\.self))
    }
}

extension OutboxStore {
    /// The end of the message is about to be handed over: that is on the disk when this returns.
    fileprivate func note(
        _ id: DraftID, isCommittedFor recipients: [String]
    ) throws(MessageSource.Failure) {
        let isNoted: Bool
        do throws(DraftError) {
            isNoted = try commit(id, for: recipients)
        } catch {
            throw MessageSource.Failure(error.sentence)
        }
        if !isNoted { throw MessageSource.Failure(DraftError.missing(id).sentence) }
    }
}

extension DraftError {
    var sentence: String {
        switch self {
        case .file(let error): error.description
        case .missing: "The message is no longer in the outbox."
        case .beingSent: "The message is already being sent."
        case .newer(_, let version): "A newer petrel wrote the metadata of the message (format \(version))."
        }
    }
}
