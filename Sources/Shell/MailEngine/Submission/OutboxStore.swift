internal import Accounts
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

/// The outbox as its sender sees and changes it, on a thread of its own.
actor OutboxStore {
    private let executor = DiskExecutor("petrel.outbox.store")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// A message that waits to be sent, as far as what is known of it says: nobody reads what is not sent.
    struct Queued: Sendable {
        let id: DraftID
        let item: DraftItem
        let sidecar: Sidecar
    }

    /// One that is sent now.
    struct Claimed: Sendable {
        let message: OutboxMessage
        let sidecar: Sidecar
        let octets: [UInt8]
    }

    /// What stands in the outbox.
    struct ScanSummary: Sendable {
        /// In the order in which they were ordered to be sent.
        var queued: [Queued] = []
        var events: [DeliveryEvent] = []
        /// Sent, and not filed yet.
        var sent: [DraftItem] = []
    }

    private let store: DraftStore
    /// Whose mail it is that names no sender.
    private let authors: [Address]
    private let filing: Provider.SentFiling
    /// Whose copies are looked for, where nobody knows whether it files them.
    private let server: String
    private let clock: any Clock

    init(_ store: DraftStore, of account: AccountConfiguration, _ clock: any Clock) {
        self.store = store
        authors = account.identities.map { Address(name: $0.name, email: $0.address) }
        filing = account.sentFiling
        server = account.smtpServers.first?.description ?? "-"
        self.clock = clock
    }

    private var moment: QueueTimestamp { QueueTimestamp(clock.now(), clock.uptime()) }

    func lock() throws(DraftError) -> FileLock? {
        do throws(FileError) { return try store.senderLock() } catch { throw .file(error) }
    }

    // MARK: - Looking

    /// All that waits. What a sender that is gone has left is put in order first: whoever holds the lock is the only one.
    func look() throws(DraftError) -> ScanSummary {
        let moment = moment
        var look = ScanSummary()
        let contents: DraftStore.Contents
        do throws(FileError) { contents = try store.contents(at: moment.date) } catch { throw .file(error) }
        for var item in contents.outbox where item.problem == nil {
            guard let id = item.draftID, var sidecar = item.sidecar else { continue }
            if sidecar.submission == .sending {
                let reason = OutboxMessage.unknownOutcome(of: sidecar.outboxNumber, because: Self.lost)
                guard let settled = try store.advance(id, at: moment.date, { $0.abandon(because: reason) }) else {
                    continue
                }
                item = settled
                sidecar = settled.sidecar ?? sidecar
                if sidecar.isOutcomeUnknown, let lost = try outboxMessage(Queued(id: id, item: item, sidecar: sidecar))
                {
                    look.events.append(.unknown(lost, reason: reason))
                }
            }
            if sidecar.submission == .queued, try isTooOld(&item, id, moment) {
                if let old = try outboxMessage(Queued(id: id, item: item, sidecar: sidecar)) {
                    look.events.append(.failed(old, reason: Self.tooOld))
                }
                continue
            }
            switch sidecar.submission {
            case .queued: look.queued.append(Queued(id: id, item: item, sidecar: item.sidecar ?? sidecar))
            case .sent: look.sent.append(item)
            case .draft, .undoable, .sending, .unknown, .failed: break
            }
        }
        look.queued.sort { one, other in
            let (first, second) = (one.sidecar.queuedDate?.seconds ?? 0, other.sidecar.queuedDate?.seconds ?? 0)
            return (first, one.sidecar.outboxNumber ?? 0) < (second, other.sidecar.outboxNumber ?? 0)
        }
        return look
    }

    /// What waits, changing nothing: for whoever does not hold the lock, and may have a sender beside him.
    func waiting() throws(DraftError) -> [Waiting] {
        let contents: DraftStore.Contents
        do throws(FileError) { contents = try store.contents(at: clock.now()) } catch { throw .file(error) }
        return contents.outbox.compactMap { item in
            guard item.problem == nil, let sidecar = item.sidecar,
                [.queued, .sending].contains(sidecar.submission)
            else { return nil }
            return Waiting(isBeingSent: sidecar.submission == .sending, nextAttempt: sidecar.nextAttempt)
        }
    }

    struct Waiting: Sendable {
        let isBeingSent: Bool
        let nextAttempt: Instant?
    }

    private static let lost = "petrel exited while waiting for the server's answer."
    private static let tooOld = "Send timeout: it could not be sent for 24 hours."

    /// As people know it, read from its header; `nil` where the writer has just taken it back, or another program has
    /// taken it away.
    func outboxMessage(_ queued: Queued) throws(DraftError) -> OutboxMessage? {
        try ifThere { () throws(FileError) in
            let header = try store.header(of: queued.item, isInOutbox: true)
            return OutboxMessage(queued.id, number: queued.sidecar.outboxNumber, header)
        }
    }

    /// The whole message; `nil` as above.
    func octets(of queued: Queued) throws(DraftError) -> [UInt8]? {
        try ifThere { () throws(FileError) in try store.message(of: queued.item, isInOutbox: true) }
    }

    private func ifThere<Result>(_ read: () throws(FileError) -> Result) throws(DraftError) -> Result? {
        do throws(FileError) {
            return try read()
        } catch  where error.isMissing {
            return nil
        } catch {
            throw .file(error)
        }
    }

    /// Whether it has waited for as long as any message may; then it is one that failed. The time is counted by what no
    /// setting of the clock moves: that is written down with the first look.
    private func isTooOld(
        _ item: inout DraftItem, _ id: DraftID, _ moment: QueueTimestamp
    ) throws(DraftError) -> Bool {
        guard let sidecar = item.sidecar else { return false }
        guard let queued = sidecar.queuedMoment else { return false }
        if moment.since(queued) >= RetrySchedule.maximumAge {
            return try store.advance(id, at: moment.date) { $0.expire(because: Self.tooOld) } != nil
        }
        if queued.uptime == nil, let uptime = moment.uptime {
            let age = max(0, moment.date.seconds - queued.date.seconds)
            let begin = Uptime(boot: uptime.boot, seconds: uptime.seconds - age)
            item =
                try store.advance(id, at: moment.date) { sidecar in
                    sidecar.queuedMoment = QueueTimestamp(queued.date, begin)
                    return true
                } ?? item
        }
        return false
    }

    // MARK: - Attempts

    /// The message as it is to be sent: the writer may have changed it since somebody looked. `nil` where he took it back.
    /// One that was ordered before anybody had an address is the account's.
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
            message: OutboxMessage(id, number: sidecar.outboxNumber, octets), sidecar: sidecar, octets: octets)
    }

    /// The message with the files that it waited for. `nil` where the writer took it back meanwhile.
    func fill(_ queued: Queued, with contents: [RemoteAttachment: [UInt8]]) throws(DraftError) -> Queued? {
        let id = queued.id
        guard let item = try store.fill(id, queued.sidecar.revision, with: contents, at: clock.now()) else {
            return nil
        }
        return item.sidecar.map { Queued(id: id, item: item, sidecar: $0) }
    }

    /// How long it has waited.
    func age(of queued: Queued) -> Duration {
        queued.sidecar.queuedMoment.map { moment.since($0) } ?? .zero
    }

    func commit(_ id: DraftID, for recipients: [String]) throws(DraftError) -> Bool {
        try store.advance(id, at: clock.now()) { $0.commit(for: recipients) } != nil
    }

    func end(
        _ id: DraftID, _ result: AttemptResult, accepted: [String] = [], because reason: String?
    ) throws(DraftError) -> Sidecar? {
        let now = clock.now()
        return try store.advance(id, at: now) { $0.end(result, accepted: accepted, because: reason, at: now) }?.sidecar
    }

    /// Claims it for an attempt that came to its end before the message was touched.
    func note(_ id: DraftID, _ result: AttemptResult, because reason: String) throws(DraftError) -> Sidecar? {
        let moment = moment
        return try store.advance(id, at: moment.date) { $0.note(result, because: reason, at: moment) }?.sidecar
    }

    // MARK: - Sent mail

    /// Seconds that a provider has for putting the copy of a message into Sent; where it is not known to do that, and
    /// where it is.
    private static let probeTime: Int64 = 30
    private static let filingTime: Int64 = 20 * 60
    /// Messages in a row that show what a provider does that nobody knows.
    private static let sureAfter = 2

    /// Puts the copy of a message into Sent, where the provider does not, and takes the message out of the outbox.
    /// `isFresh`: what the server has in Sent is here, too, as of now.
    func finish(_ item: DraftItem, isFresh: Bool) throws(DraftError) {
        guard let id = item.draftID, let attempt = item.sidecar?.attempt else { return }
        let now = clock.now()
        let patience: Int64
        switch filing {
        case .client: return try store.finish(id, filing: true, at: now)
        case .server: patience = Self.filingTime
        case .unknown:
            let experience = store.sentCopyHistory(with: server)
            if experience.missed >= Self.sureAfter { return try store.finish(id, filing: true, at: now) }
            patience = experience.found >= Self.sureAfter ? Self.filingTime : Self.probeTime
        }
        let isThere: Bool
        do throws(FileError) { isThere = try store.hasSentCopy(of: item, at: now) } catch { throw .file(error) }
        if isThere, attempt.phase != .filing {
            try store.finish(id, filing: false, at: now)
            if filing == .unknown { store.note(isFiled: true, by: server) }
            return
        }
        let age = now.seconds - attempt.started.seconds
        if attempt.phase == .filing || isFresh && (age >= patience || age < 0) {
            try store.finish(id, filing: true, at: now)
            if filing == .unknown, attempt.phase != .filing { store.note(isFiled: false, by: server) }
        }
    }

    func sentItem(_ id: DraftID) throws(DraftError) -> DraftItem? {
        do throws(FileError) {
            return try store.contents(at: clock.now()).outbox.first { $0.draftID == id }
        } catch {
            throw .file(error)
        }
    }
}

extension Sidecar {
    /// Whether it is the message's turn, as far as it is up to that.
    func isDue(at now: Instant) -> Bool {
        guard let next = nextAttempt else { return true }
        // A time that lies further ahead than any wait was planned under another clock.
        return next <= now || next.seconds - now.seconds > Self.longestWait
    }

    /// Whether it goes as soon as the server can be talked to, however long it was to wait.
    var waitsForServer: Bool { attempt?.obstacle == .server }

    /// Twice what is planned at most: whoever sets the clock back by less waits that much longer.
    private static let longestWait: Int64 = 960
}
