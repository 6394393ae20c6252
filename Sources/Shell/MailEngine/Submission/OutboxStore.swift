internal import Accounts
internal import Disk
internal import DomainNames
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import SMTPProtocol

/// Reads and updates the outbox for `OutboxDelivery`, on a separate thread.
actor OutboxStore {
    private let executor = DiskExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// A message that waits to be sent. Only its metadata has been read.
    struct Queued: Sendable {
        let id: DraftID
        let item: DraftItem
        let sidecar: Sidecar
    }

    /// A message that is being sent.
    struct Claimed: Sendable {
        let message: OutboxMessageSummary
        let sidecar: Sidecar
        let octets: [UInt8]
    }

    /// The messages in the outbox.
    struct Queue: Sendable {
        /// In the order in which they were queued.
        var queued: [Queued] = []
        var events: [DeliveryEvent] = []
        /// Sent messages whose copy is not in Sent yet.
        var sent: [DraftItem] = []
    }

    let store: DraftStore
    /// The account's identities, for messages without a sender.
    private let authors: [Address]
    let filing: Provider.SentFiling
    /// The key under which petrel records whether the provider stores copies in Sent itself.
    let server: String
    /// Whether the account has a server from which other devices get drafts.
    let hasIMAP: Bool
    /// Whether another sync program syncs the same directories.
    let isShared: Bool
    let clock: any Clock

    init(_ store: DraftStore, of account: AccountConfiguration, _ clock: any Clock) {
        self.store = store
        authors = account.identities.map { Address(name: $0.name, email: $0.address) }
        filing = account.sentFiling
        server = account.sentFilingKey
        isShared = store.isShared
        hasIMAP = !account.imapServers.isEmpty
        self.clock = clock
    }

    private var moment: DateAndUptime { DateAndUptime(clock.now(), clock.uptime()) }

    func lock() throws(DraftError) -> FileLock? {
        do throws(FileError) { return try store.senderLock() } catch { throw .file(error) }
    }

    // MARK: - Reading

    /// Reads the queue, and resolves messages that an interrupted process left in the state "sending". The caller must
    /// hold the sender lock.
    func loadQueue() throws(DraftError) -> Queue {
        let moment = moment
        var queue = Queue()
        let contents: DraftStore.Contents
        do throws(FileError) { contents = try store.contents(at: moment.date) } catch { throw .file(error) }
        for var item in contents.outbox where item.problem == nil {
            guard let id = item.draftID, var sidecar = item.sidecar else { continue }
            if sidecar.submission == .sending {
                guard let settled = try store.settleAbandoned(id, sidecar, at: moment.date) else { continue }
                item = settled
                sidecar = settled.sidecar ?? sidecar
                if sidecar.isOutcomeUnknown, let lost = try outboxMessage(Queued(id: id, item: item, sidecar: sidecar))
                {
                    queue.events.append(.unknown(lost, reason: sidecar.lastError ?? ""))
                }
            }
            if sidecar.submission == .queued, try isTooOld(&item, id, moment) {
                if let old = try outboxMessage(Queued(id: id, item: item, sidecar: sidecar)) {
                    queue.events.append(.failed(old, reason: sidecar.namingHolders(after: Self.tooOld)))
                }
                continue
            }
            switch sidecar.submission {
            case .queued where sidecar.plannedTime(at: moment) != nil: break
            case .queued: queue.queued.append(Queued(id: id, item: item, sidecar: item.sidecar ?? sidecar))
            case .sent: queue.sent.append(item)
            case .draft, .undoable, .sending, .unknown, .failed: break
            }
        }
        queue.queued.sort { one, other in
            let (first, second) = (one.sidecar.queuedDate?.seconds ?? 0, other.sidecar.queuedDate?.seconds ?? 0)
            return (first, one.sidecar.outboxNumber ?? 0) < (second, other.sidecar.outboxNumber ?? 0)
        }
        return queue
    }

    /// Returns the waiting messages. Changes nothing, because another process may be sending.
    func waiting() throws(DraftError) -> [Waiting] {
        let moment = moment
        let contents: DraftStore.Contents
        do throws(FileError) { contents = try store.contents(at: moment.date) } catch { throw .file(error) }
        return contents.outbox.compactMap { item in
            guard item.problem == nil, let sidecar = item.sidecar,
                [.queued, .sending].contains(sidecar.submission)
            else { return nil }
            let planned = sidecar.plannedTime(at: moment)
            return Waiting(
                id: sidecar.draftID, isBeingSent: sidecar.submission == .sending, isPlanned: planned != nil,
                isDue: sidecar.isDue(at: moment.date), nextAttempt: planned ?? sidecar.nextAttempt,
                mustCheckDraft: hasIMAP && sidecar.mustCheckDraft(at: moment))
        }
    }

    struct Waiting: Sendable {
        let id: DraftID
        let isBeingSent: Bool
        /// Whether it is not to be sent before `nextAttempt`, even if there is a connection.
        let isPlanned: Bool
        /// Whether the next attempt is due. It does not count whether it is planned for later.
        let isDue: Bool
        let nextAttempt: Instant?
        /// Whether another device may have changed or sent its draft meanwhile.
        let mustCheckDraft: Bool
    }

    private static let tooOld = "Send timeout: it could not be sent for 24 hours."

    /// Reads the message's header. Returns `nil` if the user or another program has just removed the message.
    func outboxMessage(_ queued: Queued) throws(DraftError) -> OutboxMessageSummary? {
        try ifPresent { () throws(FileError) in
            let header = try store.header(of: queued.item, isInOutbox: true)
            return OutboxMessageSummary(
                queued.id, number: queued.sidecar.outboxNumber, header,
                envelope: queued.sidecar.envelope?.recipients)
        }
    }

    /// Reads the whole message. Returns `nil` if it has just been removed.
    func octets(of queued: Queued) throws(DraftError) -> [UInt8]? {
        try ifPresent { () throws(FileError) in try store.message(of: queued.item, isInOutbox: true) }
    }

    private func ifPresent<Result>(_ read: () throws(FileError) -> Result) throws(DraftError) -> Result? {
        do throws(FileError) {
            return try read()
        } catch  where error.isMissing {
            return nil
        } catch {
            throw .file(error)
        }
    }

    /// Whether the message has waited for 24 hours. If so, marks it as failed. The first check records the time since
    /// boot, so that setting the clock does not change the age.
    private func isTooOld(
        _ item: inout DraftItem, _ id: DraftID, _ moment: DateAndUptime
    ) throws(DraftError) -> Bool {
        guard let sidecar = item.sidecar else { return false }
        guard let queued = sidecar.queuedMoment else { return false }
        if sidecar.wait(until: moment) >= RetrySchedule.maximumAge {
            return try store.advance(id, at: moment.date) {
                $0.expire(because: $0.namingHolders(after: Self.tooOld))
            } != nil
        }
        if queued.uptime == nil, let uptime = moment.uptime {
            let age = max(0, moment.date.seconds - queued.date.seconds)
            let begin = Uptime(boot: uptime.boot, seconds: uptime.seconds - age)
            item =
                try store.advance(id, at: moment.date) { sidecar in
                    sidecar.queuedMoment = DateAndUptime(queued.date, begin)
                    return true
                } ?? item
        }
        return false
    }

    // MARK: - Attempts

    /// Marks the message as being sent, and reads it again because the user may have changed it. Returns `nil` if the
    /// user removed it. A message that was queued before an account existed gets the account's sender.
    func claim(_ queued: Queued) throws(DraftError) -> Claimed? {
        let moment = moment
        let id = queued.id
        if let envelope = queued.sidecar.envelope, envelope.sender == nil {
            try store.sign(id, as: authors, at: moment.date)
        }
        guard let item = try store.advance(id, at: moment.date, { $0.claim(at: moment) }), let sidecar = item.sidecar,
            let octets = try octets(of: Queued(id: id, item: item, sidecar: sidecar))
        else { return nil }
        return Claimed(
            message: OutboxMessageSummary(
                id, number: sidecar.outboxNumber, octets, envelope: sidecar.envelope?.recipients),
            sidecar: sidecar, octets: octets)
    }

    /// Prepares a message for a server that accepts only ASCII in addresses and header fields.
    func makeASCII(_ queued: Queued) throws(DraftError) {
        let isASCII: Bool
        do throws(FileError) {
            let header = try store.header(of: queued.item, isInOutbox: true)
            let addresses =
                (queued.sidecar.envelope?.recipients ?? []) + [queued.sidecar.envelope?.sender].compactMap(\.self)
            isASCII = header.allSatisfy { $0 <= 0x7F } && addresses.allSatisfy { !$0.isInternational }
        } catch  where error.isMissing {
            return
        } catch {
            throw .file(error)
        }
        if !isASCII { try store.makeASCII(queued.id, domain: IDNA.ascii, at: clock.now()) }
    }

    /// Adds the attachments that the message waited for. Returns `nil` if the user has removed or changed it meanwhile.
    func fill(_ queued: Queued, with contents: [UndownloadedDraftAttachment: [UInt8]]) throws(DraftError) -> Queued? {
        let id = queued.id
        guard let item = try store.fill(id, queued.sidecar.revision, with: contents, at: clock.now()) else {
            return nil
        }
        return item.sidecar.map { Queued(id: id, item: item, sidecar: $0) }
    }

    /// Whether another device may have changed, sent or deleted the draft of the message meanwhile.
    func mustCheckDraft(of queued: Queued) -> Bool { hasIMAP && queued.sidecar.mustCheckDraft(at: moment) }

    /// Returns how long the message has waited.
    func age(of queued: Queued) -> Duration {
        queued.sidecar.wait(until: moment)
    }

    /// Whether a message was queued, and not tried, so recently that nothing can have put a copy of its files back.
    func isNew(_ queued: Queued) -> Bool {
        guard queued.sidecar.attempt == nil, let moment = queued.sidecar.queuedMoment else { return false }
        return self.moment.since(moment) < Sidecar.shortWait
    }

    /// If Sent has the message because it was sent before, records that, and returns it as it is then.
    func settleSentBefore(_ message: Claimed, to recipients: [String]) throws(DraftError) -> Sidecar? {
        do throws(FileError) {
            guard try store.hasEarlierCopy(of: message.sidecar, message.octets, at: clock.now()) else { return nil }
        } catch {
            throw .file(error)
        }
        let reason = OutboxMessageSummary.unknownOutcome(
            of: message.message.number, because: "Sent has a copy of it, so it was probably sent before.")
        return try store.advance(message.message.id, at: clock.now()) {
            $0.end(asSentBeforeTo: recipients, because: reason)
        }?.sidecar
    }

    func commit(_ id: DraftID, for recipients: [String]) throws(DraftError) -> Bool {
        try store.advance(id, at: clock.now()) { $0.commit(for: recipients) } != nil
    }

    /// Records the result of an attempt. Returns `nil` if the message is gone or no longer being sent.
    func record(
        _ result: AttemptResult, of id: DraftID, _ deliveries: [DeliveryResult], because reason: String?
    ) throws(DraftError) -> DraftItem? {
        let now = clock.now()
        let accepted = deliveries.accepted.map(\.description)
        let refused = deliveries.refusals
        return try store.advance(id, at: now) {
            $0.end(result, accepted: accepted, refused: refused, because: reason, at: now)
        }
    }

    /// Records an attempt that ended before the message was claimed.
    func recordUnstarted(
        _ id: DraftID, _ result: AttemptResult, because reason: String
    ) throws(DraftError) -> Sidecar? {
        let moment = moment
        return try store.advance(id, at: moment.date) { $0.note(result, because: reason, at: moment) }?.sidecar
    }
}

extension Sidecar {
    /// Returns how long the message has waited since it was queued, or since the time for which it was planned.
    func wait(until moment: DateAndUptime) -> Duration {
        guard let queued = queuedMoment else { return .zero }
        let planned = sendAfter.map { max(0, $0.seconds - queued.date.seconds) } ?? 0
        return max(.zero, moment.since(queued) - .seconds(planned))
    }

    /// Whether the message has waited so long that its draft, which the server has, may have been changed, sent or deleted
    /// on another device since.
    func mustCheckDraft(at moment: DateAndUptime) -> Bool {
        guard submission == .queued, server != nil, let queued = queuedMoment else { return false }
        return moment.since(queued) >= Self.shortWait
    }

    /// Longer than an undo window and the time to send the message.
    fileprivate static let shortWait = Duration.seconds(60)

    /// Whether the next attempt is due.
    func isDue(at now: Instant) -> Bool {
        guard let next = nextAttempt else { return true }
        // If the time is further ahead than any wait, it was planned before the clock was set back.
        return next <= now || next.seconds - now.seconds > Self.longestWait
    }

    /// Whether the message is sent as soon as there is a connection, regardless of `nextAttempt`.
    var waitsForServer: Bool { attempt?.obstacle == .server }

    /// In seconds; twice the longest planned wait.
    private static let longestWait: Int64 = 960
}
