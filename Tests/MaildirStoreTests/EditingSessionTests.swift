import Disk
import Foundation
import MailTestSupport
import MailTypes
import Outbox
import Testing

@testable import MaildirStore

@Suite("Editing sessions", .holds("U02", "U06", "U10", "PS1", "PS2"))
struct EditingSessionTests {
    private let disk = MemoryFileSystem()
    private let store: MemoryStore
    private let sessions: EditingSessions

    init() throws {
        store = try MemoryStore(disk)
        sessions = try EditingSessions(in: store.drafts.state)
    }

    /// Reads the contents like another process.
    private func look() throws -> DraftStore.Contents {
        try MemoryStore(disk).drafts.contents(at: store.now)
    }

    private func line(_ number: Int) -> [UInt8] { Array("{\"edit\":\(number)}".utf8) }

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
        let sidecar = try Sidecar(reading: SidecarForge.file(octets))
        #expect(sidecar.submission.after(.claim) == nil)
        try store.drafts.open().outbox.write(sidecar)
        let found = try look()
        #expect(found.outbox.isEmpty && found.drafts.count == 1)
    }

    @Test("After a power loss, a journal is found once, and a removed one not in part")
    func journal() throws {
        let generator = SeededGenerator.fresh
        var count = 0
        for order in [CrashOrder.inOrder, .apart] {
            let disk = MemoryFileSystem()
            let sessions = try EditingSessions(in: MemoryStore(disk).drafts.state)
            disk.settle()
            var promised: [(step: Int, lines: Int)] = []
            let session = try sessions.begin()
            let journal = try session.journal()
            for number in 1...4 {
                try journal.append(line(number))
                promised.append((disk.stepCount, number))
            }
            let written = disk.stepCount
            try session.removeJournal()
            let all = (1...4).map { line($0) }
            for state in disk.crashStates(order, limit: crashLimit, using: generator) {
                let rebooted = try EditingSessions(in: MemoryStore(state.disk).drafts.state)
                #expect(try !rebooted.isAlive(session.id))
                let found = try rebooted.abandoned()
                let lines = found.first.map { $0.journal.split(separator: 0x0A).map(Array.init) } ?? []
                let whole = lines.filter { !$0.contains(0) && all.contains($0) }
                let least = state.step > written ? 0 : promised.last { $0.step <= state.step }?.lines ?? 0
                let isRight = found.count <= 1 && whole.count >= least && Array(all.prefix(whole.count)) == whole
                #expect(isRight, "seed \(generator.seed), \(order): \(state): \(lines.map { text($0) })")
                for session in found { try rebooted.clear(session) }
                #expect(try rebooted.abandoned().isEmpty)
                count += 1
            }
        }
        report(count, "the journal of a session")
    }

    @Test("A finished session leaves nothing, and an abandoned journal goes to one process")
    func ended() throws {
        do { _ = try sessions.begin() }
        #expect(try sessions.abandoned().isEmpty)
        let id: DraftID
        do {
            let session = try sessions.begin()
            id = session.id
            try session.journal().append(line(1))
            #expect(try sessions.abandoned().isEmpty)
        }
        let found = try sessions.abandoned()
        #expect(found.map(\.id) == [id] && found.map(\.journal) == [line(1) + [0x0A]])
        #expect(try sessions.abandoned().isEmpty)
        try sessions.journal(of: found[0]).append(line(2))
        try sessions.clear(found[0])
        #expect(disk.files.keys.allSatisfy { !$0.description.contains(id.text) })
    }
}
