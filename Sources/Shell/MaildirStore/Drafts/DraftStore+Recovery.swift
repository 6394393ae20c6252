internal import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
    /// The number of seconds during which a file just written by another program may be half of an edit that will also
    /// remove the previous file.
    private static let settlingTime: Int64 = 2
    /// If at least this many messages disappear and none is left, the disk that holds them is probably not mounted.
    private static let implausibleLoss = 3

    /// Recovers from interrupted and external changes, and returns the contents of drafts and outbox. Each step is
    /// idempotent.
    func recover(
        _ opened: Opened, at now: Instant, whereGone isGone: (SyncedFilename) -> Bool = { _ in false }
    ) throws(FileError) -> Contents {
        memory.forgetOutbox()
        // First of all, because a full disk has no room for anything else.
        for kind in SidecarMaildir.Kind.allCases { try opened.box(kind).removeTemporaryFiles() }
        try opened.versions.removeTemporaryFiles()
        try opened.versions.expire(at: now)
        var contents = Contents()
        var scans: [SidecarMaildir.Kind: Scan] = [:]
        var orphans: [SidecarMaildir.Kind: [[UInt8]]] = [:]
        for kind in SidecarMaildir.Kind.allCases {
            let found = try scan(opened.box(kind), at: now)
            contents[kind] = found.items
            // An orphaned sidecar may describe a message that cannot be read now.
            orphans[kind] = found.failures.isEmpty ? found.orphans : []
            scans[kind] = found
        }
        // Before anything writes a sidecar anew, which makes it an original.
        try holdCopies(in: &contents, opened)
        try settleArrivals(&contents, opened, at: now, whereGone: isGone)
        try adopt(&contents, orphans, opened, at: now)
        try noteServerVersions(&contents, opened)
        try supersede(&contents, opened, at: now)
        for kind in SidecarMaildir.Kind.allCases {
            try remove(
                orphans[kind] ?? [], from: opened.box(kind), contents[kind], drafts: contents.drafts + contents.outbox,
                at: now)
        }
        try returnUnwatched(&contents, opened)
        if let drafts = scans[.drafts], scans.values.allSatisfy(\.failures.isEmpty) {
            memory.remember(outbox: contents.outbox, drafts: drafts.listing)
        }
        return contents
    }

    // MARK: - Restored files

    /// Puts waiting messages on hold whose sidecars were copied or restored from a backup. The message may have been sent
    /// since the copy was made.
    private func holdCopies(in contents: inout Contents, _ opened: Opened) throws(FileError) {
        for index in contents.outbox.indices {
            guard var sidecar = contents.outbox[index].sidecar, contents.outbox[index].problem == nil,
                let name = contents.outbox[index].sidecarName, [.queued, .sending].contains(sidecar.submission),
                try !opened.outbox.isOriginal(name, sidecar),
                // Another process may have just written the file.
                case .success(let current) = try opened.outbox.sidecar(name),
                try !opened.outbox.isOriginal(name, current), sidecar.hold(because: .copied)
            else { continue }
            try opened.outbox.write(sidecar)
            contents.outbox[index].sidecar = sidecar
        }
    }

    // MARK: - Adoption

    /// Gives each message without a sidecar one: that of the draft named in its header if the message of that draft is
    /// missing, otherwise a new one.
    private func adopt(
        _ contents: inout Contents, _ orphans: [SidecarMaildir.Kind: [[UInt8]]], _ opened: Opened, at now: Instant
    ) throws(FileError) {
        for kind in SidecarMaildir.Kind.allCases {
            let box = opened.box(kind)
            var items = contents[kind]
            for index in items.indices where items[index].sidecar == nil {
                if case .newer = items[index].problem { continue }
                var taken = Set(SidecarMaildir.Kind.allCases.flatMap { contents[$0] }.compactMap(\.sidecar?.draftID))
                taken.formUnion(items.compactMap(\.sidecar?.draftID))
                // A superseded revision that came back after a power loss is not a new draft.
                if isOutdated(items[index], among: items + SidecarMaildir.Kind.allCases.flatMap { contents[$0] }) {
                    continue
                }
                if try isSettling(items[index], taken, in: box, at: now) { continue }
                if let name = items[index].sidecarName { try box.setAside(name, in: state) }
                var heir = try inherited(by: items[index], orphans, taken, opened)
                if heir == nil { heir = try parked(items[index], taken, box) }
                var sidecar = heir ?? fresh(items[index], kind, taken)
                try number(&sidecar, kind)
                describeFiles(of: items[index], in: box, &sidecar)
                try box.write(sidecar)
                items[index].sidecar = sidecar
                items[index].sidecarName = sidecar.filename
                items[index].problem = nil
            }
            contents[kind] = items
        }
    }

    /// Records the attachments that the message lacks. Most messages lack none, and their header says so. Petrel does not
    /// store incomplete messages of more than 32 MB, so that no more than that is read.
    private func describeFiles(of item: DraftItem, in box: SidecarMaildir, _ sidecar: inout Sidecar) {
        var entry = item.entry
        guard let header = try? box.maildir.header(of: &entry) else { return }
        let isIncomplete = PartialMessageMarkers.isClaimed(by: header)
        let message = isIncomplete ? try? box.maildir.contents(of: &entry, limit: Self.mostIncompleteBytes) : header
        if let message { sidecar.describeFiles(of: message) }
    }

    private static let mostIncompleteBytes = 32 << 20

    /// Returns whether there is a higher revision of the draft named in the message's header.
    private func isOutdated(_ item: DraftItem, among items: [DraftItem]) -> Bool {
        guard let header = item.header else { return false }
        return items.contains { $0.sidecar?.draftID == header.id && $0.revision > header.revision }
    }

    /// Returns whether another file already has the message's draft ID, and the message is so new that this may change
    /// soon.
    private func isSettling(
        _ item: DraftItem, _ taken: Set<DraftID>, in box: SidecarMaildir, at now: Instant
    ) throws(FileError) -> Bool {
        guard let id = item.header?.id, taken.contains(id) else { return false }
        guard let status = try box.maildir.status(of: item.entry) else { return true }
        return now.seconds - status.changed / 1_000_000_000 < Self.settlingTime
    }

    /// Returns the sidecar of the draft whose message was replaced by this one, by a program that keeps the header
    /// fields.
    private func inherited(
        by item: DraftItem, _ orphans: [SidecarMaildir.Kind: [[UInt8]]], _ taken: Set<DraftID>, _ opened: Opened
    ) throws(FileError) -> Sidecar? {
        guard let id = item.header?.id, !taken.contains(id) else { return nil }
        for name in orphans[.drafts] ?? [] where Sidecar.identity(ofFile: name)?.draftID == id {
            guard case .success(var sidecar) = try opened.drafts.sidecar(name), sidecar.isDraft else { continue }
            sidecar.hash = item.hash
            sidecar.size = item.size
            sidecar.digest = item.digest
            sidecar.revision = max(sidecar.revision, item.header?.revision ?? 0) + 1
            return sidecar
        }
        return nil
    }

    /// Returns the sidecar of a message in the outbox whose file was missing for a while. It is not sent until the user
    /// orders it again, because it is unknown why the file was missing.
    private func parked(_ item: DraftItem, _ taken: Set<DraftID>, _ box: SidecarMaildir) throws(FileError) -> Sidecar? {
        guard box.kind == .outbox, var sidecar = try box.unpark(item, besides: taken, in: state) else {
            return nil
        }
        if sidecar.submission == .queued || sidecar.submission == .undoable { sidecar.sendState = .none }
        return sidecar
    }

    /// Returns metadata for an unknown message: a draft, or in the outbox a message on hold until the user orders it to
    /// be sent.
    private func fresh(_ item: DraftItem, _ kind: SidecarMaildir.Kind, _ taken: Set<DraftID>) -> Sidecar {
        let id = item.header.flatMap { taken.contains($0.id) ? nil : $0.id } ?? .random()
        var sidecar = Sidecar(
            draftID: id, hash: item.hash, size: item.size, revision: item.header?.revision ?? 1,
            isDraft: kind == .drafts, sendState: .none)
        sidecar.digest = item.digest
        return sidecar
    }

    /// Assigns a draft or outbox number if there is none yet.
    func number(_ sidecar: inout Sidecar, _ kind: SidecarMaildir.Kind) throws(FileError) {
        switch kind {
        case .drafts:
            if sidecar.draftNumber == nil { sidecar.draftNumber = try counters.next(.draft) }
        case .outbox:
            if sidecar.outboxNumber == nil { sidecar.outboxNumber = try counters.next(.outbox) }
        }
    }

    // MARK: - Superseded revisions

    /// Keeps the highest revision of each draft; lower ones become kept versions.
    private func supersede(
        _ contents: inout Contents, _ opened: Opened, at now: Instant
    ) throws(FileError) {
        var highest: [DraftID: Int] = [:]
        var numbers: [DraftID: Int] = [:]
        for item in contents.drafts + contents.outbox {
            guard let id = item.draftID else { continue }
            highest[id] = max(highest[id] ?? 0, item.revision)
            numbers[id] = numbers[id] ?? item.sidecar?.draftNumber
        }
        for kind in SidecarMaildir.Kind.allCases {
            let box = opened.box(kind)
            var kept: [DraftItem] = []
            for item in contents[kind] {
                var isNewer = false
                if case .newer = item.problem { isNewer = true }
                guard let id = item.draftID, !isNewer, item.revision < highest[id] ?? 0 else {
                    kept.append(item)
                    continue
                }
                // The draft behind a queued message is needed for taking that message back.
                let isBehind = kind == .drafts && contents.outbox.contains { $0.draftID == id }
                let reason: RecoverableDraftVersions.Reason = isBehind ? .queued : .superseded
                try retire(item, from: box, opened.versions, reason, number: numbers[id], at: now)
            }
            contents[kind] = kept
        }
    }

    /// Keeps the message as a version, with its own draft number or else `number`, and removes it from its box.
    @discardableResult
    func retire(
        _ item: DraftItem, from box: SidecarMaildir, _ versions: RecoverableDraftVersions,
        _ reason: RecoverableDraftVersions.Reason,
        number: Int? = nil, at now: Instant
    ) throws(FileError) -> RecoverableDraftVersions.Version? {
        var kept: RecoverableDraftVersions.Version?
        if let id = item.draftID {
            let version = RecoverableDraftVersions.Version(
                kept: now, reason: reason, draftID: id, revision: item.revision,
                number: item.sidecar?.draftNumber ?? number ?? 0)
            kept = try versions.keep(item.entry, of: box.maildir, as: version)
        }
        try box.maildir.remove(item.entry)
        if let name = item.sidecarName { try box.removeSidecar(name) }
        return kept
    }

    // MARK: - Undo windows of ended sessions

    /// Makes messages drafts again whose session ended during the undo window. They are never sent automatically.
    private func returnUnwatched(_ contents: inout Contents, _ opened: Opened) throws(FileError) {
        let watched = contents.outbox.filter { $0.sidecar?.submission == .undoable }
        if watched.isEmpty { return }
        let sessions = try EditingSessionsAndJournals(in: state)
        for item in watched {
            guard let sidecar = item.sidecar, sidecar.submission.after(.ownerGone) == .draft else { continue }
            if let undo = sidecar.undo, try sessions.isAlive(undo.session) { continue }
            let draft = try takeBack(item, sidecar, opened)
            contents.outbox.removeAll { $0.entry == item.entry }
            contents.drafts.append(draft)
            contents.returned.append(draft)
        }
    }

    // MARK: - Leftovers

    /// Removes the sidecars of missing messages, left by interrupted writes or by other programs that removed the
    /// message.
    private func remove(
        _ names: [[UInt8]], from box: SidecarMaildir, _ items: [DraftItem], drafts: [DraftItem], at now: Instant
    ) throws(FileError) {
        guard !names.isEmpty, !items.isEmpty || names.count < Self.implausibleLoss else { return }
        // A message may have been missed while it was being renamed, so only sidecars that a second scan confirms are
        // removed.
        let described = Set(items.compactMap(\.sidecarName))
        let again = try scan(box, at: now)
        guard again.failures.isEmpty else { return }
        for name in names where again.orphans.contains(name) && !described.contains(name) {
            let found = try box.sidecar(name)
            if case .failure(.newer) = found { continue }
            if box.kind == .outbox, case .success(let sidecar) = found, sidecar.mustOutlive(among: drafts) {
                try box.park(name, in: state)
                continue
            }
            if try box.isFile(sidecar: name) { try box.removeSidecar(name) } else { try box.setAside(name, in: state) }
        }
    }
}

extension DraftID {
    public static func random() -> DraftID {
        DraftID(random: (0..<16).map { _ in UInt8.random(in: 0...255) })
    }
}

extension Sidecar {
    /// Whether the sidecar of a missing message must be kept: it says that the message was sent, or is to be sent. A
    /// message that was on its way between drafts and outbox when petrel was stopped is still queued only if it has no
    /// other file.
    fileprivate func mustOutlive(among others: [DraftItem]) -> Bool {
        switch submission {
        case .draft, .failed: false
        case .sending, .sent, .unknown: true
        case .queued, .undoable: !others.contains { $0.draftID == draftID }
        }
    }
}
