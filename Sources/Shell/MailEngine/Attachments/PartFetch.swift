internal import Disk
internal import IMAPProtocol
internal import InternetMessage
internal import MailClients
internal import MailTypes

/// Fetches one part of a message in pipelined batches of pieces. Each batch is durable before the next one is
/// requested.
struct PartFetch {
    private let file: AttachmentDownload.File
    private let arriving: DownloadingFile
    private let hasSafePieces: Bool
    private let progress: (Int) -> Void

    init(
        _ file: AttachmentDownload.File, _ arriving: DownloadingFile, hasSafePieces: Bool,
        progress: @escaping (Int) -> Void
    ) {
        self.file = file
        self.arriving = arriving
        self.hasSafePieces = hasSafePieces
        self.progress = progress
    }

    /// Downloads the rest of the part. All of it is on disk when this returns.
    func run(on account: OpenAccount) async throws(AttachmentFailure) {
        try await find(account)
        let size = file.encodedSize
        var isWhole = !hasSafePieces
        if isWhole, await arriving.count < size { try await clear() }
        while true {
            let count = await arriving.count
            progress(count)
            guard count < size else { return }
            let came = try await octets(from: count, isWhole: isWhole, on: account.session)
            if isWhole {
                guard came.count == size else { throw .refused }
            } else if came.isEmpty || count + came.count > size {
                // A server without support for partial fetches returns nothing, or the whole part.
                isWhole = true
                try await clear()
                continue
            }
            try await keep(came)
        }
    }

    private func keep(_ octets: [UInt8]) async throws(AttachmentFailure) {
        try await AttachmentFailure.disk { () async throws(FileError) in try await arriving.append(octets) }
    }

    private func clear() async throws(AttachmentFailure) {
        try await AttachmentFailure.disk { () async throws(FileError) in try await arriving.clear() }
    }

    /// Selects the mailbox and fetches the size and structure of the message. Returns `nil` if it is not there.
    private func described(by account: OpenAccount) async throws(AttachmentFailure) -> FetchedMessage? {
        do throws(SyncFailure) {
            let session = account.session
            guard let name = account.listing.encoded(file.mailbox) else { return nil }
            guard try await session.select(name, expecting: file.uidValidity) != nil else { return nil }
            let uid = file.uid
            return try await session.run { () async throws(IMAPClientError) in
                var found: FetchedMessage?
                try await session.client.fetch(FetchCommand(UIDSet(uid), [.size, .bodyStructure])) { event in
                    if case .message(let message) = event, message.uid == uid, message.size != nil { found = message }
                }
                return found
            }
        } catch {
            throw .sync(error)
        }
    }

    /// Verifies that the UID still refers to the expected message, by the sizes of the message and the part.
    private func find(_ account: OpenAccount) async throws(AttachmentFailure) {
        guard let found = try await described(by: account) else { throw .gone }
        let section = BodySection(part: file.part.section)
        let part = found.details?.bodyStructure?.value?.leaves.first { $0.section == section }?.part
        guard part?.size == UInt64(file.encodedSize), file.messageSize.map({ UInt64($0) == found.size }) ?? true else {
            throw .changed
        }
    }

    /// Fetches pieces from `start` on, or the whole part. Returns the bytes up to the first gap.
    private func octets(
        from start: Int, isWhole: Bool, on session: ServerSession
    ) async throws(AttachmentFailure) -> [UInt8] {
        let section = BodySection(part: file.part.section)
        var starts: [Int] = [0]
        if !isWhole {
            let piece = AttachmentDownload.piece
            starts = (0..<AttachmentDownload.piecesInFlight).map { start + $0 * piece }
                .filter { $0 < file.encodedSize }
        }
        let commands = starts.map { place in
            let part: FetchItem.Part =
                isWhole ? .whole : .range(start: UInt32(place), count: UInt32(AttachmentDownload.piece))
            return IMAPCommand.fetch(FetchCommand(UIDSet(file.uid), [.content(section, part)]))
        }
        // A server may send more than the part has. Such a piece is not gathered.
        let most = file.encodedSize
        var pieces: [[UInt8]] = Array(repeating: [], count: commands.count)
        var streamed: [UInt8] = []
        do throws(IMAPClientError) {
            let results = try await session.client.run(pipeline: commands) { event in
                switch event {
                case .literal(.begin, _): streamed = []
                case .literal(.octets(let octets), _?) where streamed.count <= most: streamed += octets
                case .literal, .alert: break
                case .data(.fetch(let message), _?, _):
                    // Responses may arrive in a different order from the commands [RFC 9051 §5.5], but each one
                    // contains its origin.
                    for content in message.details?.contents ?? [] {
                        guard case .body(section, let origin) = content.item,
                            let index = starts.firstIndex(of: Int(origin ?? 0))
                        else { continue }
                        switch content.value {
                        case .missing: break
                        case .octets(let octets): pieces[index] = octets
                        case .streamed: if streamed.count <= most { pieces[index] = streamed }
                        }
                    }
                    streamed = []
                case .data: break
                }
            }
            for case .failure(let error) in results { throw error }
        } catch {
            if error.reach == .message { throw .refused }
            throw .sync(session.failure(error))
        }
        var octets: [UInt8] = []
        for (place, piece) in zip(starts, pieces) {
            guard place == (isWhole ? 0 : start + octets.count) else { break }
            octets += piece
        }
        return octets
    }
}
