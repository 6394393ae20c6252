internal import Database
internal import Digest
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Uploads of drafts, and recording their results.
extension SyncStore {
    /// A revision that is to go up.
    struct DraftUpload: Sendable {
        let id: DraftID
        let revision: Int
        let octets: [UInt8]
        let messageID: MessageID
        let flags: FlagSet
        /// Of the file, as the store says it.
        let digest: String
    }

    /// The next revision of a draft as it goes up; `nil` where there is nothing that could.
    func upload(of id: DraftID) throws(SyncFailure) -> DraftUpload? {
        guard let drafts else { return nil }
        guard var item = try item(id) else { return nil }
        if !isStamped(item) {
            let stamped = try SyncFailure.draft { () throws(DraftError) in try drafts.stamp(item, at: clock.now()) }
            guard let stamped else { return nil }
            item = stamped
        }
        return upload(of: item)
    }

    /// The upload if the draft still is the revision that was begun.
    func upload(begun entry: SyncLedger.Append) throws(SyncFailure) -> DraftUpload? {
        guard let id = entry.draft?.id, let item = try item(id), let upload = upload(of: item),
            ContentDigest(SHA256.digest(ofMessage: upload.octets)) == entry.digest
        else { return nil }
        return upload
    }

    func item(_ id: DraftID) throws(SyncFailure) -> DraftItem? {
        let contents = try SyncFailure.file { () throws(FileError) in try drafts?.contents(at: clock.now()) }
        return contents?.drafts.first { $0.draftID == id }
    }

    private func upload(of item: DraftItem) -> DraftUpload? {
        let message = octets(of: item)
        let read = Message(message)
        // A draft with missing parts is not a complete text, so it is not uploaded.
        guard let id = item.draftID, let messageID = read.header.messageID, !read.isPartial else { return nil }
        var flags = FlagSet(item.entry.name.flags)
        for flag in [Flag.draft, .seen] { flags.insert(flag) }
        flags.remove(.deleted)
        return DraftUpload(
            id: id, revision: item.revision, octets: message.withCanonicalLineEnds, messageID: messageID, flags: flags,
            digest: item.digest)
    }

    /// Whether the stored message carries the draft's identity.
    func isStamped(_ item: DraftItem) -> Bool {
        guard let sidecar = item.sidecar,
            item.header == DraftHeader(id: sidecar.draftID, revision: sidecar.revision)
        else { return false }
        let id = Message(octets(of: item)).header.messageID
        return id?.text.utf8.starts(with: sidecar.draftID.text.utf8) ?? false
    }

    /// Both sides have a revision that went up.
    func noteStored(
        _ entry: SyncLedger.Append, _ uid: UID, _ upload: DraftUpload?, arrived: Instant
    ) throws(SyncFailure) {
        guard let drafts, let draft = entry.draft, let mailbox = try known().first(where: { $0.name == .drafts }),
            entry.uidValidity == nil || entry.uidValidity == mailbox.status.uidValidity
        else { return try end(entry) }
        let validity = mailbox.status.uidValidity
        let name = SyncedFilename(uid, validity, in: .drafts, arrived: arrived, size: entry.size)
        let digest = upload?.digest ?? ""
        try SyncFailure.draft { () throws(DraftError) in
            try drafts.noteStored(
                draft.id, ServerVersion(validity, uid, digest: digest, uploaded: clock.now()), as: name,
                at: clock.now())
        }
        let flags = upload?.flags ?? FlagSet([.draft, .seen])
        let message = AnchoredMessage(uid, flags: flags, content: contents.content(entry.digest))
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                if let base = draft.base { try ledger.record(.forget(.drafts, UIDSet(base)), SyncOutcome(), contents) }
                try ledger.agree([message], in: .drafts, contents)
                try ledger.end(entry)
            }
        }
        touched.insert(.drafts)
    }

    /// The server no longer has these.
    func forgetDrafts(_ uids: UIDSet) throws(SyncFailure) {
        try record([.forget(.drafts, uids)])
    }

    /// The server no longer has this one: what that means is known when a later sync finds nothing in its place.
    func noteMissing(_ uid: UID) throws(SyncFailure) {
        guard let validity = try known().first(where: { $0.name == .drafts })?.status.uidValidity else { return }
        missing.insert(SyncLedger.MissingDraft(validity, uid))
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                try ledger.note(SyncLedger.MissingDraft(validity, uid))
                try ledger.record(.forget(.drafts, UIDSet(uid)), SyncOutcome(), contents)
            }
        }
    }

    /// Removes a local draft that was deleted elsewhere, and returns the notice about it.
    func removeLocalDraft(_ id: DraftID, _ base: UID, _ subject: String) throws(SyncFailure) -> String? {
        guard let drafts, let mailbox = try known().first(where: { $0.name == .drafts }) else { return nil }
        let version = try SyncFailure.draft { () throws(DraftError) in
            try drafts.removeLocalDraft(id, base, at: clock.now())
        }
        try settle(UIDSet(base), mailbox.status.uidValidity)
        touched.insert(.drafts)
        return version?.reason == .conflict ? DraftNotice.deleted(subject) : nil
    }
}
