internal import IMAPProtocol
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
        var missing = fetch.uids
        if fetch.mailbox == .inbox {
            for message in session.takeEarlyMessages(
                missing, uidValidity, isTextOnly: leavesFiles(of: fetch))
            {
                missing = missing.subtracting(UIDSet(message.uid))
                await arriving.take(message)
            }
        }
        var failure: SyncFailure?
        do throws(SyncFailure) {
            if missing.isEmpty {
                // Everything was fetched ahead.
            } else if leavesFiles(of: fetch) {
                if try await session.select(encoded, expecting: uidValidity) != nil {
                    failure = try await fetchText(missing, of: encoded, uidValidity, arriving)
                }
            } else {
                failure = try await fetchWhole(missing, of: encoded, uidValidity, arriving)
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
        _ uids: UIDSet, of name: EncodedMailboxName, _ uidValidity: UIDValidity?,
        _ arriving: ArrivingMessages
    ) async throws(SyncFailure) -> SyncFailure? {
        let session = session
        let items: [FetchItem] = [.flags, .internalDate, .content(.whole)]
        let selected = await session.selected(name, uidValidity)
        let selection: [IMAPCommand] = selected == nil ? [.select(session.selection(of: name))] : []
        let pipeline = selection + Self.portions(of: uids).map { .fetch(FetchCommand($0, items)) }
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
