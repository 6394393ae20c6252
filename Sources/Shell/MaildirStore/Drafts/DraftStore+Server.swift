public import Disk
public import MailTypes

/// What comes of drafts when they are synced. The file's name says which message of the server it is; the sidecar says
/// which one the server has where the file is newer than that.
extension DraftStore {
    // MARK: - For a sync

    /// The server has a revision now: its file gets the name of that. Where the draft was changed meanwhile, what is
    /// newer will go there in its place.
    public func noteStored(
        _ id: DraftID, _ version: ServerVersion, as name: SyncedFilename, at now: Instant
    ) throws(DraftError) {
        try change(at: now) { opened, contents throws(DraftError) in
            try files { () throws(FileError) in
                for kind in DraftBox.Kind.allCases {
                    for var item in contents[kind] where item.draftID == id {
                        guard var sidecar = item.sidecar, item.problem == nil else { continue }
                        let box = opened.box(kind)
                        if kind == .drafts, item.digest == version.digest, item.synced == nil {
                            // The name first: what a crash leaves is then seen to be on the server.
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

    /// Makes a draft that another program has written a revision of ours, so that it is known on all devices. Nothing of
    /// its content changes. `nil` where it is not what it was any more.
    public func stamp(_ item: DraftItem, at now: Instant) throws(DraftError) -> DraftItem? {
        guard let id = item.draftID else { return nil }
        return try change(at: now) { opened, contents throws(DraftError) in
            guard let current = contents.drafts.first(where: { $0.draftID == id }), current.digest == item.digest
            else { return nil }
            let message = try files { () throws(FileError) in try opened.drafts.contents(of: current) }
            return try revise(id, message.withCanonicalLineEnds, basedOn: nil, opened, contents, at: now) { _ in }
        }
    }

    /// Another message of the server is the draft now, though it does not say so: another program wrote it anew. The
    /// former text is kept. Returns whether it was newer than what the server had.
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

    /// The server does not have the draft any more, and nothing in its place: it goes here too, and is kept. `base` is
    /// what the server had. Returns the version, or `nil` where the draft is another one by now.
    public func removeLocalDraft(
        _ id: DraftID, _ base: UID, at now: Instant
    ) throws(DraftError) -> DraftVersions.Version? {
        try change(at: now) { opened, contents throws(DraftError) in
            guard let item = contents.drafts.first(where: { $0.draftID == id }), item.sidecar?.server?.uid == base
            else {
                return nil
            }
            let reason: DraftVersions.Reason = item.isOnServer ? .discarded : .conflict
            return try files { () throws(FileError) in
                try retire(item, from: opened.drafts, opened.versions, reason, at: now)
            }
        }
    }

    /// Drafts and outbox as they are, without putting anything in order.
    public func contentsReadOnly(at now: Instant) throws(FileError) -> Contents {
        let opened = try open()
        defer { withExtendedLifetime(opened) {} }
        var contents = Contents()
        for kind in DraftBox.Kind.allCases { contents[kind] = try scan(opened.box(kind), at: now).items }
        return contents
    }

    /// Whether some program has the draft open, and perhaps lines of it that are not saved.
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
    /// CRLF at the end of each line, and of the last one [RFC 5322 §2.1].
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
