internal import Disk
internal import MailTypes
internal import Outbox

extension DraftStore {
    /// A file that another program has just written may be half of an edit whose other half, the removal of the former
    /// file, comes in a moment: so many seconds long.
    private static let settlingTime: Int64 = 2
    /// So many messages do not go at once: the disk that holds them is not there.
    private static let implausibleLoss = 3

    /// Puts drafts and outbox in order, and says what they hold. Each step may be interrupted and repeated.
    func recover(_ opened: Opened, at now: Instant) throws(FileError) -> Contents {
        for kind in DraftBox.Kind.allCases { try opened.box(kind).removeTemporaryFiles() }
        try opened.versions.removeTemporaryFiles()
        try opened.versions.expire(at: now)
        var contents = Contents()
        var orphans: [DraftBox.Kind: [[UInt8]]] = [:]
        for kind in DraftBox.Kind.allCases {
            let found = try scan(opened.box(kind), at: now)
            contents[kind] = found.items
            // What cannot be read now may be what a sidecar describes.
            orphans[kind] = found.failures.isEmpty ? found.orphans : []
        }
        try settleArrivals(&contents, opened, at: now)
        try adopt(&contents, orphans, opened, at: now)
        try noteServerVersions(&contents, opened)
        try supersede(&contents, opened, at: now)
        for kind in DraftBox.Kind.allCases {
            try remove(orphans[kind] ?? [], from: opened.box(kind), contents[kind], at: now)
        }
        try returnUnwatched(&contents, opened)
        return contents
    }

    // MARK: - Adopting

    /// Gives each message without a sidecar one: that of the draft that it says it is a revision of, if that draft has
    /// lost its message, else a new one.
    private func adopt(
        _ contents: inout Contents, _ orphans: [DraftBox.Kind: [[UInt8]]], _ opened: Opened, at now: Instant
    ) throws(FileError) {
        for kind in DraftBox.Kind.allCases {
            let box = opened.box(kind)
            var items = contents[kind]
            for index in items.indices where items[index].sidecar == nil {
                if case .newer = items[index].problem { continue }
                var taken = Set(DraftBox.Kind.allCases.flatMap { contents[$0] }.compactMap(\.sidecar?.draftID))
                taken.formUnion(items.compactMap(\.sidecar?.draftID))
                // What was superseded, and came back when the power went, is no draft of its own.
                if isOutdated(items[index], among: items + DraftBox.Kind.allCases.flatMap { contents[$0] }) { continue }
                if try isSettling(items[index], taken, in: box, at: now) { continue }
                if let name = items[index].sidecarName { try box.setAside(name, in: state) }
                let heir = try inherited(by: items[index], orphans, taken, opened)
                var sidecar = heir ?? fresh(items[index], kind, taken)
                try number(&sidecar, kind)
                if let message = try? box.contents(of: items[index]) { sidecar.describeFiles(of: message) }
                try box.write(sidecar)
                items[index].sidecar = sidecar
                items[index].sidecarName = sidecar.filename
                items[index].problem = nil
            }
            contents[kind] = items
        }
    }

    /// Whether a higher revision of the draft that it says it is has been written.
    private func isOutdated(_ item: DraftItem, among items: [DraftItem]) -> Bool {
        guard let header = item.header else { return false }
        return items.contains { $0.sidecar?.draftID == header.id && $0.revision > header.revision }
    }

    /// Whether it claims to be a draft that another file is already, and is so new that this may change in a moment.
    private func isSettling(
        _ item: DraftItem, _ taken: Set<DraftID>, in box: DraftBox, at now: Instant
    ) throws(FileError) -> Bool {
        guard let id = item.header?.id, taken.contains(id) else { return false }
        guard let status = try box.maildir.status(of: item.entry) else { return true }
        return now.seconds - status.changed / 1_000_000_000 < Self.settlingTime
    }

    /// What is known of the draft whose message was replaced by this one, by a program that keeps the header fields.
    private func inherited(
        by item: DraftItem, _ orphans: [DraftBox.Kind: [[UInt8]]], _ taken: Set<DraftID>, _ opened: Opened
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

    /// A message that nothing is known of: a draft, or in the outbox one that is held until the user says otherwise.
    private func fresh(_ item: DraftItem, _ kind: DraftBox.Kind, _ taken: Set<DraftID>) -> Sidecar {
        let id = item.header.flatMap { taken.contains($0.id) ? nil : $0.id } ?? .random()
        var sidecar = Sidecar(
            draftID: id, hash: item.hash, size: item.size, revision: item.header?.revision ?? 1,
            isDraft: kind == .drafts, sendState: .none)
        sidecar.digest = item.digest
        return sidecar
    }

    /// Gives a number of the kind, if it has none.
    func number(_ sidecar: inout Sidecar, _ kind: DraftBox.Kind) throws(FileError) {
        switch kind {
        case .drafts:
            if sidecar.draftNumber == nil { sidecar.draftNumber = try counters.next(.draft) }
        case .outbox:
            if sidecar.outboxNumber == nil { sidecar.outboxNumber = try counters.next(.outbox) }
        }
    }

    // MARK: - One revision

    /// Of several revisions of one draft the highest stays, and the others become kept versions.
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
        for kind in DraftBox.Kind.allCases {
            let box = opened.box(kind)
            var kept: [DraftItem] = []
            for item in contents[kind] {
                var isNewer = false
                if case .newer = item.problem { isNewer = true }
                guard let id = item.draftID, !isNewer, item.revision < highest[id] ?? 0 else {
                    kept.append(item)
                    continue
                }
                // The draft behind a queued message is needed to take that message back.
                let isBehind = kind == .drafts && contents.outbox.contains { $0.draftID == id }
                let reason: DraftVersions.Reason = isBehind ? .queued : .superseded
                try retire(item, from: box, opened.versions, reason, number: numbers[id], at: now)
                if let sidecar = item.sidecar, sidecar.filename != item.sidecarName {
                    try box.removeSidecar(sidecar.filename)
                }
            }
            contents[kind] = kept
        }
    }

    /// Keeps the message as a version, under the number that it has or that is given, and takes it out of its box.
    @discardableResult
    func retire(
        _ item: DraftItem, from box: DraftBox, _ versions: DraftVersions, _ reason: DraftVersions.Reason,
        number: Int? = nil, at now: Instant
    ) throws(FileError) -> DraftVersions.Version? {
        var kept: DraftVersions.Version?
        if let id = item.draftID {
            let version = DraftVersions.Version(
                kept: now, reason: reason, draftID: id, revision: item.revision,
                number: item.sidecar?.draftNumber ?? number ?? 0)
            kept = try versions.keep(item.entry, of: box.maildir, as: version)
        }
        try box.maildir.remove(item.entry)
        if let name = item.sidecarName { try box.removeSidecar(name) }
        return kept
    }

    // MARK: - Orders that nobody can take back any more

    /// A message whose undo window was open when its session ended is a draft again: it is never sent by itself.
    private func returnUnwatched(_ contents: inout Contents, _ opened: Opened) throws(FileError) {
        let watched = contents.outbox.filter { $0.sidecar?.submission == .undoable }
        if watched.isEmpty { return }
        let sessions = try EditingSessions(in: state)
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

    /// Removes the sidecars of messages that are not there: of writes that were not finished, and of messages that
    /// another program has removed.
    private func remove(
        _ names: [[UInt8]], from box: DraftBox, _ items: [DraftItem], at now: Instant
    ) throws(FileError) {
        guard !names.isEmpty, !items.isEmpty || names.count < Self.implausibleLoss else { return }
        // A message may have been overlooked while it was being renamed: the second look decides.
        let described = Set(items.compactMap(\.sidecarName))
        let again = try scan(box, at: now)
        guard again.failures.isEmpty else { return }
        for name in names where again.orphans.contains(name) && !described.contains(name) {
            if case .failure(.newer) = try box.sidecar(name) { continue }
            if try box.isFile(sidecar: name) { try box.removeSidecar(name) } else { try box.setAside(name, in: state) }
        }
    }
}

extension DraftID {
    static func random() -> DraftID {
        DraftID(random: (0..<16).map { _ in UInt8.random(in: 0...255) })
    }
}
