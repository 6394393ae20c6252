internal import Accounts
internal import Disk
internal import IMAPProtocol
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// Uploads copies of sent mail with an idempotent append: the server stores each one exactly once, even if the
/// connection is lost at any point.
extension SyncRun {
    /// Returns the message to append exactly once; `nil` outside Sent, or if the message has no Message-ID.
    func orderOfOnce(
        _ upload: SyncOperation.Upload, _ message: (octets: [UInt8], arrived: Instant), _ target: EncodedMailboxName
    ) -> AppendRequest? {
        guard upload.mailbox == .sent, let messageID = Message(message.octets).header.messageID else { return nil }
        let date = message.arrived.seconds > 0 ? DateTime(instant: message.arrived, offsetMinutes: 0) : nil
        return AppendRequest(
            mailbox: upload.mailbox, name: target, flags: upload.flags.flags, date: date, octets: message.octets,
            messageID: messageID)
    }

    /// Appends a message exactly once, or continues an append of the same message that an earlier sync began. Returns
    /// whether the server has it.
    mutating func appendOnce(_ order: AppendRequest, _ upload: SyncOperation.Upload) async throws(SyncFailure) -> Bool {
        // The response includes UIDNEXT, so that later copies need no STATUS command for the fence.
        _ = try await session.select(order.name, expecting: pass.plan.uidValidity(of: upload.mailbox))
        try await noteUpload(order)
        let begun = try await store.openAppend(of: order)
        let (entry, outcome) = try await session.append(order, journal: store, resuming: begun)
        try await store.end(entry)
        switch outcome {
        case .stored(let uid):
            if let uid, let validity = entry.uidValidity {
                pass.assign(uid, validity, to: upload.handle, in: upload.mailbox)
            }
            return true
        case .refused(let refusal):
            pass.hasRefusals = true
            try await store.refuse(
                await store.uploadSubject(upload.handle).map { [$0] } ?? [], in: [upload.mailbox])
            report.update(upload.mailbox) { $0.problem = refusal.sentence }
            return false
        }
    }

    /// Records that a message is uploaded to Sent, so that it does not count as a copy by the server.
    private func noteUpload(_ order: AppendRequest) async throws(SyncFailure) {
        guard account.sentFiling != .client, let drafts = await store.drafts else { return }
        let key = account.sentFilingKey
        let record = drafts.sentFiling(with: key)
        let upload = SentCopyPolicyRecord.Upload(order.messageID, whole: SentCopyIdentity(order.octets).whole)
        if record.answer == .client || record.copies.contains(where: { $0.whole == upload.whole }) { return }
        try SyncFailure.file { () throws(FileError) in
            try drafts.updateSentFiling(with: key) { $0.note(upload) }
        }
    }

    /// Checks the outcome of appends that an earlier sync left open, before mailboxes are compared. Removes duplicates.
    /// A message that is missing is appended when it is uploaded.
    func resumeAppends() async throws(SyncFailure) {
        for entry in try await store.openAppends() where entry.draft == nil && isWanted(entry.mailbox) {
            if pass.refused.contains(entry.mailbox) { continue }
            guard let name = pass.listing.encoded(entry.mailbox) else { continue }
            let order = AppendRequest(
                mailbox: entry.mailbox, name: name, flags: [], date: nil, octets: [], messageID: entry.messageID)
            var appending = IdempotentAppendRunner(order, entry, session, store)
            if try await appending.isThere() { try await store.end(entry) }
        }
    }

    /// Ends appends that are still open after a pass: their messages no longer need to be uploaded.
    func endAppends(in mailboxes: [MailboxName]) async throws(SyncFailure) {
        for entry in try await store.openAppends() where entry.draft == nil && mailboxes.contains(entry.mailbox) {
            try await store.end(entry)
        }
    }
}
