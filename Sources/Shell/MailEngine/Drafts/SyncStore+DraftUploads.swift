internal import Database
internal import Digest
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Prepares drafts for upload, and records the results.
extension SyncStore {
    /// A revision of a draft to upload.
    struct DraftUpload: Sendable {
        let id: DraftID
        let revision: Int
        let octets: [UInt8]
        let messageID: MessageID
        var flags: FlagSet
        /// SHA-256 of the file, in hexadecimal digits.
        let digest: String
        /// The name of the file, without flags.
        let filenameBase: [UInt8]
        /// The size of the file, if the server stores another form of the draft.
        var fileSize: Int?
    }

    /// Returns the planned revision, or the current one if the draft has been revised since. It gets the keywords of
    /// `base`, the version on the server that it replaces. Returns `nil` if the draft is gone or cannot be uploaded.
    func upload(of planned: DraftItem, inPlaceOf base: UID?) throws(SyncFailure) -> DraftUpload? {
        var upload = try upload(of: planned)
        if let base, upload != nil { upload?.flags.add(try keywords(of: base)) }
        return upload
    }

    /// Returns the flags of a draft on the server that no file name records: its keywords.
    private func keywords(of uid: UID) throws(SyncFailure) -> [Flag] {
        let flags = try draftBaseline(UIDSet(uid))?.message(uid)?.flags.flags ?? []
        return flags.filter { $0 != .recent && !FlagSet.maildir.contains($0) }
    }

    private func upload(of planned: DraftItem) throws(SyncFailure) -> DraftUpload? {
        guard let drafts else { return nil }
        var item = planned
        var message = octets(of: item)
        if message.isEmpty {
            guard let id = planned.draftID, let current = try currentItem(id) else { return nil }
            item = current
            message = octets(of: item)
        }
        if !item.isStamped(Message(message).header) {
            let stamped = try SyncFailure.draft { () throws(DraftError) in try drafts.stamp(item, at: clock.now()) }
            guard let stamped else { return nil }
            item = stamped
            message = octets(of: item)
        }
        switch drafts.form(ofUploaded: message) {
        case .asStored: return upload(of: item, message)
        case .encrypted(let octets):
            var encrypted = upload(of: item, octets)
            encrypted?.fileSize = item.size
            return encrypted
        case .kept: return nil
        }
    }

    /// Returns why a draft is not uploaded; `nil` if it can be.
    func reasonToKeep(_ item: DraftItem) -> String? {
        guard let drafts, case .kept(let reason) = drafts.form(ofUploaded: octets(of: item)) else { return nil }
        return reason
    }

    /// Returns the upload if the draft has not changed since the append began.
    func upload(begun entry: SyncLedger.Append) throws(SyncFailure) -> DraftUpload? {
        guard let id = entry.draft?.id, let item = try currentItem(id), var upload = upload(of: item, octets(of: item)),
            ContentDigest(SHA256.digest(ofMessage: upload.octets)) == entry.digest
        else { return nil }
        if let base = entry.draft?.base { upload.flags.add(try keywords(of: base)) }
        return upload
    }

    private func currentItem(_ id: DraftID) throws(SyncFailure) -> DraftItem? {
        let contents = try SyncFailure.file { () throws(FileError) in try drafts?.contents(at: clock.now()) }
        return contents?.drafts.first { $0.draftID == id }
    }

    private func upload(of item: DraftItem, _ message: [UInt8]) -> DraftUpload? {
        let read = Message(message)
        // A draft with missing parts is incomplete and must not be uploaded.
        guard let id = item.draftID, let messageID = read.header.messageID, !read.isPartial else { return nil }
        var flags = FlagSet(item.entry.name.flags)
        flags.add([.draft, .seen])
        flags.remove(.deleted)
        return DraftUpload(
            id: id, revision: item.revision, octets: message.withCanonicalLineEnds, messageID: messageID, flags: flags,
            digest: item.digest, filenameBase: item.entry.name.base)
    }

    /// Records that the server has the uploaded revision.
    func noteStored(
        _ entry: SyncLedger.Append, _ uid: UID, _ upload: DraftUpload?, arrived: Instant
    ) throws(SyncFailure) {
        guard let drafts, let draft = entry.draft, let mailbox = try known().first(where: { $0.name == .drafts }),
            entry.uidValidity == nil || entry.uidValidity == mailbox.status.uidValidity
        else { return try end(entry) }
        let validity = mailbox.status.uidValidity
        let name = SyncedFilename(uid, validity, in: .drafts, arrived: arrived, size: upload?.fileSize ?? entry.size)
        let digest = upload?.digest ?? ""
        try SyncFailure.draft { () throws(DraftError) in
            try drafts.noteStored(
                draft.id, ServerDraftVersion(validity, uid, digest: digest, uploaded: clock.now()), as: name,
                at: clock.now())
        }
        let flags = upload?.flags ?? FlagSet([.draft, .seen])
        let message = BaselineMessage(uid, flags: flags, content: pass.contents.content(entry.digest))
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                if let base = draft.base {
                    try ledger.record(.forget(.drafts, UIDSet(base)), CompletedOperationData(), pass.contents)
                }
                try ledger.agree([message], in: .drafts, pass.contents)
                try ledger.end(entry)
            }
        }
        pass.touched.insert(.drafts)
    }
}

extension FlagSet {
    fileprivate mutating func add(_ flags: [Flag]) {
        for flag in flags { insert(flag) }
    }
}

extension DraftItem {
    /// Whether the message with this header contains the draft's identity.
    func isStamped(_ header: Header) -> Bool {
        guard let sidecar, self.header == DraftHeader(id: sidecar.draftID, revision: sidecar.revision) else {
            return false
        }
        return header.messageID?.text.utf8.starts(with: sidecar.draftID.text.utf8) ?? false
    }
}
