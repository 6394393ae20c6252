import Disk
import Foundation
import MailTestSupport
import MailTypes
import Outbox
import Testing

@testable import MaildirStore

@Suite("Recovery of messages in the undo window", .holds("U02", "U06", "U10", "PS1", "PS2"))
struct UndoWindowRecoveryTests {
    private let disk = MemoryFileSystem()
    private let store: MemoryStore
    private let sessions: EditingSessionsAndJournals

    init() throws {
        store = try MemoryStore(disk)
        sessions = try EditingSessionsAndJournals(in: store.drafts.state)
    }

    /// Reads the contents like another process.
    private func look() throws -> DraftStore.Contents {
        try MemoryStore(disk).drafts.contents(at: store.now)
    }

    @Test("While a session lives, its undoable messages stay in the outbox and are not sendable")
    func alive() throws {
        _ = try store.drafts.create(letter("A"), at: store.now)
        let session = try sessions.begin()
        let id = try store.queueUndoably("A", by: session)
        #expect(try look().outbox.map(\.isSendable) == [false])
        #expect(try look().returned.isEmpty)
        let closed = try store.drafts.update(id, at: store.now) { $0.undo = nil }
        #expect(closed.isSendable)
        #expect(try look().outbox.map(\.isSendable) == [true])
        withExtendedLifetime(session) {}
    }

    @Test("After a kill, the next reader makes its message a draft again and reports it once")
    func killed() throws {
        _ = try store.drafts.create(letter("A"), at: store.now)
        let session = try sessions.begin()
        let id = try store.queueUndoably("A", by: session)
        disk.kill()
        let store = try MemoryStore(disk)
        let found = try look()
        #expect(found.outbox.isEmpty && found.returned.map(\.draftID) == [id])
        #expect(try found.drafts.map { try store.subject(store.drafts.message(of: $0, isInOutbox: false)) } == ["A"])
        #expect(try look().returned.isEmpty)
        #expect(try look().drafts.map(\.sidecar?.undo) == [nil])
        #expect(throws: DraftError.self) { try store.drafts.update(id, at: store.now) { $0.undo = nil } }
        withExtendedLifetime(session) {}
    }

    @Test("Each change recovers the messages of dead sessions first")
    func changeLooks() throws {
        let session = try sessions.begin()
        let hold = UndoWindowOwner(session: session.id, window: 5)
        _ = try store.drafts.queue(letter("ready"), from: nil, at: store.now) { $0.undo = hold }
        disk.kill()
        _ = try MemoryStore(disk).drafts.create(letter("B"), at: store.now)
        let found = try look()
        #expect(found.outbox.isEmpty && found.drafts.count == 2)
        withExtendedLifetime(session) {}
    }

    static let holds = ["[null]", "{}", "\"later\"", "{\"session\":\"../../x\"}", "{\"session\":7,\"window\":5}", "1"]

    @Test("An unreadable undo hold still holds the message", .holds("PD6"), arguments: holds)
    func unreadable(_ hold: String) throws {
        let item = try store.drafts.queue(letter("ready"), from: nil, at: store.now)
        var octets = text(try #require(item.sidecar).octets).replacing("\"undo\":null", with: "\"undo\":\(hold)")
        octets = String(octets[..<(try #require(octets.range(of: ",\"sum\"")).lowerBound)])
        let sidecar = try Sidecar(reading: InvalidSidecars.file(octets))
        #expect(sidecar.submission.after(.claim) == nil)
        try store.drafts.open().outbox.write(sidecar)
        let found = try look()
        #expect(found.outbox.isEmpty && found.drafts.count == 1)
    }
}
