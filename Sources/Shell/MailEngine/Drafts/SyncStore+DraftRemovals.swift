internal import Database
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

extension SyncStore {
    /// Returns the contents of these messages in the sync state of Drafts.
    func draftContents(_ uids: UIDSet) throws(SyncFailure) -> [UID: ContentDigest] {
        let messages = try draftBaseline(uids)?.messages ?? []
        return Dictionary(messages.map { ($0.uid, pass.contents[$0.content]) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the sync state of Drafts with only these messages.
    func draftBaseline(_ uids: UIDSet) throws(SyncFailure) -> SyncBaseline? {
        guard let mailbox = try known().first(where: { $0.name == .drafts }) else { return nil }
        return try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.baseline(of: mailbox, naming: uids, &pass.contents)
        }
    }

    /// Records that the server no longer has these drafts.
    func forgetDrafts(_ uids: UIDSet) throws(SyncFailure) {
        try record([.forget(.drafts, uids)])
    }

    /// Records that the server no longer has this draft. Another client may still upload a new version, so only a later
    /// sync treats it as deleted.
    func noteMissing(_ uid: UID) throws(SyncFailure) {
        guard let validity = try known().first(where: { $0.name == .drafts })?.status.uidValidity else { return }
        sync.missing.insert(SyncLedger.MissingDraft(validity, uid))
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                try ledger.note(SyncLedger.MissingDraft(validity, uid))
                try ledger.record(.forget(.drafts, UIDSet(uid)), CompletedOperationData(), pass.contents)
            }
        }
    }

    /// Removes a local draft that was sent or deleted elsewhere, and returns the notice about it.
    func removeLocalDraft(_ id: DraftID, _ base: UID, _ subject: String) throws(SyncFailure) -> String? {
        guard let drafts, let mailbox = try known().first(where: { $0.name == .drafts }) else { return nil }
        let version = try SyncFailure.draft { () throws(DraftError) in
            try drafts.removeLocalDraft(id, base, at: clock.now())
        }
        try settle(UIDSet(base), mailbox.status.uidValidity)
        pass.touched.insert(.drafts)
        return version?.reason == .conflict ? DraftSentences.gone(subject) : nil
    }
}
