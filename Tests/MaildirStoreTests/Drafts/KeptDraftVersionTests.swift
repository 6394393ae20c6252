import Disk
import Glibc
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Kept versions of drafts", .holds("PD1", "PD3", "K01"))
struct KeptDraftVersionTests {
    private let disk: MemoryFileSystem
    private let store: MemoryStore

    init() throws {
        disk = MemoryFileSystem()
        store = try MemoryStore(disk)
    }

    /// The subjects of all versions, oldest first.
    private var kept: [String] {
        get throws { try store.drafts.versions().map { try store.subject(store.drafts.message(of: $0)) } }
    }

    @Test("An edit made from an older revision keeps the text that it replaces, as the other side of a conflict")
    func conflict() throws {
        let id = try #require(try store.drafts.create(letter("Plan"), at: store.now).draftID)
        _ = try store.drafts.revise(id, letter("theirs"), basedOn: 1, at: store.now)
        let ours = try store.drafts.revise(id, letter("ours"), basedOn: 1, at: store.now)
        let displaced = try #require(ours.displaced)
        #expect(displaced.reason == .conflict)
        #expect(try store.drafts.versions() == [displaced])
        #expect(try kept == ["theirs"])
    }

    @Test("Texts kept in the same second are all kept, each of them once")
    func sameSecond() throws {
        let id = DraftID.random()
        for subject in ["one", "two", "two", "one"] {
            try store.drafts.keep(letter(subject), of: id, revision: 3, 1, at: store.now)
        }
        #expect(try kept == ["one", "two"])
    }

    @Test(
        "Drafts deleted on the server are all kept, each of them once, also without hard links",
        arguments: [true, false])
    func deletedOnServer(hasLinks: Bool) throws {
        let versions = try RecoverableDraftVersions(in: store.drafts.state)
        let maildir = try store.mail.makingMaildir(.drafts)
        // Two devices made their own next revision of the same draft.
        let header = DraftHeader(id: .random(), revision: 4)
        for subject in ["one", "two"] {
            let entry = try maildir.add(header.stamp(letter(subject)), flags: [.draft])
            // Once more, as after an interruption.
            for _ in 0..<2 {
                disk.settle()
                if !hasLinks { disk.fail(MemoryDiskFault(number: 1, code: EPERM)) }
                try versions.keepLost(entry, of: maildir, at: store.now)
                disk.fail(nil)
            }
        }
        #expect(try kept == ["one", "two"])
        #expect(try versions.all().allSatisfy { $0.draftID == header.id && $0.revision == 4 && $0.reason == .conflict })
    }

    @Test("A revision that replaces another on request keeps the former one")
    func replacedOnRequest() throws {
        let id = try #require(try store.drafts.create(letter("one"), at: store.now).draftID)
        _ = try store.drafts.revise(id, letter("two"), keepingFormer: true, at: store.now)
        #expect(try kept == ["one"])
        #expect(try store.drafts.contents(at: store.now).drafts.count == 1)
    }

    @Test("The thirty days of a discarded draft begin when it is discarded, not when petrel runs again")
    func thirtyDays() throws {
        let id = try #require(try store.drafts.create(letter("Plan"), at: store.now).draftID)
        try store.drafts.discard(id, at: store.now)
        for (day, isKept) in [(6, true), (12, true), (18, true), (24, true), (29, true), (31, false)] {
            _ = try store.drafts.contents(at: Instant(seconds: store.now.seconds + Int64(day) * 86400))
            #expect(try kept.isEmpty != isKept, "day \(day)")
        }
    }

    @Test("The file of an interrupted save is removed first, as the disk may be full", .holds("PD4"))
    func unfinished() throws {
        let id = try #require(try store.drafts.create(letter("Plan"), at: store.now).draftID)
        try store.drafts.discard(id, at: store.now)
        let unfinished = Path("/state/work/versions/tmp/1.a")
        disk.plant(.file, at: unfinished, Array("From: ".utf8))
        // Room for nothing more. Some file systems cannot even delete a file then.
        disk.fail(MemoryDiskFault(number: 2, code: ENOSPC, lasts: true))
        let later = Instant(seconds: store.now.seconds + 86400)
        #expect(try store.drafts.contents(at: later).drafts.isEmpty)
        disk.fail(nil)
        #expect(disk.files[unfinished] == nil)
        #expect(try kept == ["Plan"])
    }
}
