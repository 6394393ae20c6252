internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// Notices when the account has another server.
extension SyncRun {
    private static var noticeOfOtherServer: String {
        "The account has another server than before. petrel compares all mail again and deletes nothing."
    }

    /// Compares the server with the one that the sync state is about. If it is another one, the sync state is discarded, so
    /// that no message counts as deleted or moved because this server does not have it. A server that only has another name
    /// is recognized by its messages. Returns `false` if a dry run must end, because it changes nothing.
    mutating func recognizeServer(_ listing: ServerMailboxNames) async throws(SyncFailure) -> Bool {
        let server = session.identity
        guard let former = try await store.recordedServer() else {
            if !request.isDryRun { try await store.record(server) }
            return true
        }
        guard former != server else { return true }
        var mailboxes: [ServerRecognition.Mailbox] = []
        for mailbox in try await store.known() { mailboxes.append(try await compare(mailbox, listing)) }
        let recognition = ServerRecognition(mailboxes)
        let discarded = recognition.isSame ? recognition.unproven : nil
        if discarded == nil, mailboxes.contains(where: { !$0.sample.isEmpty }) {
            report.reverted.append(Self.noticeOfOtherServer)
        }
        if request.isDryRun {
            guard discarded?.isEmpty ?? false else {
                report.lines.append(Self.noticeOfOtherServer)
                report.summary = report.lines
                return false
            }
            return true
        }
        if discarded == nil, let recorded = try await store.mailboxRecordedByMbsync() {
            throw .sharing(.otherServer(recorded))
        }
        try await store.startOver(with: server, in: discarded)
        return true
    }

    private func compare(
        _ mailbox: SyncLedger.Mailbox, _ listing: ServerMailboxNames
    ) async throws(SyncFailure) -> ServerRecognition.Mailbox {
        let name = mailbox.name
        let sample = try await store.sample(of: mailbox)
        guard let encoded = listing.encoded(name), let listed = listing.listed(name), listed.isSelectable else {
            return ServerRecognition.Mailbox(name, sample: sample, answer: .missing)
        }
        let validity = mailbox.status.uidValidity
        if let status = listed.status, status.uidValidity != validity {
            return ServerRecognition.Mailbox(name, sample: sample, answer: .renumbered)
        }
        guard !sample.isEmpty else { return ServerRecognition.Mailbox(name, sample: sample, answer: .messages([:])) }
        do throws(SyncFailure) {
            guard try await session.selectOrFail(encoded, expecting: validity) != nil else {
                return ServerRecognition.Mailbox(name, sample: sample, answer: .renumbered)
            }
            var found: [UID: MessageIdentity] = [:]
            for (uid, identity) in try await session.identities(of: UIDSet(Array(sample.keys))) {
                found[uid] = identity
            }
            return ServerRecognition.Mailbox(name, sample: sample, answer: .messages(found))
        } catch {
            guard error.isOfRequest else { throw error }
            return ServerRecognition.Mailbox(name, sample: sample, answer: .missing)
        }
    }
}
