public import Disk
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
                for kind in DraftMaildir.Kind.allCases {
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

    /// Returns drafts and outbox without recovering or changing anything.
    public func contentsReadOnly(at now: Instant) throws(FileError) -> Contents {
        let opened = try open()
        defer { withExtendedLifetime(opened) {} }
        var contents = Contents()
        for kind in DraftMaildir.Kind.allCases { contents[kind] = try scan(opened.box(kind), at: now).items }
        return contents
    }

    /// Returns drafts and outbox although nothing can be saved, without the lock.
    public func contentsWithoutLock(at now: Instant) throws(FileError) -> Contents {
        var contents = Contents()
        let opened: Opened
        do throws(FileError) {
            opened = try Opened(withoutLock: self)
        } catch {
            // The directories do not exist, so nothing was ever stored.
            if error.preventsSaving { return contents }
            throw error
        }
        for kind in DraftMaildir.Kind.allCases { contents[kind] = try scan(opened.box(kind), at: now).items }
        return contents
    }

    /// Returns whether a process has the draft open, possibly with unsaved lines.
    public func isOpen(_ id: DraftID) throws(FileError) -> Bool {
        let name = Array("drafts".utf8)
        guard try state.status(of: name)?.kind == .directory else { return false }
        let locks = try state.directory(name)
        let lock = Array((id.text + ".lock").utf8)
        guard try locks.status(of: lock) != nil else { return false }
        return try locks.lock(lock, waiting: false) == nil
    }
}

extension [UInt8] {
    /// The text with CRLF line endings [RFC 5322 §2.1].
    public var withCanonicalLineEnds: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + 2)
        var last: UInt8 = 0
        for octet in self {
            if octet == 0x0A, last != 0x0D { result.append(0x0D) }
            result.append(octet)
            last = octet
        }
        return result
    }
}
