internal import IMAPProtocol
internal import InternetMessage
internal import MailClients
internal import MailTypes
internal import Reconciliation

extension SyncRun {
    /// Fetches messages, newest first, with several commands in flight. Each batch of complete messages is stored
    /// immediately, so an interruption loses only the last batch.
    mutating func fetch(_ fetch: SyncOperation.Fetch) async throws(SyncFailure) {
        guard let encoded = pass.listing.encoded(fetch.mailbox) else { return }
        let uidValidity = pass.plan.uidValidity(of: fetch.mailbox)
        tell(.syncingBodies)
        let arriving = ArrivingMessages(fetch, store, progress)
        var failure: SyncFailure?
        do throws(SyncFailure) {
            if leavesFiles(of: fetch) {
                guard try await session.select(encoded, expecting: uidValidity) != nil else { return }
                failure = try await fetchText(fetch, of: encoded, uidValidity, arriving)
            } else {
                failure = try await fetchWhole(fetch, of: encoded, uidValidity, arriving)
            }
        } catch {
            failure = error
        }
        let count = try await arriving.finish()
        report.update(fetch.mailbox) { $0.new += count }
        if let failure {
            guard failure.isOfRequest else { throw failure }
            report.update(fetch.mailbox) { $0.problem = failure.sentence }
        }
    }

    /// Selects the mailbox and fetches its messages in one pipeline. Returns the first failure that prevented a fetch.
    /// If the mailbox cannot be selected or was replaced, fetches nothing and leaves the mailbox to the next pass.
    private func fetchWhole(
        _ fetch: SyncOperation.Fetch, of name: EncodedMailboxName, _ uidValidity: UIDValidity?,
        _ arriving: ArrivingMessages
    ) async throws(SyncFailure) -> SyncFailure? {
        let session = session
        let items: [FetchItem] = [.flags, .internalDate, .content(.whole)]
        let selected = await session.selected(name, uidValidity)
        let selection: [IMAPCommand] = selected == nil ? [.select(session.selection(of: name))] : []
        let pipeline = selection + Self.portions(of: fetch.uids).map { .fetch(FetchCommand($0, items)) }
        let results: [Result<CommandResult, IMAPClientError>]
        do throws(IMAPClientError) {
            var isThere: Bool? = selected.map { _ in true }
            results = try await session.client.run(pipeline: pipeline) { event in
                guard let index = event.command, index >= selection.count else { return }
                if isThere == nil { isThere = await session.selected(name, uidValidity) != nil }
                guard isThere == true else { return }
                switch event {
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

    /// Splits UIDs into portions, newest first: a small one, so that the first screen appears soon, then larger ones.
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

/// Assembles messages that arrive in pieces, and stores each batch while the next one arrives.
actor ArrivingMessages {
    /// The limits of a batch, and the size in bytes above which a message is written to a temporary file.
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
    /// The message that is arriving.
    private var content: [UInt8] = []
    /// The number of its temporary file, if it is too large for memory.
    private var file: Int?
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
            if file == nil, content.count + octets.count > Self.largestInMemory { await beginTemporaryFile() }
            if let file {
                await attempt { () async throws(SyncFailure) in try await store.append(octets, to: file) }
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
        guard isWhole, let uid = message.uid, let flags = message.flags else { return await drop() }
        let arrived = ArrivedMessage(
            uid: uid, flags: flags, arrived: message.internalDate?.instant ?? Instant(seconds: 0),
            content: file.map { .temporaryFile($0) } ?? .octets(IncompleteMessageFields.disarmed(content)))
        guard isExpected(uid) else { return await drop() }
        content = []
        file = nil
        isContent = false
        isWhole = false
        await enqueue(arrived)
    }

    /// Takes a message that was assembled elsewhere.
    func take(_ message: ArrivedMessage) async {
        guard case .octets(let octets) = message.content, isExpected(message.uid) else { return }
        self.octets += octets.count
        await enqueue(message)
    }

    /// Whether the message was requested and has not arrived before.
    private func isExpected(_ uid: UID) -> Bool { fetch.uids.contains(uid) && came.insert(uid).inserted }

    private func enqueue(_ message: ArrivedMessage) async {
        var message = message
        message.flags.remove(.recent)
        if case .octets(let octets) = message.content { batchSize += octets.count }
        batch.append(message)
        if batchSize >= Self.batchOctets || batch.count >= Self.batchMessages { await storeBatch() }
    }

    /// Stores the last batch, and returns how many messages were stored in all.
    func finish() async throws(SyncFailure) -> Int {
        await drop()
        await storeBatch()
        await finishBatch()
        if let failure { throw failure }
        return kept
    }

    private func beginTemporaryFile() async {
        let held = IncompleteMessageFields.disarmed(content)
        let mailbox = fetch.mailbox
        await attempt { () async throws(SyncFailure) in
            let number = try await store.beginTemporaryFile(in: mailbox)
            try await store.append(held, to: number)
            file = number
        }
        content = []
    }

    private func drop() async {
        if let file { await store.drop(file) }
        file = nil
        content = []
        isContent = false
        isWhole = false
    }

    private func attempt(_ body: () async throws(SyncFailure) -> Void) async {
        guard failure == nil else { return }
        do throws(SyncFailure) { try await body() } catch { failure = error }
    }

    private func storeBatch() async {
        await finishBatch()
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

    /// Waits until the previous batch is stored.
    private func finishBatch() async {
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
