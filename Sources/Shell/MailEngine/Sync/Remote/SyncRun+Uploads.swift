internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// Uploads the messages of a pass, many at a time, so that a slow link costs one round trip for many messages.
extension SyncRun {
    /// A message that is uploaded with others.
    private struct Upload {
        let operation: SyncOperation
        let upload: SyncOperation.Upload
        let command: AppendCommand
        let octets: [UInt8]
    }

    /// The number of messages that are uploaded together, and of their bytes. A larger message is uploaded with those
    /// before it.
    private static let mostUploads = 32
    private static let mostOctets = 1 << 20

    /// Performs the operations of the upload phase in their order.
    mutating func upload(_ operations: [SyncOperation]) async throws(SyncFailure) {
        var (waiting, size) = ([Upload](), 0)
        for operation in operations {
            let upload = try await prepare(operation)
            if let upload {
                waiting.append(upload)
                size += upload.octets.count
            }
            if upload == nil || waiting.count >= Self.mostUploads || size >= Self.mostOctets {
                try await append(waiting)
                (waiting, size) = ([], 0)
            }
            if upload == nil { try await performOnServer(operation) }
        }
        try await append(waiting)
    }

    /// Returns `nil` for what is not uploaded with others: copies in Sent, for each of which the journal has its own entry,
    /// and anything but messages.
    private func prepare(_ operation: SyncOperation) async throws(SyncFailure) -> Upload? {
        guard case .append(let upload) = operation, upload.mailbox != .sent,
            pass.listing.listed(upload.mailbox) != nil, let target = pass.listing.encoded(upload.mailbox),
            let message = try await store.message(of: upload.handle), !message.octets.isEmpty
        else { return nil }
        return Upload(
            operation: operation, upload: upload, command: AppendCommand(target, upload, message),
            octets: message.octets)
    }

    private mutating func append(_ uploads: [Upload]) async throws(SyncFailure) {
        guard !uploads.isEmpty else { return }
        for mailbox in Set(uploads.map(\.upload.mailbox)).sorted() {
            pass.entries.append(try await store.begin(.append, to: mailbox))
        }
        let results = try await session.run { () async throws(IMAPClientError) in
            try await session.client.append(uploads.map { ($0.command, MessageSource($0.octets)) })
        }
        for (one, result) in zip(uploads, results) {
            let mailbox = one.upload.mailbox
            switch result {
            case .success(let appended):
                if let appended { pass.assign(appended.uid, appended.validity, to: one.upload.handle, in: mailbox) }
                report.update(mailbox) { $0.uploaded += 1 }
            case .failure(let error):
                try noteRefusal(session.failure(error), of: mailbox)
                try await store.refuse(await subjects(of: one.operation), in: one.operation.mailboxes)
            }
        }
    }
}

extension AppendCommand {
    init(
        _ target: EncodedMailboxName, _ upload: SyncOperation.Upload,
        _ message: (octets: [UInt8], arrived: Instant)
    ) {
        self.init(target, size: message.octets.count)
        flags = upload.flags.flags
        if message.arrived.seconds > 0 { internalDate = DateTime(instant: message.arrived, offsetMinutes: 0) }
    }
}
