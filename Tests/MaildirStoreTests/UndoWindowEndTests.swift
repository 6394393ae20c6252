import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("The end of an undo window", .holds("PS2", "U01"))
struct UndoWindowEndTests {
    @Test("The window of a message that was taken back does not end the one of its next sending")
    func sentAgain() throws {
        let store = try MemoryStore(MemoryFileSystem())
        _ = try store.drafts.create(letter("A"), at: store.now)
        let session = try EditingSessionsAndJournals(in: store.drafts.state).begin()
        func queued() throws -> Sidecar {
            _ = try store.queueUndoably("A", by: session)
            return try #require(store.drafts.contents(at: store.now).outbox.first?.sidecar)
        }
        let first = try queued()
        let id = first.draftID
        _ = try store.drafts.takeBack(id, numbered: first.outboxNumber, at: store.now)
        let second = try queued()
        #expect(first.outboxNumber != second.outboxNumber)
        #expect(throws: DraftError.self) {
            try store.drafts.endUndoWindow(of: id, numbered: first.outboxNumber, at: store.now)
        }
        #expect(throws: DraftError.self) {
            try store.drafts.takeBack(id, numbered: first.outboxNumber, at: store.now)
        }
        #expect(try store.drafts.contents(at: store.now).outbox.first?.sidecar?.undo == second.undo)
        let ended = try store.drafts.endUndoWindow(of: id, numbered: second.outboxNumber, at: store.now)
        #expect(ended.sidecar?.undo == nil && ended.sidecar?.sendState == .queued)
    }
}
