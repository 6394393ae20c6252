internal import Accounts
internal import Disk
internal import InternetMessage
internal import MailClients
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import SASL
internal import SMTPProtocol

/// One pass through the outbox.
struct DeliveryPass {
    let delivery: OutboxDelivery
    let store: OutboxStore
    private let tell: @Sendable (DeliveryEvent) -> Void
    var report = DeliveryReport()
    /// Set when nothing more can be sent in this run.
    var isOver = false
    /// Whether it is known what other devices did with the drafts of messages that have waited.
    var drafts = RemoteDraftCheck.unchecked
    /// Messages that are left to the delivery after a sync, because this one cannot sync.
    private var postponed: Set<DraftID> = []
    /// What was done about copies for Sent.
    var sentCopies = SentCopySteps()
    private var unfiled: UnfiledSentMessages
    var session: SubmissionConnection?
    private var triesAtOnce: Bool

    init(_ delivery: OutboxDelivery, _ store: OutboxStore, _ tell: @escaping @Sendable (DeliveryEvent) -> Void) {
        self.delivery = delivery
        self.store = store
        self.tell = tell
        triesAtOnce = delivery.triesAtOnce
        unfiled = UnfiledSentMessages(delivery.clock, queued: 0)
    }

    /// Records an attempt for the caller and in the log.
    private mutating func log(_ attempt: SubmissionAttempt) {
        report.attempts.append(attempt)
        if let problem = delivery.log?(attempt) { say(.problem(problem)) }
    }

    mutating func say(_ event: DeliveryEvent) {
        report.events.append(event)
        tell(event)
    }

    mutating func run(isSentFresh: Bool) async throws(DraftError) {
        let queue = try await store.loadQueue()
        for event in queue.events { say(event) }
        report.unfiled = queue.sent.count
        for step in try await store.fileSentCopies(of: queue.sent, isSentFresh: isSentFresh) { sentCopies.add(step) }
        let now = delivery.clock.now()
        if queue.queued.contains(where: { isWanted($0.sidecar, at: now) }) {
            unfiled = UnfiledSentMessages(delivery.clock, queued: queue.queued.count)
            do throws(DraftError) {
                try await send(queue.queued)
            } catch {
                try? await fileSentCopies()
                throw error
            }
            try await fileSentCopies()
        }
        // Messages that are queued meanwhile are sent when they are due.
        triesAtOnce = false
    }

    /// Whether a message is a reason to connect.
    private func isWanted(_ sidecar: Sidecar, at now: Instant) -> Bool {
        sidecar.isDue(at: now) || (triesAtOnce && sidecar.waitsForServer)
    }

    private var mayCheckAgain: Bool { delivery.sentAndDraftsSync != nil && drafts != .offline }

    /// Counts the waiting messages, and returns them.
    mutating func countWaiting() async throws(DraftError) -> [OutboxStore.Waiting] {
        let waiting = try await store.waiting()
        report.planned = waiting.count(where: \.isPlanned)
        report.waiting = waiting.count - report.planned
        report.nextAttempt = waiting.compactMap(\.nextAttempt).min()
        return waiting
    }

    /// Counts the waiting messages. Returns whether some were queued while this run was ending.
    mutating func hasMore() async throws(DraftError) -> Bool {
        let waiting = try await countWaiting()
        return !isOver && !Task.isCancelled
            && waiting.contains {
                !$0.isBeingSent && $0.nextAttempt == nil
                    && (mayCheckAgain || !postponed.contains($0.id))
            }
    }

    // MARK: - Sending

    /// Stores the copies of the messages that were sent in Sent.
    mutating func fileSentCopies() async throws(DraftError) {
        for step in try await store.fileSentCopies(of: unfiled.take(), isSentFresh: false) { sentCopies.add(step) }
    }

    private mutating func send(_ messages: [OutboxStore.Queued]) async throws(DraftError) {
        var queued = messages
        for number in queued.indices {
            guard !isOver, !Task.isCancelled else { return }
            var message = queued[number]
            let now = delivery.clock.now()
            // A message that waits for the server is sent once there is a connection. Others are sent when they are
            // due.
            guard message.sidecar.isDue(at: now) || message.sidecar.waitsForServer else { continue }
            guard try !awaitsPrompt(queued.count) else { return }
            guard try await mayBeSent(message, queued.count) else { continue }
            if unfiled.areDue(beforeSending: message.item.size) { try await fileSentCopies() }
            if !message.sidecar.undownloadedFiles.isEmpty {
                // The download may take long.
                try await fileSentCopies()
                guard let whole = try await fetchFiles(of: message, queued.count) else { continue }
                message = whole
                queued[number] = whole
            }
            if await !(session?.client.isReusable ?? false) {
                // Connecting counts as an attempt to send the first message that is due.
                let due = queued[number...].first { isWanted($0.sidecar, at: now) }
                guard let reason = due ?? (session == nil ? nil : message) else { continue }
                // The server may not answer for long.
                try await fileSentCopies()
                await hangUp()
                guard try await open(for: reason, of: queued) else { return }
            }
            guard let session, !Task.isCancelled, try !awaitsPrompt(queued.count) else { return }
            try await send(message, on: session)
        }
    }

    /// Whether nothing may be sent, because a prompt works offline. `waiting`: the number of waiting messages.
    private mutating func awaitsPrompt(_ waiting: Int) throws(DraftError) -> Bool {
        guard try delivery.isOfflineByChoice() else { return false }
        report.awaitsPrompt = true
        isOver = true
        if delivery.offlineHold?.isNews(ofWaiting: waiting) ?? false { say(.awaitsPrompt(waiting: waiting)) }
        return true
    }

    /// Returns `false` if another device may have changed, sent or deleted the draft of the message, and the server was not
    /// asked. That does not count as an attempt to send it. `waiting`: the number of waiting messages.
    private mutating func mayBeSent(
        _ message: OutboxStore.Queued, _ waiting: Int
    ) async throws(DraftError) -> Bool {
        guard !drafts.isChecked(at: delivery.clock.now()), await store.mustCheckDraft(of: message) else { return true }
        switch drafts {
        case .checked, .unchecked:
            postponed.insert(message.id)
        case .offline:
            // The server for sending may be another one, which can be reached.
            postponed.insert(message.id)
            if !report.isOffline { say(.offline(waiting: waiting)) }
            report.isOffline = true
        case .failed(let reason):
            let result = AttemptResult.filesAwaited(after: await store.age(of: message), from: .message)
            try await end(message, result, because: Self.unchecked + reason)
        }
        return false
    }

    private static let unchecked = "petrel could not find out whether its draft was changed or sent on another device. "

    /// Disconnects. Servers close idle connections.
    mutating func hangUp() async {
        await session?.close()
        session = nil
    }

    /// Connects and signs in. If that fails, records the result for the affected messages and returns `false`.
    private mutating func open(
        for message: OutboxStore.Queued, of queued: [OutboxStore.Queued]
    ) async throws(DraftError) -> Bool {
        do throws(SubmissionConnection.Failure) {
            session = try await opened()
            return true
        } catch {
            isOver = true
            // The failure may be that the time is over, which says nothing about the server.
            if !Task.isCancelled { try await note(error, message, queued) }
            return false
        }
    }

    func opened() async throws(SubmissionConnection.Failure) -> SubmissionConnection {
        try await signingIn(
            with: delivery.credentials, failure: SubmissionConnection.Failure.credentials,
            isRejection: \.isOfCredentials
        ) { credentials async throws(SubmissionConnection.Failure) in
            try await SubmissionConnection.open(
                delivery.account, as: credentials, by: delivery.connections, clock: delivery.clock)
        }
    }

    private mutating func note(
        _ failure: SubmissionConnection.Failure, _ message: OutboxStore.Queued, _ queued: [OutboxStore.Queued]
    ) async throws(DraftError) {
        switch failure {
        case .noServer:
            say(.problem(failure.sentence))
        case .credentials:
            report.awaitsPassword = delivery.account.secret == nil
            say(.problem(failure.sentence))
        case .unreachable(let reason, let sentence):
            if reason.isOffline {
                report.isOffline = true
                say(.offline(waiting: queued.count))
            } else {
                let result = AttemptResult.unreachable(after: message.sidecar.retryCount)
                try await endConnecting(for: message, result, nil, sentence)
            }
        case .refused(let refusal, let sentence):
            let result = AttemptResult(refusal, after: message.sidecar.retryCount)
            guard result.event == .reject, refusal.retry == .never else {
                return try await endConnecting(for: message, result, refusal, sentence)
            }
            // The server accepts nothing from this account. Fail all messages, so that a wrong password is not tried
            // for each one.
            for one in queued {
                let result = AttemptResult(refusal, after: one.sidecar.retryCount)
                try await end(one, result, because: sentence)
                logUnstarted(one, result, refusal, sentence)
            }
        }
    }

    /// Records that there was no connection. If the message was tried before it was due, that does not count as an attempt.
    private mutating func endConnecting(
        for message: OutboxStore.Queued, _ result: AttemptResult, _ failure: SMTPFailure?, _ sentence: String
    ) async throws(DraftError) {
        guard !message.sidecar.isDue(at: delivery.clock.now()) else {
            try await end(message, result, because: sentence)
            return logUnstarted(message, result, failure, sentence)
        }
        guard let outboxMessage = try await store.outboxMessage(message) else { return }
        say(.postponed(outboxMessage, reason: sentence, until: message.sidecar.nextAttempt))
    }

    private mutating func logUnstarted(
        _ message: OutboxStore.Queued, _ result: AttemptResult, _ failure: SMTPFailure?, _ sentence: String
    ) {
        log(
            SubmissionAttempt(
                message.id, host: delivery.account.smtpServers.first?.host ?? "-", message.sidecar.envelope, size: nil,
                result, failure, nil, because: sentence))
    }

    /// Records an attempt that ended before the message was transmitted.
    mutating func end(
        _ message: OutboxStore.Queued, _ result: AttemptResult, because sentence: String
    ) async throws(DraftError) {
        let sentence = message.sidecar.namingHolders(after: sentence)
        guard let sidecar = try await store.recordUnstarted(message.id, result, because: sentence) else { return }
        guard let outboxMessage = try await store.outboxMessage(message) else { return }
        tell(of: outboxMessage, result, sidecar, sentence)
    }

    private mutating func tell(
        of message: OutboxMessageSummary, _ result: AttemptResult, _ sidecar: Sidecar, _ sentence: String
    ) {
        switch result.event {
        case .accept: say(.sent(message))
        case .lose: say(.unknown(message, reason: sentence))
        case .reject: say(.failed(message, reason: sentence))
        default: say(.postponed(message, reason: sentence, until: sidecar.nextAttempt))
        }
    }

    private mutating func send(
        _ message: OutboxStore.Queued, on session: SubmissionConnection
    ) async throws(DraftError) {
        let id = message.id
        let isNew = await store.isNew(message)
        if await session.client.serviceExtensions?.smtpUTF8 == false { try await store.makeASCII(message) }
        guard let message = try await store.claim(message) else { return }
        // The sidecar may be wrong. The message itself shows whether it is complete.
        if PartialMessageMarkers.isClaimed(by: message.octets), Message(message.octets).isPartial {
            return try await record(.filesMissing, of: message, because: Self.isNotWhole)
        }
        guard let envelope = message.envelope else {
            return try await record(
                .unsendable, of: message, because: "The message has no sender or no valid recipient.")
        }
        if !isNew, try await wasSentBefore(message, envelope) { return }
        say(.sending(message.message))
        let (deliveries, session) = await transmit(message, to: envelope, on: session)
        let result = AttemptResult(of: deliveries, after: message.sidecar.retryCount)
        let holders = deliveries.accepted.map(\.description)
        var sentence: String?
        if let failure = deliveries.failure {
            sentence = await session.sentence(of: failure, deliveries.flatMap(\.recipients))
        }
        if result.event == .lose {
            var reason = session.unansweredEnd
            // The reply does not tell whether the server accepted the message.
            if case .reply? = deliveries.failure?.cause, let said = sentence { reason = said + "." }
            sentence = message.message.unknownOutcome(because: message.sidecar.namingHolders(holders, after: reason))
        } else if result.event != .accept {
            sentence = message.sidecar.namingHolders(holders, after: sentence ?? "")
        }
        if !result.canGoOn { isOver = true }
        try await record(result, of: message, deliveries, because: sentence)
        log(
            SubmissionAttempt(
                id, host: session.host, message.sidecar.envelope ?? Sidecar.Envelope(of: Message(message.octets)),
                size: message.octets.count, result, deliveries.failure, deliveries.reply, because: sentence))
    }

    /// Whether the message was sent before, which is then recorded and reported.
    private mutating func wasSentBefore(
        _ message: OutboxStore.Claimed, _ envelope: Envelope
    ) async throws(DraftError) -> Bool {
        let recipients = envelope.recipients.map(\.description)
        guard let sidecar = try await store.settleSentBefore(message, to: recipients) else { return false }
        var outboxMessage = message.message
        outboxMessage.isInSent = true
        say(.unknown(outboxMessage, reason: sidecar.lastError ?? ""))
        return true
    }

    /// Records the result of an attempt, and reports it. Stores the copy of a sent message in Sent, perhaps with others
    /// later.
    private mutating func record(
        _ result: AttemptResult, of message: OutboxStore.Claimed, _ deliveries: [DeliveryResult] = [],
        because sentence: String?
    ) async throws(DraftError) {
        let item = try await store.record(result, of: message.message.id, deliveries, because: sentence)
        guard let item, let sidecar = item.sidecar else { return }
        var outboxMessage = message.message
        if let planned = sidecar.sendAfter, let ended = sidecar.attempt?.ended {
            outboxMessage.delay = .seconds(max(0, ended.seconds - planned.seconds))
        }
        tell(of: outboxMessage, result, sidecar, sentence ?? "")
        if result.event == .accept { unfiled.add(item) }
        if unfiled.areDue { try await fileSentCopies() }
    }
}

extension OutboxStore.Claimed {
    /// The envelope with the recipients that do not have the message yet; `nil` if there are none, or if an address is
    /// invalid.
    fileprivate var envelope: Envelope? {
        let named = Sidecar.Envelope(of: Message(octets))
        guard let pinned = sidecar.envelope ?? named,
            let sender = (pinned.sender ?? named?.sender).flatMap({ EnvelopeAddress.sender($0) })
        else { return nil }
        let done = Set((sidecar.attempt?.accepted ?? []).map { EmailAddress($0) })
        let recipients = pinned.recipients.filter { !done.contains($0) }.map { EnvelopeAddress($0) }
        guard !recipients.isEmpty, recipients.allSatisfy({ $0 != nil }) else { return nil }
        let status = pinned.reports.map { words in
            Envelope.StatusRequest(
                Set(words.compactMap { Envelope.StatusRequest.Occasion(rawValue: $0) }),
                returnsMessage: pinned.reportsReturnMessage)
        }
        return Envelope(from: sender, to: recipients.compactMap(\.self), status: status)
    }
}

extension [DeliveryResult] {
    /// The server's reply to the last message that it accepted.
    fileprivate var reply: Reply? {
        for result in reversed() {
            if case .accepted(let reply) = result.outcome { return reply }
        }
        return nil
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
