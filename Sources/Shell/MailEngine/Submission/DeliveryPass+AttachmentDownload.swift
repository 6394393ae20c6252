internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import SASL

/// Downloads the attachments that a message waits for. The message is sent only when it is complete.
extension DeliveryPass {
    private enum Failure: Error {
        case credentials(CredentialError)
        case download(AttachmentFailure)

        /// Whether the server rejected the credentials.
        var isOfCredentials: Bool {
            if case .download(.sync(let failure)) = self { failure.isRefusal } else { false }
        }
    }

    /// Downloads the attachments of a message and adds them. If the message must keep waiting, records and reports
    /// that, and returns `nil`. `waiting`: the number of waiting messages.
    mutating func fetchFiles(
        of queued: OutboxStore.Queued, _ waiting: Int
    ) async throws(DraftError) -> OutboxStore.Queued? {
        guard let octets = try await store.octets(of: queued), let outboxMessage = try await store.outboxMessage(queued)
        else {
            return nil
        }
        let message = Message(octets)
        guard message.lacksPendingFilesAlone else {
            try await end(queued, .filesMissing, because: Self.isNotWhole)
            return nil
        }
        let files = message.undownloadedAttachments.map(\.file)
        let contents: [UndownloadedDraftAttachment: [UInt8]]
        do throws(Failure) {
            contents = try await fetched(files, outboxMessage)
        } catch {
            // Do not report a cancelled download.
            if !Task.isCancelled { try await note(error, queued, files.count, waiting) }
            return nil
        }
        return try await store.fill(queued, with: contents)
    }

    /// Why an incomplete message from another program is not sent.
    static let isNotWhole = "Files of the message are not here. It was made by another program."

    private mutating func fetched(
        _ files: [UndownloadedDraftAttachment], _ message: OutboxMessageSummary
    ) async throws(Failure) -> [UndownloadedDraftAttachment: [UInt8]] {
        guard let fetch = delivery.files else { throw .download(.sync(.noServer)) }
        if let kept = fetch.kept(files) { return kept }
        await hangUp()
        say(.fetching(message, files: files.count))
        return try await signingIn(
            with: delivery.credentials, failure: Failure.credentials, isRejection: \.isOfCredentials
        ) { credentials async throws(Failure) in
            do throws(AttachmentFailure) {
                return try await fetch.run(files, as: credentials)
            } catch {
                throw .download(error)
            }
        }
    }

    private mutating func note(
        _ failure: Failure, _ queued: OutboxStore.Queued, _ files: Int, _ waiting: Int
    ) async throws(DraftError) {
        switch failure {
        case .credentials(let problem):
            isOver = true
            say(.problem(problem.sentence))
        case .download(let failure):
            if failure.isOfThisMachine {
                isOver = true
                report.isOffline = true
                say(.offline(waiting: waiting))
                return
            }
            let count = files == 1 ? "An attachment" : "\(files) attachments"
            let what = "\(count) could not be fetched. \(failure.sentence)"
            guard !failure.isForGood else {
                let name = OutboxMessageSummary.name(queued.sidecar.outboxNumber)
                let remedy = "To try again, type: outbox retry \(name)  To send it without: resume \(name), then detach"
                return try await end(queued, .filesMissing, because: "\(what) \(remedy)")
            }
            let obstacle: DeliveryProgress.Obstacle = failure.isOffline ? .server : .message
            let result = AttemptResult.filesAwaited(after: await store.age(of: queued), from: obstacle)
            try await end(queued, result, because: what)
        }
    }
}

extension AttachmentFailure {
    /// Whether this machine appears to be offline.
    fileprivate var isOfThisMachine: Bool {
        if case .sync(.unreachable(let failure, _)) = self { failure.isOffline } else { false }
    }

    /// Whether retrying is useless until the user acts.
    fileprivate var isForGood: Bool {
        switch self {
        case .gone, .changed, .refused: true
        case .sync(.noServer): true
        case .sync(let failure): failure.isRefusal
        case .unsynced, .file, .busy: false
        }
    }
}
