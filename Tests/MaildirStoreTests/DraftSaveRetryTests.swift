import MailTestSupport
import Testing

@testable import MaildirStore

@Suite("Retries after a failure", .holds("PD4", "C18", "PD3"))
struct DraftSaveRetryTests {
    /// Saves again after the disk failed at each call, as happens when the user keeps typing.
    private func afterEachFailure(
        prepare: (MemoryStore) throws -> DraftStore.Reservation,
        _ save: (MemoryStore, DraftStore.Reservation, String) throws -> DraftItem,
        _ check: (MemoryStore, DraftItem, Int) throws -> Void
    ) throws {
        var number = 1
        while true {
            let disk = MemoryFileSystem()
            let store = try MemoryStore(disk)
            let reserved = try prepare(store)
            disk.settle()
            disk.fail(MemoryDiskFault(number: number, code: 5))
            let first = try? save(store, reserved, "first")
            let isOver = disk.callCount(.changes) < number
            disk.fail(nil)
            if first == nil { try check(store, try save(store, reserved, "second"), number) }
            if isOver { break }
            number += 1
        }
        #expect(number > 5)
    }

    @Test("A new draft is saved once, under its number, with the last text")
    func create() throws {
        try afterEachFailure(
            prepare: { try $0.drafts.reserve() },
            { store, reserved, text in try store.drafts.create(letter(text), as: reserved, at: store.now) },
            { store, item, number in
                let drafts = try store.drafts.contents(at: store.now).drafts
                #expect(drafts.map(\.draftID) == [item.draftID], "change \(number)")
                #expect(drafts.map(\.sidecar?.draftNumber) == [1], "change \(number)")
                let subjects = try drafts.map { try store.subject(store.drafts.message(of: $0, isInOutbox: false)) }
                #expect(subjects == ["second"], "change \(number)")
            })
    }

    @Test("Saving the same text again is not a conflict, although the revision is unknown")
    func revise() throws {
        try afterEachFailure(
            prepare: { store in
                let reserved = try store.drafts.reserve()
                _ = try store.drafts.create(letter("A"), as: reserved, at: store.now)
                return reserved
            },
            { store, reserved, _ in
                try store.drafts.revise(reserved.id, letter("B"), basedOn: 1, at: store.now)
            },
            { store, item, number in
                #expect(item.displaced == nil, "change \(number)")
                let drafts = try store.drafts.contents(at: store.now).drafts
                let versions = try store.drafts.versions()
                #expect(drafts.count == 1, "change \(number)")
                #expect(versions.allSatisfy { $0.reason != .conflict }, "change \(number)")
            })
    }
}
