import Disk
import Glibc
import MailTestSupport
import Testing

@Suite("Journal files", .holds("PD1", "PD2", "PD4"))
struct JournalFileTests {
    private let generator = SeededGenerator.fresh
    private let name = Array("journal")

    private func lines(_ content: [UInt8]) -> [[UInt8]] {
        content.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map(Array.init)
    }

    private func line(_ number: Int) -> [UInt8] { Array("{\"edit\": \(number)}") }

    @Test("Every appended line survives a crash, in order, and no line is partial", arguments: [5, 1 << 20])
    func crash(_ longestWrite: Int) throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store"))
        disk.limitWrites(to: longestWrite)
        var saved: [(step: Int, count: Int)] = []
        disk.settle()
        do {
            let journal = try JournalFile(name, in: try Directory.open(Path("/store"), on: disk))
            for number in 1...6 {
                try journal.append(line(number))
                saved.append((disk.stepCount, number))
            }
        }
        let all = (1...6).map { line($0) }
        for order in [CrashOrder.inOrder, .apart] {
            for state in disk.crashStates(order, limit: 100, using: generator) {
                let promised = saved.last { $0.step <= state.step }?.count ?? 0
                let found = lines(state.disk.files[Path("/store/journal")] ?? []).filter { !$0.contains(0) }
                let isRight = found.count >= promised && Array(all.prefix(found.count)) == found
                try #require(isRight, "seed \(generator.seed), \(order), \(state)")
            }
        }
    }

    @Test("An enqueued line is durable after synchronize, and before any later line")
    func unwaited() throws {
        for isAsked in [false, true] {
            let disk = MemoryFileSystem()
            disk.plant(.directory, at: Path("/store"))
            disk.settle()
            let journal = try JournalFile(name, in: try Directory.open(Path("/store"), on: disk))
            journal.enqueue(line(1))
            if isAsked { try journal.synchronize() } else { try journal.append(line(2)) }
            let wanted = isAsked ? [line(1)] : [line(1), line(2)]
            for state in disk.crashStates(.apart, limit: 100, using: generator) where state.step == disk.stepCount {
                #expect(lines(state.disk.files[Path("/store/journal")] ?? []) == wanted, "\(state)")
            }
        }
    }

    @Test("A journal created by a killed process is durable for the next one")
    func adopted() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store"))
        let home = try Directory.open(Path("/store"), on: disk)
        let descriptor = try disk.openRoot(Path("/store"))
        disk.close(try disk.open(name, in: descriptor, .appending))
        try JournalFile(name, in: home).append(line(1))
        for state in disk.crashStates(limit: 100, using: generator) where state.step == disk.stepCount {
            let found = state.disk.files[Path("/store/journal")]
            #expect(found == line(1) + [0x0A], "\(state)")
        }
    }

    @Test("A line cut short by a crash is not joined to the next line", arguments: DiskKind.allCases)
    func torn(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.file, "journal", "{\"edit\": 1}\n{\"ed")
        try JournalFile(name, in: try ground.directory).append(line(2))
        let found = lines(try ground.directory.contents(of: name))
        #expect(found == [line(1), Array("{\"ed"), line(2)])
    }

    @Test("A line cut short by a failed write is written again before the next line")
    func failed() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store"))
        let home = try Directory.open(Path("/store"), on: disk)
        let journal = try JournalFile(name, in: home)
        disk.settle()
        disk.limitWrites(to: 5)
        disk.fail(MemoryDiskFault(number: 2, code: ENOSPC))
        let error = #expect(throws: FileError.self) { try journal.append(line(1)) }
        #expect(error?.code == ENOSPC && error?.subject == "/store/journal")
        try journal.append(line(2))
        #expect(lines(try home.contents(of: name)) == [Array("{\"edi"), line(1), line(2)])
    }

    @Test("Reports a failure to synchronize a line")
    func unsynchronized() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store"))
        let journal = try JournalFile(name, in: try Directory.open(Path("/store"), on: disk))
        disk.settle()
        disk.fail(MemoryDiskFault(number: 2, code: EIO))
        let error = #expect(throws: FileError.self) { try journal.append(line(1)) }
        #expect(error?.code == EIO && error?.operation == .synchronize)
    }

    @Test("Lines appended by concurrent tasks are whole", arguments: DiskKind.allCases)
    func concurrent(_ kind: DiskKind) async throws {
        let ground = try ScratchDirectory(kind)
        ground.memory?.limitWrites(to: 3)
        let journal = try JournalFile(name, in: try ground.directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask { for number in 0..<10 { try journal.append(Array("\(task)-\(number)")) } }
            }
            try await group.waitForAll()
        }
        let found = lines(try ground.directory.contents(of: name)).map { String(decoding: $0, as: UTF8.self) }
        let all = (0..<4).flatMap { task in (0..<10).map { "\(task)-\($0)" } }
        #expect(found.sorted() == all.sorted())
    }
}
