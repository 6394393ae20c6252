import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Journal of an editing session", .holds("U02", "U06", "U10", "PS1", "PS2"))
struct EditingSessionJournalTests {
    private let disk = MemoryFileSystem()
    private let sessions: EditingSessionsAndJournals

    init() throws {
        sessions = try EditingSessionsAndJournals(in: MemoryStore(disk).drafts.state)
    }

    private func line(_ number: Int) -> [UInt8] { Array("{\"edit\":\(number)}".utf8) }

    @Test("After a power loss, a journal is found once, and a removed one not in part")
    func journal() throws {
        let generator = SeededGenerator.fresh
        var count = 0
        for order in [CrashOrder.inOrder, .apart] {
            let disk = MemoryFileSystem()
            let sessions = try EditingSessionsAndJournals(in: MemoryStore(disk).drafts.state)
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
                let rebooted = try EditingSessionsAndJournals(in: MemoryStore(state.disk).drafts.state)
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
