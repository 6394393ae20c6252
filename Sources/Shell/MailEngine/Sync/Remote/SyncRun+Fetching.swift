internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation

extension SyncRun {
    /// Fetches messages, newest first, with several commands in flight, also of several mailboxes. Each batch of complete
    /// messages is stored immediately, so an interruption loses only the last batch.
    mutating func fetch(_ fetches: [SyncOperation.Fetch]) async throws(SyncFailure) {
        guard !fetches.isEmpty else { return }
        tell(.syncingBodies)
        var together: [WholeFetch] = []
        for fetch in fetches {
            guard let encoded = pass.listing.encoded(fetch.mailbox) else { continue }
            let leavesFiles = leavesFiles(of: fetch)
            var whole = WholeFetch(
                fetch, encoded, pass.plan.uidValidity(of: fetch.mailbox), ArrivingMessages(fetch, store, progress))
            if fetch.mailbox == .inbox {
                for message in session.takeEarlyMessages(whole.uids, whole.uidValidity, isTextOnly: leavesFiles) {
                    whole.uids = whole.uids.subtracting(UIDSet(message.uid))
                    await whole.arriving.take(message)
                }
            }
            if leavesFiles, !whole.uids.isEmpty {
                try await fetchText(whole)
                continue
            }
            let count = together.reduce(whole.uids.count) { $0 + $1.uids.count }
            if !together.isEmpty, count > Self.mostMessagesTogether || together.count == Self.mostMailboxesTogether {
                try await fetchWhole(together)
                together = []
            }
            together.append(whole)
        }
        try await fetchWhole(together)
    }

    /// How many messages and mailboxes are fetched in one pipeline, for which the time is limited.
    private static let mostMessagesTogether = 10_000
    private static let mostMailboxesTogether = 20

    /// The messages of a mailbox that are fetched with everything in them.
    private struct WholeFetch {
        let mailbox: MailboxName
        let name: EncodedMailboxName
        let uidValidity: UIDValidity?
        var uids: UIDSet
        let arriving: ArrivingMessages
        /// The commands in the pipeline that select the mailbox, if any, and that fetch its messages.
        var selection: Int?
        var commands: Range<Int> = 0..<0
        /// Whether the mailbox is selected while its messages arrive.
        var isThere: Bool?

        init(
            _ fetch: SyncOperation.Fetch, _ name: EncodedMailboxName, _ uidValidity: UIDValidity?,
            _ arriving: ArrivingMessages
        ) {
            mailbox = fetch.mailbox
            self.name = name
            self.uidValidity = uidValidity
            uids = fetch.uids
            self.arriving = arriving
        }
    }

    private mutating func fetchText(_ fetch: WholeFetch) async throws(SyncFailure) {
        var failure: SyncFailure?
        do throws(SyncFailure) {
            if try await session.select(fetch.name, expecting: fetch.uidValidity) != nil {
                failure = try await fetchText(fetch.uids, of: fetch.name, fetch.uidValidity, fetch.arriving)
            }
        } catch {
            failure = error
        }
        try await finish(fetch, failure)
    }

    /// Stores the last messages of a mailbox, and reports how many came and what failed.
    private mutating func finish(_ fetch: WholeFetch, _ failure: SyncFailure?) async throws(SyncFailure) {
        let count = try await fetch.arriving.finish()
        report.update(fetch.mailbox) { $0.new += count }
        if let failure {
            guard failure.isOfRequest else { throw failure }
            report.update(fetch.mailbox) { $0.problem = failure.sentence }
        }
    }

    /// Selects the mailboxes and fetches their messages in one pipeline: a turn for each would take most of the time if the
    /// server is far away. A mailbox that cannot be selected or was replaced is left to the next pass.
    private mutating func fetchWhole(_ fetches: [WholeFetch]) async throws(SyncFailure) {
        var fetches = fetches
        let items: [FetchItem] = [.flags, .internalDate, .content(.whole)]
        var pipeline: [IMAPCommand] = []
        for number in fetches.indices where !fetches[number].uids.isEmpty {
            if pipeline.isEmpty, await session.selected(fetches[number].name, fetches[number].uidValidity) != nil {
                fetches[number].isThere = true
            } else {
                fetches[number].selection = pipeline.count
                pipeline.append(.select(session.selection(of: fetches[number].name)))
            }
            let begin = pipeline.count
            pipeline += Self.portions(of: fetches[number].uids).map { .fetch(FetchCommand($0, items)) }
            fetches[number].commands = begin..<pipeline.count
        }
        var results: [Result<CommandResult, IMAPClientError>] = []
        var failure: SyncFailure?
        if !pipeline.isEmpty {
            let session = session
            var arriving = fetches
            var current = 0
            do throws(IMAPClientError) {
                results = try await session.client.run(pipeline: pipeline) { event in
                    guard let index = event.command else { return }
                    while current < arriving.count - 1, index >= arriving[current].commands.upperBound {
                        // Nothing more comes of this mailbox. Its last messages are stored while the next ones arrive.
                        await arriving[current].arriving.end()
                        if current > 0 { await arriving[current - 1].arriving.finishBatch() }
                        current += 1
                    }
                    guard arriving[current].commands.contains(index) else { return }
                    if arriving[current].isThere == nil {
                        let (name, uidValidity) = (arriving[current].name, arriving[current].uidValidity)
                        arriving[current].isThere = await session.selected(name, uidValidity) != nil
                    }
                    guard arriving[current].isThere == true else { return }
                    switch event {
                    case .literal(let piece, _): await arriving[current].arriving.take(piece)
                    case .data(.fetch(let message), _, _): await arriving[current].arriving.take(message)
                    case .data, .alert: break
                    }
                }
            } catch {
                failure = session.failure(error)
            }
        }
        var first: SyncFailure?
        for fetch in fetches {
            do throws(SyncFailure) {
                try await finish(fetch, failure == nil ? self.failure(of: fetch, results) : nil)
            } catch {
                first = first ?? error
            }
        }
        if let failure = first ?? failure { throw failure }
    }

    /// Returns the first failure that prevented a fetch; `nil` if the mailbox could not be selected.
    private func failure(of fetch: WholeFetch, _ results: [Result<CommandResult, IMAPClientError>]) -> SyncFailure? {
        if let selection = fetch.selection, results.indices.contains(selection),
            case .failure(let error) = results[selection]
        {
            if error.reach == .mailbox || error.reach == .message { return nil }
            return session.failure(error)
        }
        for index in fetch.commands where results.indices.contains(index) {
            if case .failure(let error) = results[index] { return session.failure(error) }
        }
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
