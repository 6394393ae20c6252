import Disk
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Fingerprint of a home", .holds("E06"))
struct HomeLocationFingerprintTests {
    private static let machine = Path("/etc/machine-id")
    private static let name = Array("0123456789abcdef0123456789abcdef\n".utf8)
    private static let other = Array("ffffffffffffffffffffffffffffffff\n".utf8)

    /// Changes to the surroundings of a home created on machine `name` in file system 1.
    static let rows: [(name: String, machine: [UInt8]?, fileSystem: UInt64, isHere: Bool)] = [
        ("the same", name, 1, true), ("another machine", other, 1, false), ("another file system", name, 2, false),
        ("a machine without a name", nil, 1, true), ("a name that is none", Array("uninitialized\n".utf8), 1, true),
        ("a file system without a number", name, 0, true), ("both others", other, 2, false),
    ]

    @Test("A different machine or file system is detected, and a missing value is ignored", arguments: rows)
    func facts(_ row: (name: String, machine: [UInt8]?, fileSystem: UInt64, isHere: Bool)) throws {
        let disk = MemoryFileSystem()
        disk.plant(.file, at: Self.machine, Self.name)
        let store = try MemoryStore(disk)
        _ = try store.drafts.queue(letter("queued"), from: nil, at: store.now)
        let etc = try Directory.open(Path("/etc"), on: disk)
        try etc.remove(Array("machine-id".utf8))
        if let machine = row.machine { disk.plant(.file, at: Self.machine, machine) }
        disk.becomeFileSystem(row.fileSystem)
        let outbox = try MemoryStore(disk).drafts.contents(at: store.now).outbox
        #expect(outbox.map(\.isSendable) == [row.isHere], "\(row.name)")
    }

    @Test("After a power loss while a copy is detected, nothing in it is sendable", .holds("PS1", "PD1"))
    func crash() throws {
        let generator = SeededGenerator.fresh
        var count = 0
        for order in CrashOrder.allCases {
            let disk = MemoryFileSystem()
            let store = try MemoryStore(disk)
            for number in 1...3 { _ = try store.drafts.queue(letter("queued \(number)"), from: nil, at: store.now) }
            _ = try store.drafts.create(letter("draft"), at: store.now)
            disk.becomeFileSystem(2)
            disk.settle()
            _ = try MemoryStore(disk).drafts.contents(at: store.now)
            for state in disk.crashStates(order, limit: crashLimit, using: generator) {
                state.disk.becomeFileSystem(2)
                let contents = try MemoryStore(state.disk).drafts.contents(at: store.now)
                #expect(contents.outbox.count == 3 && contents.drafts.count == 1, "seed \(generator.seed): \(state)")
                #expect(contents.outbox.allSatisfy { !$0.isSendable && $0.sidecar?.hold == .copied }, "\(state)")
                count += 1
            }
        }
        report(count, "a copy is recognized")
    }

    @Test("After any I/O error, nothing in a copy is sendable", .holds("PD4", "PS1"))
    func faults() throws {
        var number = 1
        while true {
            let disk = MemoryFileSystem()
            let store = try MemoryStore(disk)
            _ = try store.drafts.queue(letter("queued"), from: nil, at: store.now)
            disk.becomeFileSystem(2)
            let copy = try MemoryStore(disk)
            disk.settle()
            disk.fail(MemoryDiskFault(number: number, counting: .calls, code: 5))
            let contents = try? copy.drafts.contents(at: store.now)
            let isOver = disk.callCount(.calls) < number
            disk.fail(nil)
            if let contents { #expect(contents.outbox.allSatisfy { !$0.isSendable }, "call \(number)") }
            let later = try MemoryStore(disk).drafts.contents(at: store.now)
            #expect(later.outbox.map(\.isSendable) == [false], "call \(number)")
            if isOver { break }
            number += 1
        }
        #expect(number > 20)
    }
}
