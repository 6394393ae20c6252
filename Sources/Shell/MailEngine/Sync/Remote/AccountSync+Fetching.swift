internal import IMAPProtocol
internal import InternetMessage
internal import MailClients
internal import MailTypes
internal import Reconciliation

extension AccountSync {
    /// Fetches messages, the newest first, many with a command and several commands in flight. What has come whole is kept
    /// batch by batch, also where the rest does not come any more.
    func fetch(
        _ fetch: SyncOperation.Fetch, _ plan: SyncPlan, _ listing: MailboxListing, _ store: SyncStore,
        _ session: ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        guard let encoded = listing.encoded(fetch.mailbox) else { return }
        let uidValidity = plan.uidValidity(of: fetch.mailbox)
        tell(.syncingBodies)
        let arriving = ArrivingMessages(fetch, store, progress)
        var failure: SyncFailure?
        do throws(SyncFailure) {
            if leavesFiles(of: fetch) {
                guard try await session.select(encoded, expecting: uidValidity) != nil else { return }
                failure = try await fetchText(fetch, of: encoded, uidValidity, arriving, session)
            } else {
                failure = try await fetchWhole(fetch, of: encoded, uidValidity, arriving, session)
            }
        } catch {
            failure = error
        }
        let count = try await arriving.finish()
        report.update(fetch.mailbox) { $0.new += count }
        if let failure {
            guard failure.isOfRequest else { throw failure }
            let sentence = failure.sentence
            report.update(fetch.mailbox) { $0.problem = sentence }
        }
    }

    /// Selects the mailbox and asks for its messages in one flight. Returns why some did not come; where the mailbox is not
    /// to be had, or is another one by now, none come, and the next pass sees why.
    private func fetchWhole(
        _ fetch: SyncOperation.Fetch, of name: EncodedMailboxName, _ uidValidity: UIDValidity?,
        _ arriving: ArrivingMessages, _ session: ServerSession
    ) async throws(SyncFailure) -> SyncFailure? {
        let items: [FetchItem] = [.flags, .internalDate, .content(.whole)]
        let selected = await session.selected(name, uidValidity)
        let selection: [Command] = selected == nil ? [.select(session.selection(of: name))] : []
        let pipeline = selection + Self.portions(of: fetch.uids).map { .fetch(FetchCommand($0, items)) }
        let results: [Result<Completion, IMAPClientError>]
        do throws(IMAPClientError) {
            var isThere: Bool? = selected.map { _ in true }
            results = try await session.client.run(pipeline: pipeline) { delivery in
                guard let index = delivery.command, index >= selection.count else { return }
                if isThere == nil { isThere = await session.selected(name, uidValidity) != nil }
                guard isThere == true else { return }
                switch delivery {
                case .literal(let piece, _): await arriving.take(piece)
                case .data(.fetch(let message), _, _): await arriving.take(message)
                case .data, .alert: break
                }
            }
        } catch {
            throw session.failure(error)
        }
        if !selection.isEmpty, case .failure(let error)? = results.first {
            if error.reach == .mailbox || error.reach == .message { return nil }
            return session.failure(error)
        }
        for case .failure(let error) in results { return session.failure(error) }
        return nil
    }

    /// The newest first: a few, so that something is there soon, then more at a time.
    static func portions(of uids: UIDSet) -> [UIDSet] {
        var portions: [UIDSet] = []
        var portion: [ClosedRange<UID>] = []
        var count = 0
        var limit = 50
        for range in uids.ranges.reversed() {
            var upper = range.upperBound
            while true {
                let room = UInt32(limit - count)
                let span = upper.rawValue - range.lowerBound.rawValue + 1
                let taken = min(room, span)
                guard let lower = UID(rawValue: upper.rawValue - taken + 1) else { break }
                portion.append(lower...upper)
                count += Int(taken)
                if count == limit {
                    portions.append(UIDSet(ranges: portion))
                    portion = []
                    count = 0
                    limit = min(limit * 2, 400)
                }
                guard taken < span, let next = lower.previous else { break }
                upper = next
            }
        }
        if !portion.isEmpty { portions.append(UIDSet(ranges: portion)) }
        return portions
    }
}

/// Puts the messages together that come in pieces, and hands them to the store a batch at a time, while the next one
/// comes.
actor ArrivingMessages {
    /// Octets of a batch, and of a message that is held in memory.
    private static let batchOctets = 3 << 20
    private static let batchMessages = 400
    private static let largestInMemory = 1 << 20

    private let fetch: SyncOperation.Fetch
    private let store: SyncStore
    private let progress: @Sendable (SyncProgress) -> Void
    private let total: Int
    private var batch: [ArrivedMessage] = []
    private var batchSize = 0
    private var keeping: Task<Result<Int, SyncFailure>, Never>?
    private var kept = 0
    private var octets = 0
    private var failure: SyncFailure?
    /// The message that is coming.
    private var content: [UInt8] = []
    private var spool: Int?
    private var isContent = false
    private var isWhole = false
    private var came: Set<UID> = []

    init(_ fetch: SyncOperation.Fetch, _ store: SyncStore, _ progress: @escaping @Sendable (SyncProgress) -> Void) {
        self.fetch = fetch
        self.store = store
        self.progress = progress
        total = fetch.uids.count
    }

    func take(_ piece: LiteralPiece) async {
        switch piece {
        case .begin(_, let item, let count):
            await drop()
            isContent = item == .body(.whole, origin: nil)
            if isContent { content.reserveCapacity(min(count, Self.largestInMemory)) }
        case .octets(let octets) where isContent:
            self.octets += octets.count
            if spool == nil, content.count + octets.count > Self.largestInMemory { await beginTemporaryFile() }
            if let spool {
                await attempt { () async throws(SyncFailure) in try await store.append(octets, to: spool) }
            } else {
                content += octets
            }
        case .octets: break
        case .end: isWhole = isContent
        }
    }

    func take(_ message: FetchedMessage) async {
        if !isWhole {
            for part in message.details?.contents ?? [] where part.item == .body(.whole, origin: nil) {
                guard case .octets(let octets) = part.value else { continue }
                content = octets
                isWhole = true
            }
        }
        // What was not asked for, or comes twice, is nobody's.
        guard isWhole, let uid = message.uid, let flags = message.flags, fetch.uids.contains(uid),
            came.insert(uid).inserted
        else {
            await drop()
            return
        }
        var own = flags
        own.remove(.recent)
        batch.append(
            ArrivedMessage(
                uid: uid, flags: own, arrived: message.internalDate?.instant ?? Instant(seconds: 0),
                content: spool.map { .spooled($0) } ?? .octets(PlaceholderHeader.disarmed(content))))
        batchSize += spool == nil ? content.count : 0
        content = []
        spool = nil
        isContent = false
        isWhole = false
        if batchSize >= Self.batchOctets || batch.count >= Self.batchMessages { await hand() }
    }

    /// Takes one that was put together elsewhere.
    func take(_ message: ArrivedMessage) async {
        guard case .octets(let octets) = message.content, fetch.uids.contains(message.uid),
            came.insert(message.uid).inserted
        else { return }
        var flags = message.flags
        flags.remove(.recent)
        batch.append(
            ArrivedMessage(uid: message.uid, flags: flags, arrived: message.arrived, content: message.content))
        batchSize += octets.count
        self.octets += octets.count
        if batchSize >= Self.batchOctets || batch.count >= Self.batchMessages { await hand() }
    }

    /// Keeps what came, and says how many messages of all are kept.
    func finish() async throws(SyncFailure) -> Int {
        await drop()
        await hand()
        await settle()
        if let failure { throw failure }
        return kept
    }

    private func beginTemporaryFile() async {
        let held = PlaceholderHeader.disarmed(content)
        let mailbox = fetch.mailbox
        await attempt { () async throws(SyncFailure) in
            let number = try await store.beginTemporaryFile(in: mailbox)
            try await store.append(held, to: number)
            spool = number
        }
        content = []
    }

    private func drop() async {
        if let spool { await store.drop(spool) }
        spool = nil
        content = []
        isContent = false
        isWhole = false
    }

    private func attempt(_ body: () async throws(SyncFailure) -> Void) async {
        guard failure == nil else { return }
        do throws(SyncFailure) { try await body() } catch { failure = error }
    }

    private func hand() async {
        await settle()
        guard !batch.isEmpty, failure == nil else { return }
        let messages = batch
        batch = []
        batchSize = 0
        keeping = Task { [store, fetch] in
            do throws(SyncFailure) {
                try await store.keep(messages, fetch)
                return .success(messages.count)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Waits for the batch before.
    private func settle() async {
        guard let running = keeping else { return }
        keeping = nil
        switch await running.value {
        case .success(let count):
            kept += count
            var now = SyncProgress(.syncingBodies)
            (now.done, now.total, now.octets) = (kept, total, octets)
            progress(now)
        case .failure(let error): failure = failure ?? error
        }
    }
}
