internal import Digest
internal import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

/// Each change is durable when its function returns. If it throws, the store is unchanged or in a state that a crash at
/// that moment would also leave.
extension DraftStore {
    /// Recovers the boxes and runs a change under the lock. File errors are thrown as `DraftError.file`.
    func change<Result>(
        at now: Instant, _ body: (Opened, Contents) throws(DraftError) -> Result
    ) throws(DraftError) -> Result {
        let opened: Opened
        let contents: Contents
        do throws(FileError) {
            opened = try open()
            contents = try recover(opened, at: now)
        } catch {
            throw .file(error)
        }
        // Keeps the lock until the change is complete.
        defer { withExtendedLifetime(opened) {} }
        return try body(opened, contents)
    }

    func files<Result>(_ body: () throws(FileError) -> Result) throws(DraftError) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }

    // MARK: - Drafts

    /// The ID and number of a draft before its first save. The number is not reused.
    public struct Reservation: Hashable, Sendable {
        public let id: DraftID
        public let number: Int

        public init(id: DraftID, number: Int) {
            self.id = id
            self.number = number
        }
    }

    public func reserve() throws(DraftError) -> Reservation {
        try files { () throws(FileError) in Reservation(id: .random(), number: try counters.next(.draft)) }
    }

    /// Creates a draft. If an earlier attempt that failed has already created the reserved draft, writes its next
    /// revision instead.
    public func create(
        _ message: [UInt8], as reservation: Reservation? = nil, at now: Instant,
        _ describe: (inout Sidecar) -> Void = { _ in }
    ) throws(DraftError) -> DraftItem {
        try change(at: now) { opened, contents throws(DraftError) in
            if let reservation, contents.drafts.contains(where: { $0.draftID == reservation.id }) {
                return try revise(reservation.id, message, basedOn: nil, opened, contents, at: now, describe)
            }
            return try files { () throws(FileError) in
                var sidecar = Sidecar(
                    draftID: reservation?.id ?? .random(), hash: ContentHash(high: 0, low: 0), size: 0, revision: 1,
                    isDraft: true, sendState: .none)
                describe(&sidecar)
                sidecar.draftNumber = if let reservation { reservation.number } else { try counters.next(.draft) }
                return try write(message, &sidecar, to: opened.drafts)
            }
        }
    }

    /// Writes the next revision of a draft. `base` is the revision that the new text was made from. If another process
    /// has since written a different text, that one is kept as a version, which the result contains in `displaced`. With
    /// `keepingFormer`, the former revision is kept as a version in any case.
    public func revise(
        _ id: DraftID, _ message: [UInt8], basedOn base: Int? = nil, keepingFormer: Bool = false, at now: Instant,
        _ describe: (inout Sidecar) -> Void = { _ in }
    ) throws(DraftError) -> DraftItem {
        try change(at: now) { opened, contents throws(DraftError) in
            try revise(id, message, basedOn: base, keepingFormer: keepingFormer, opened, contents, at: now, describe)
        }
    }

    func revise(
        _ id: DraftID, _ message: [UInt8], basedOn base: Int?, keepingFormer: Bool = false, _ opened: Opened,
        _ contents: Contents, at now: Instant, _ describe: (inout Sidecar) -> Void
    ) throws(DraftError) -> DraftItem {
        let (former, known) = try find(id, in: contents.drafts)
        return try files { () throws(FileError) in
            var sidecar = known
            sidecar.revision += 1
            describe(&sidecar)
            let isForeign =
                if let base, base != known.revision {
                    try !DraftHeader(id: id, revision: base).isSame(opened.drafts.contents(of: former), message)
                } else { false }
            var item = try write(message, &sidecar, to: opened.drafts, keeping: former.entry.name.flags)
            if isForeign {
                item.displaced = try retire(former, from: opened.drafts, opened.versions, .conflict, at: now)
                return item
            }
            if keepingFormer {
                _ = try retire(former, from: opened.drafts, opened.versions, .superseded, at: now)
                return item
            }
            // Not synchronized, to avoid waiting for the disk: if a power loss brings the file back, the higher
            // revision wins.
            try opened.drafts.maildir.remove(former.entry, lasting: false)
            if let name = former.sidecarName { try opened.drafts.removeSidecar(name) }
            return item
        }
    }

    /// Discards a draft. It is kept for 30 days.
    public func discard(_ id: DraftID, at now: Instant) throws(DraftError) {
        try change(at: now) { opened, contents throws(DraftError) in
            let (item, _) = try find(id, in: contents.drafts)
            _ = try files { () throws(FileError) in
                try retire(item, from: opened.drafts, opened.versions, .discarded, at: now)
            }
        }
    }

    /// Keeps a text that was meant to be the next revision of a draft but conflicts with a change by another process.
    public func keep(
        _ message: [UInt8], of id: DraftID, revision: Int, _ number: Int, at now: Instant
    ) throws(DraftError) {
        try change(at: now) { opened, _ throws(DraftError) in
            try files { () throws(FileError) in
                let version = RecoverableDraftVersions.Version(
                    kept: now, reason: .conflict, draftID: id, revision: revision, number: number)
                try opened.versions.keepBeside(message, as: version)
            }
        }
    }

    /// Makes a kept version a draft again: under its old ID and number if that draft no longer exists, otherwise as a
    /// new draft.
    public func restore(_ version: RecoverableDraftVersions.Version, at now: Instant) throws(DraftError) -> DraftItem {
        try change(at: now) { opened, contents throws(DraftError) in
            try files { () throws(FileError) in
                let message = try opened.versions.contents(of: version)
                let isFree = !(contents.drafts + contents.outbox).contains { $0.draftID == version.draftID }
                var sidecar = Sidecar(
                    draftID: isFree ? version.draftID : .random(), hash: ContentHash(high: 0, low: 0), size: 0,
                    revision: version.revision + 1, isDraft: true, sendState: .none)
                sidecar.draftNumber =
                    isFree && version.number > 0 ? version.number : try counters.next(.draft)
                let item = try write(message, &sidecar, to: opened.drafts)
                try opened.versions.remove(version)
                return item
            }
        }
    }

    // MARK: - Helpers

    func find(_ id: DraftID, in items: [DraftItem]) throws(DraftError) -> (item: DraftItem, sidecar: Sidecar) {
        guard let item = items.first(where: { $0.draftID == id }) else { throw .missing(id) }
        if case .newer(let version) = item.problem { throw .newer(id, version) }
        guard let sidecar = item.sidecar else { throw .missing(id) }
        return (item, sidecar)
    }

    /// Writes a revision: first its sidecar, then the message, whose rename commits it. `flags` are those of the former
    /// revision.
    func write(
        _ message: [UInt8], _ sidecar: inout Sidecar, to box: SidecarMaildir, keeping flags: MaildirFlags = []
    ) throws(FileError) -> DraftItem {
        let header = DraftHeader(id: sidecar.draftID, revision: sidecar.revision)
        let stamped = box.kind == .drafts ? header.stampDraft(message) : header.stamp(message)
        sidecar.hash = XXH3.contentHash(stamped)
        sidecar.size = stamped.count
        let digest = SHA256.digits(of: stamped)
        sidecar.digest = digest
        sidecar.describeFiles(of: stamped)
        try box.write(sidecar)
        let own: MaildirFlags = box.kind == .drafts ? [.draft, .seen] : [.seen]
        let entry = try box.maildir.add(stamped, flags: own.union(flags.subtracting(.deleted)))
        return DraftItem(
            entry: entry, hash: sidecar.hash, size: sidecar.size, digest: digest, header: header,
            sidecar: sidecar, sidecarName: sidecar.filename)
    }
}
