internal import IMAPProtocol
internal import InternetMessage
internal import MailTypes
internal import Reconciliation

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
            content: file.map { .temporaryFile($0) } ?? .octets(PartialMessageMarkers.neutralizingForgery(in: content)))
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

    /// Begins to store the last batch.
    func end() async {
        await drop()
        await storeBatch()
    }

    /// Stores the last batch, and returns how many messages were stored in all.
    func finish() async throws(SyncFailure) -> Int {
        await end()
        await finishBatch()
        if let failure { throw failure }
        return kept
    }

    private func beginTemporaryFile() async {
        let held = PartialMessageMarkers.neutralizingForgery(in: content)
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
    func finishBatch() async {
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
