import Disk
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// What a store makes of files that other programs, a backup or a sync put there or removed.
@Suite("Drafts changed by others", .holds("K02", "C22", "PD5"))
struct DraftStoreRecoveryTests {
    private let disk: MemoryFileSystem
    private let store: MemoryStore
    private let maildir: Maildir

    init() throws {
        disk = MemoryFileSystem()
        store = try MemoryStore(disk)
        maildir = try store.mail.makingMaildir(.drafts)
    }

    private var contents: DraftStore.Contents {
        get throws { try store.drafts.contents(at: store.now) }
    }

    private func subjects(_ items: [DraftItem]) throws -> [String] {
        try items.map { try store.subject(store.drafts.message(of: $0, isInOutbox: false)) }.sorted()
    }

    private func numbers(_ items: [DraftItem]) -> [Int] { items.compactMap(\.sidecar?.draftNumber).sorted() }

    /// The paths of all files and directories in a directory.
    private func paths(in directory: String) -> [String] {
        disk.paths.filter { $0.utf8.starts(with: "\(directory)/".utf8) }
    }

    private let sidecars = "/state/work/sidecars/Drafts/cur"

    /// Adds a draft with the name that a sync gives it.
    private func arrive(_ message: [UInt8], uid: UInt32 = 7) throws {
        let (uid, validity) = (try #require(UID(rawValue: uid)), try #require(UIDValidity(rawValue: 1)))
        let name = SyncedFilename(uid, validity, in: .drafts, arrived: store.now, size: message.count)
        _ = try maildir.add(message, flags: [.draft], base: name.octets)
    }

    // MARK: - Files of other programs

    @Test(
        "A second file of a draft is another draft once it is two seconds old: before, an edit may be half done",
        arguments: [(1, [1]), (2, [1, 2])])
    func settling(_ row: (seconds: Int, numbers: [Int])) throws {
        let item = try store.drafts.create(letter("Plan"), at: store.now)
        _ = try maildir.add(store.drafts.message(of: item, isInOutbox: false), flags: [.draft])
        let written = try #require(try maildir.status(of: item.entry)).changed / 1_000_000_000
        let drafts = try store.drafts.contents(at: Instant(seconds: written + Int64(row.seconds))).drafts
        #expect(drafts.count == 2)
        #expect(numbers(drafts) == row.numbers)
    }

    @Test("Two files with the same draft ID, both unknown, become two drafts")
    func unknownCopies() throws {
        let header = DraftHeader(id: .random(), revision: 1)
        for subject in ["one", "two"] { _ = try maildir.add(header.stamp(letter(subject)), flags: [.draft]) }
        let drafts = try contents.drafts
        #expect(try subjects(drafts) == ["one", "two"])
        #expect(numbers(drafts) == [1, 2])
        #expect(Set(drafts.map(\.draftID)).count == 2)
    }

    @Test("A draft of another program that is discarded at once leaves no sidecar")
    func discardedAtOnce() throws {
        let header = DraftHeader(id: .random(), revision: 1)
        _ = try maildir.add(header.stamp(letter("theirs")), flags: [.draft])
        try store.drafts.discard(header.id, at: store.now)
        #expect(try store.drafts.versions().map(\.draftID) == [header.id])
        #expect(paths(in: sidecars).isEmpty)
    }

    @Test("A draft whose sidecar is damaged has a new one at once")
    func damagedSidecar() throws {
        _ = try store.drafts.create(letter("Plan"), at: store.now)
        let path = try #require(paths(in: sidecars).first)
        disk.plant(.file, at: Path(path), Array("{\"version\":1".utf8))
        let drafts = try contents.drafts
        #expect(drafts.map(\.problem) == [nil])
        #expect(try subjects(drafts) == ["Plan"])
        #expect(numbers(drafts) == [2])
    }

    /// A message whose attachment is on a server.
    private static let incomplete = Array(
        """
        X-Petrel-Partial: size=4096\r
        From: Kim <kim@example.net>\r
        Subject: Plan\r
        Content-Type: multipart/mixed; boundary=b\r
        \r
        --b\r
        \r
        See the file.\r
        --b\r
        Content-Type: message/external-body; access-type=URL; size=4096;\r
         URL="imap://mail.example.net/INBOX;UIDVALIDITY=1/;UID=1/;SECTION=2"\r
        \r
        Content-Type: application/pdf; name=plan.pdf\r
        Content-Transfer-Encoding: base64\r
        X-Petrel-Source: part; message="0123456789abcdef0123456789abcdef"\r
        \r
        \r
        --b--\r

        """.utf8)

    @Test("The attachments that a draft lacks are listed, whichever program wrote it", arguments: [true, false])
    func missingAttachments(isOwn: Bool) throws {
        if isOwn {
            _ = try store.drafts.create(Self.incomplete, at: store.now)
        } else {
            _ = try maildir.add(Self.incomplete, flags: [.draft])
        }
        let draft = try #require(try contents.drafts.first)
        #expect(draft.sidecar?.undownloadedFiles.map(\.filename) == ["plan.pdf"])
        _ = try store.drafts.revise(try #require(draft.draftID), letter("whole"), at: store.now)
        #expect(try contents.drafts.map(\.sidecar?.undownloadedFiles) == [[]])
    }

    // MARK: - Files that are gone or come back

    @Test(
        "One or two missing drafts were deleted, but if three are missing and none is left, their disk is not mounted",
        arguments: [(2, [3, 4]), (3, [1, 2, 3])])
    func missing(_ row: (count: Int, numbers: [Int])) throws {
        for number in 1...row.count { _ = try store.drafts.create(letter("\(number)"), at: store.now) }
        let items = try contents.drafts
        let messages = try items.map { try store.drafts.message(of: $0, isInOutbox: false) }
        for item in items { try maildir.remove(item.entry) }
        #expect(try contents.drafts.isEmpty)
        for (item, message) in zip(items, messages) {
            _ = try maildir.add(message, flags: item.entry.name.flags, base: item.entry.name.base)
        }
        #expect(try numbers(contents.drafts) == row.numbers)
    }

    @Test("The sidecar of a deleted draft is removed, and a directory in its place is set aside")
    func leftovers() throws {
        let draft = try store.drafts.create(letter("Plan"), at: store.now)
        try maildir.remove(draft.entry)
        #expect(try contents.drafts.isEmpty)
        #expect(paths(in: sidecars).isEmpty && paths(in: "/state/work/lost").isEmpty)
        let name = try #require(draft.sidecarName)
        disk.plant(.file, at: Path(sidecars) / name / Array("theirs".utf8), Array("text".utf8))
        #expect(try contents.drafts.isEmpty)
        #expect(paths(in: sidecars).isEmpty)
        #expect(paths(in: "/state/work/lost").contains { $0.hasSuffix("/theirs") })
    }

    @Test("An old revision that a power loss brings back is kept as a version with the draft's number", .holds("PD3"))
    func returned() throws {
        let item = try store.drafts.create(letter("former"), at: store.now)
        let former = try store.drafts.message(of: item, isInOutbox: false)
        _ = try store.drafts.revise(try #require(item.draftID), letter("current"), at: store.now)
        _ = try maildir.add(former, flags: item.entry.name.flags, base: item.entry.name.base)
        #expect(try subjects(contents.drafts) == ["current"])
        let versions = try store.drafts.versions()
        #expect(versions.map(\.number) == [1] && versions.map(\.reason) == [.superseded])
        #expect(try versions.map { try store.subject(store.drafts.message(of: $0)) } == ["former"])
    }

    // MARK: - Files of a sync

    @Test("A draft fetched from the server is known to be there as soon as it is listed")
    func fetched() throws {
        try arrive(letter("theirs"))
        let drafts = try contents.drafts
        #expect(drafts.map(\.isOnServer) == [true])
        #expect(numbers(drafts) == [1])
    }

    @Test("If a draft was changed here and on the server, the server's text is the draft, and ours is kept")
    func conflict() throws {
        let id = try #require(try store.drafts.create(letter("ours"), at: store.now).draftID)
        try arrive(DraftHeader(id: id, revision: 2).stamp(letter("theirs")))
        let found = try contents
        #expect(try subjects(found.drafts) == ["theirs"])
        #expect(numbers(found.drafts) == [1])
        #expect(found.conflicts.map(\.draftID) == [id])
        let versions = try store.drafts.versions()
        #expect(try versions.map { try store.subject(store.drafts.message(of: $0)) } == ["ours"])
        #expect(versions.map(\.reason) == [.conflict])
    }

    @Test(
        "A queued message whose sidecar comes from a backup is on hold, also if its draft arrives again",
        .holds("PS1"), arguments: [false, true])
    func restoredSidecar(arrives: Bool) throws {
        let draft = try store.drafts.create(letter("Plan"), at: store.now)
        let text = try store.drafts.message(of: draft, isInOutbox: false)
        _ = try store.drafts.queue(letter("built"), from: draft.draftID, at: store.now)
        #expect(try contents.outbox.map(\.isSendable) == [true])
        // The same content in another file.
        let path = try #require(paths(in: "/state/work/sidecars/Outbox/cur").first)
        disk.plant(.file, at: Path(path), try #require(disk.files[Path(path)]))
        if arrives { try arrive(text) }
        #expect(try contents.outbox.map(\.sidecar?.hold) == [.copied])
        // It stays on hold, whatever reads the sidecar next.
        let stored = try store.drafts.contentsReadOnly(at: store.now).outbox
        #expect(stored.map(\.sidecar?.hold) == [.copied] && stored.map(\.isSendable) == [false])
    }
}
