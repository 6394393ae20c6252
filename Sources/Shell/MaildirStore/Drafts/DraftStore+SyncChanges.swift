internal import Disk
public import MailTypes

/// Changes to drafts during a sync. A filename identifies the message on the server. If the file is newer than that
/// message, the sidecar records which version the server has.
extension DraftStore {
    // MARK: - Sync

    /// Records that the server has a revision. If the draft is still at that revision, its file is renamed; otherwise
    /// the newer text will replace the revision on the server.
    public func noteStored(
        _ id: DraftID, _ version: ServerDraftVersion, as name: SyncedFilename, at now: Instant
    ) throws(DraftError) {
        try change(at: now) { opened, contents throws(DraftError) in
            try files { () throws(FileError) in
                for kind in SidecarMaildir.Kind.allCases {
                    for var item in contents[kind] where item.draftID == id {
                        guard var sidecar = item.sidecar, item.problem == nil else { continue }
                        let box = opened.box(kind)
                        if kind == .drafts, item.digest == version.digest, item.synced == nil {
                            // Renamed first: after a crash, the name shows that the draft is on the server.
                            guard let renamed = try box.maildir.rename(item.entry, to: name.octets, { $0 }) else {
                                continue
                            }
                            item.entry = renamed
                            try box.maildir.synchronize()
                        }
                        sidecar.server = version
                        try box.write(sidecar)
                    }
                }
            }
        }
    }

    /// Records that the versions of all drafts on the server are those of a former server. They will be uploaded again,
    /// unless the account's server has them, too.
    public func disownServerVersions(at now: Instant) throws(DraftError) {
        try change(at: now) { opened, contents throws(DraftError) in
            try files { () throws(FileError) in
                for kind in SidecarMaildir.Kind.allCases {
                    for item in contents[kind] {
                        guard var sidecar = item.sidecar, item.problem == nil, let former = sidecar.server,
                            former.uidValidity != .highest
                        else { continue }
                        sidecar.server = ServerDraftVersion(
                            .highest, former.uid, digest: former.digest, uploaded: former.uploaded)
                        try opened.box(kind).write(sidecar)
                    }
                }
            }
        }
    }

    /// Adds petrel's header fields to a draft written by another program, so that all devices recognize it. The content
    /// does not change. Returns `nil` if the draft has changed since.
    public func stamp(_ item: DraftItem, at now: Instant) throws(DraftError) -> DraftItem? {
        guard let id = item.draftID else { return nil }
        return try change(at: now) { opened, contents throws(DraftError) in
            guard let current = contents.drafts.first(where: { $0.draftID == id }), current.digest == item.digest
            else { return nil }
            let message = try files { () throws(FileError) in try opened.drafts.contents(of: current) }
            return try revise(id, message.withCanonicalLineEnds, basedOn: nil, opened, contents, at: now) { _ in }
        }
    }

    /// Makes another message on the server the draft, because another program has rewritten the draft without its
    /// header fields. The previous text is kept. Returns whether that text was newer than the server's.
    @discardableResult
    public func succeed(_ id: DraftID, by name: SyncedFilename, at now: Instant) throws(DraftError) -> Bool {
        try change(at: now) { opened, contents throws(DraftError) in
            guard let former = contents.drafts.first(where: { $0.draftID == id }), former.sidecar != nil,
                let successor = contents.drafts.first(where: { $0.synced == name }), successor.draftID != id
            else { return false }
            let own = successor.sidecarName
            return try files { () throws(FileError) in
                let isConflict = former.synced == nil
                _ = try succeed(former, by: successor, opened, at: now)
                if let own { try opened.drafts.removeSidecar(own) }
                return isConflict
            }
        }
    }

    /// Removes a draft that was deleted on the server, keeping it as a version. `base` is the UID it had on the server.
    /// Returns the version, or `nil` if the draft is gone or has another UID on the server by now.
    public func removeLocalDraft(
        _ id: DraftID, _ base: UID, at now: Instant
    ) throws(DraftError) -> RecoverableDraftVersions.Version? {
        try change(at: now) { opened, contents throws(DraftError) in
            guard let item = contents.drafts.first(where: { $0.draftID == id }), item.sidecar?.server?.uid == base
            else {
                return nil
            }
            let reason: RecoverableDraftVersions.Reason = item.isOnServer ? .discarded : .conflict
            return try files { () throws(FileError) in
                try retire(item, from: opened.drafts, opened.versions, reason, at: now)
            }
        }
    }
}
