internal import Accounts
internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation

extension SyncRun {
    /// Whether attachments stay on the server until they are needed. Drafts are fetched whole because they are edited
    /// here. So is a message that may already be in a local file, because only its bytes show that.
    func leavesFiles(of fetch: SyncOperation.Fetch) -> Bool {
        account.attachments == .textOnly && fetch.mailbox != .drafts && fetch.candidates.isEmpty
    }

    /// Fetches the text of messages, and whole messages that have no attachments. The structure of a batch is requested
    /// in one pipeline with the content of the previous batch, so it costs no extra round trip. Returns the first failure
    /// that prevented a fetch.
    func fetchText(
        _ uids: UIDSet, of mailbox: EncodedMailboxName, _ uidValidity: UIDValidity?,
        _ arriving: ArrivingMessages
    ) async throws(SyncFailure) -> SyncFailure? {
        let session = session
        var portions = Self.portions(of: uids)[...]
        let place = IMAPURL(server: account.imapServers.first, mailbox: mailbox, uidValidity)
        var gathering = TextFetchPipeline(place, arriving, fetching: uids.count)
        var failure: SyncFailure?
        while true {
            let next = portions.popFirst()
            let pipeline = gathering.pipeline(describing: next)
            if pipeline.isEmpty { return failure }
            let results: [Result<CommandResult, IMAPClientError>]
            do throws(IMAPClientError) {
                var running = gathering
                defer { gathering = running }
                results = try await session.client.run(pipeline: pipeline.map(\.command)) { event in
                    switch event {
                    case .literal(let piece, _?): await running.take(piece)
                    case .data(.fetch(let message), _?, _): await running.take(message)
                    case .data, .literal, .alert: break
                    }
                }
            } catch {
                throw session.failure(error)
            }
            for (part, result) in zip(pipeline, results) {
                guard case .failure(let error) = result else { continue }
                // Some servers cannot return the structure of a message. The whole message is fetched instead.
                if !part.isWhole, error.reach == .message || error.reach == .mailbox { continue }
                failure = failure ?? session.failure(error)
            }
        }
    }
}
