internal import Disk
internal import MailTypes
internal import Outbox

/// Drafts received from the server whose draft ID is already in use here.
extension DraftStore {
    /// Resolves received drafts that exist here already: the server's version becomes the draft, and the version it
    /// replaces is kept.
    func settleArrivals(
        _ contents: inout Contents, _ opened: Opened, at now: Instant, whereGone isGone: (SyncedFilename) -> Bool
    ) throws(FileError) {
        for arrived in contents.drafts where arrived.sidecar == nil {
            if case .newer = arrived.problem { continue }
            guard let name = arrived.synced, let id = arrived.header?.id else { continue }
            if let queued = contents.outbox.first(where: { $0.sidecar?.draftID == id }) {
                try settle(arrived, name, behind: queued, &contents, opened)
            } else if let other = contents.drafts.first(where: { $0.sidecar?.draftID == id && $0.problem == nil }) {
                try settle(
                    arrived, name, beside: other, isGone: other.synced.map(isGone) ?? false, &contents, opened, at: now)
            }
        }
    }

    /// Handles the arrival of the draft behind a queued message. If it is received again, it stays on the server until the
    /// message is sent. If another device has changed it, it is a draft of its own, and the message is put on hold.
    private func settle(
        _ arrived: DraftItem, _ name: SyncedFilename, behind queued: DraftItem, _ contents: inout Contents,
        _ opened: Opened
    ) throws(FileError) {
        guard var sidecar = queued.sidecar else { return }
        let isReceivedAgain = sidecar.server.map { $0.isMessage(of: name) || $0.digest == arrived.digest } ?? false
        let isKnown = isReceivedAgain ? true : try isVersion(arrived, of: sidecar.draftID, opened)
        guard isKnown else {
            if sidecar.submission == .queued, sidecar.hold(because: .changedElsewhere) {
                try opened.outbox.write(sidecar)
                if let index = contents.outbox.firstIndex(where: { $0.entry == queued.entry }) {
                    contents.outbox[index].sidecar = sidecar
                    contents.held.append(contents.outbox[index])
                }
            }
            return try makeApart(arrived, &contents, opened)
        }
        sidecar.server = ServerDraftVersion(name, digest: arrived.digest)
        try opened.outbox.write(sidecar)
        if let index = contents.outbox.firstIndex(where: { $0.entry == queued.entry }) {
            contents.outbox[index].sidecar = sidecar
        }
        try remove(arrived, from: &contents, opened)
    }

    /// Whether the content is a kept version of the draft, for example because petrel was stopped before it could record an
    /// upload.
    private func isVersion(_ arrived: DraftItem, of id: DraftID, _ opened: Opened) throws(FileError) -> Bool {
        for version in try opened.versions.all() where version.draftID == id {
            if try opened.versions.digest(of: version) == arrived.digest { return true }
        }
        return false
    }

    /// Makes an arrived message a draft of its own, although its header names another draft.
    private func makeApart(
        _ arrived: DraftItem, _ contents: inout Contents, _ opened: Opened
    ) throws(FileError) {
        guard let index = contents.drafts.firstIndex(where: { $0.entry == arrived.entry }) else { return }
        var sidecar = Sidecar(
            draftID: .random(), hash: arrived.hash, size: arrived.size, revision: arrived.header?.revision ?? 1,
            isDraft: true, sendState: .none)
        sidecar.digest = arrived.digest
        try number(&sidecar, .drafts)
        try opened.drafts.write(sidecar)
        contents.drafts[index].sidecar = sidecar
        contents.drafts[index].sidecarName = sidecar.filename
    }

    /// `isGone`: whether the server no longer has the message of `other`.
    private func settle(
        _ arrived: DraftItem, _ name: SyncedFilename, beside other: DraftItem, isGone: Bool,
        _ contents: inout Contents, _ opened: Opened, at now: Instant
    ) throws(FileError) {
        if let known = other.synced {
            guard !isGone, known.uidValidity == name.uidValidity, name.uid < known.uid else {
                try replace(other, by: arrived, &contents, opened, at: now)
                return
            }
            // An older duplicate. The next sync removes it from the server, because its file is gone here.
            if arrived.digest == other.digest {
                try remove(arrived, from: &contents, opened)
            } else {
                try retire(arrived, from: opened.drafts, opened.versions, .superseded, at: now)
                contents.drafts.removeAll { $0.entry == arrived.entry }
            }
            return
        }
        if let server = other.sidecar?.server, server.isMessage(of: name) || server.digest == arrived.digest,
            arrived.digest != other.digest
        {
            // The server's version that the newer local text was made from was received again.
            try update(other, ServerDraftVersion(name, digest: arrived.digest), &contents, opened)
            try remove(arrived, from: &contents, opened)
        } else {
            try replace(other, by: arrived, &contents, opened, at: now)
        }
    }

    private func replace(
        _ former: DraftItem, by arrived: DraftItem, _ contents: inout Contents, _ opened: Opened, at now: Instant
    ) throws(FileError) {
        let isConflict = former.synced == nil && former.digest != arrived.digest
        let item = try succeed(former, by: arrived, opened, at: now)
        contents.drafts.removeAll { $0.entry == former.entry || $0.entry == arrived.entry }
        contents.drafts.append(item)
        if isConflict { contents.conflicts.append(item) }
    }

    /// Makes `successor` the draft. Writes the sidecar first: it makes the successor the higher revision, even after a
    /// crash.
    func succeed(
        _ former: DraftItem, by successor: DraftItem, _ opened: Opened, at now: Instant
    ) throws(FileError) -> DraftItem {
        guard var sidecar = former.sidecar, let name = successor.synced else { return successor }
        let theirs = successor.header?.revision ?? 0
        sidecar.revision = theirs > former.revision ? theirs : former.revision + 1
        sidecar.hash = successor.hash
        sidecar.size = successor.size
        sidecar.digest = successor.digest
        sidecar.server = ServerDraftVersion(name, digest: successor.digest)
        try opened.drafts.write(sidecar)
        if former.digest == successor.digest {
            // Both files share a sidecar.
            try opened.drafts.maildir.remove(former.entry)
        } else {
            let reason: RecoverableDraftVersions.Reason = former.synced == nil ? .conflict : .superseded
            try retire(former, from: opened.drafts, opened.versions, reason, at: now)
        }
        var item = successor
        item.sidecar = sidecar
        item.sidecarName = sidecar.filename
        item.problem = nil
        return item
    }

    private func update(
        _ item: DraftItem, _ version: ServerDraftVersion, _ contents: inout Contents, _ opened: Opened
    ) throws(FileError) {
        guard var sidecar = item.sidecar, sidecar.server != version,
            let index = contents.drafts.firstIndex(where: { $0.entry == item.entry })
        else { return }
        sidecar.server = version
        try opened.drafts.write(sidecar)
        contents.drafts[index].sidecar = sidecar
    }

    private func remove(_ item: DraftItem, from contents: inout Contents, _ opened: Opened) throws(FileError) {
        try opened.drafts.maildir.remove(item.entry)
        contents.drafts.removeAll { $0.entry == item.entry }
    }

    /// Records in the sidecars the server message that each draft's filename identifies.
    func noteServerVersions(_ contents: inout Contents, _ opened: Opened) throws(FileError) {
        for item in contents.drafts {
            guard let name = item.synced, let sidecar = item.sidecar, item.problem == nil else { continue }
            if let server = sidecar.server, server.isMessage(of: name), server.digest == item.digest { continue }
            try update(item, ServerDraftVersion(name, digest: item.digest), &contents, opened)
        }
    }
}
