internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Matches drafts that arrived from the server to the drafts they replace.
extension SyncStore {
    /// Finds new messages that replaced drafts on the server, and makes them the current versions. Returns for each the
    /// subject if the draft was also changed here, otherwise `nil`.
    func succeed(_ contents: DraftStore.Contents) throws(SyncFailure) -> [String?] {
        guard let drafts, let mailbox = try known().first(where: { $0.name == .drafts }) else { return [] }
        let validity = mailbox.status.uidValidity
        let gone = contents.drafts.filter { item in
            guard let origin = Self.origin(item, validity) else { return false }
            return sync.missing.contains(SyncLedger.MissingDraft(validity, origin))
        }
        let new = contents.drafts.filter { $0.synced.map { sync.arrivedDrafts.contains($0) } ?? false }
        guard !gone.isEmpty, !new.isEmpty else { return [] }
        let successors = DraftSuccessorMatching.successors(of: gone.map(features), among: new.map(features))
        var followed: [String?] = []
        for (item, successor) in zip(gone, successors) {
            guard let id = item.draftID, let successor, let name = new[successor].synced else { continue }
            let subject = subject(of: item)
            let isConflict = try SyncFailure.draft { () throws(DraftError) in
                try drafts.succeed(id, by: name, at: clock.now())
            }
            followed.append(isConflict ? subject : nil)
        }
        return followed
    }

    private func features(_ item: DraftItem) -> DraftSuccessorMatching.Features {
        let header = header(of: item)
        var features = DraftSuccessorMatching.Features()
        features.draft = item.header?.id
        features.messageID = header.messageID
        features.universalID = header.first(named: "x-universally-unique-identifier").map { Array($0.text.utf8) }
        features.inReplyTo = Array(header.messageIDs(.inReplyTo))
        features.subject = Array((header.subject ?? "").utf8)
        for field in [FieldName.to, .cc, .bcc] {
            for address in header.addresses(field) {
                if let email = address.email { features.recipients.insert(Array(email.text.lowercased().utf8)) }
            }
        }
        features.arrived = item.synced?.arrived ?? header.date?.instant
        return features
    }

    /// Returns a notice for each draft that was discarded here and edited elsewhere.
    func revivals(_ contents: DraftStore.Contents) throws(SyncFailure) -> [String] {
        let new = contents.drafts.filter { $0.synced.map { sync.arrivedDrafts.contains($0) } ?? false }
        guard !new.isEmpty else { return [] }
        let kept = try SyncFailure.file { () throws(FileError) in try versions.all() }
        return new.filter { item in
            kept.contains { $0.reason == .discarded && $0.draftID == item.header?.id && $0.draftID == item.draftID }
        }.map { DraftSentences.revived(subject(of: $0)) }
    }
}
