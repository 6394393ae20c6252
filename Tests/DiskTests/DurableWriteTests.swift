import Disk
import Glibc
import MailTestSupport
import Testing

/// Saves files and records, for each of them, how many steps the disk had made when the save returned.
private final class Saver {
    let disk: MemoryFileSystem
    var saved: [(step: Int, path: Path, content: [UInt8])] = []
    var tried: [Path: [[UInt8]]] = [:]
    private let home = Path("/store")

    init(_ disk: MemoryFileSystem) {
        self.disk = disk
    }

    func willSave(_ name: String, in folder: StaticString, _ content: [UInt8]) {
        tried[home / folder / Array(name), default: []].append(content)
    }

    func didSave(_ name: String, in folder: StaticString, _ content: [UInt8]) {
        saved.append((disk.stepCount, home / folder / Array(name), content))
    }

    /// Returns a description of a saved file that the state lacks or of content that is incomplete, or nil.
    func fault(in state: CrashState) -> String? {
        let files = state.disk.files
        var promised: [Path: [[UInt8]]] = [:]
        for (step, path, content) in saved where step <= state.step {
            // Only content written later may replace it.
            let later = tried[path].map { all in Array(all.drop { $0 != content }) } ?? []
            promised[path] = later
        }
        for (path, contents) in promised {
            guard let found = files[path] else { return "\(path) was saved and is gone" }
            if !contents.contains(found) { return "\(path) is neither what was saved nor newer: \(found.count)" }
        }
        for (path, content) in files where tried[path] != nil || path.bytes.starts(with: Array("/store/cur/")) {
            if tried[path]?.contains(content) != true { return "\(path) is not whole: \(content.count) octets" }
        }
        return nil
    }
}

private func home(_ disk: MemoryFileSystem) throws -> (temporary: Directory, current: Directory) {
    let home = try Directory.open(Path("/store"), on: disk)
    return (try home.directory(Array("tmp")), try home.directory(Array("cur")))
}

private func emptyHome() -> MemoryFileSystem {
    let disk = MemoryFileSystem()
    disk.plant(.directory, at: Path("/store/tmp"))
    disk.plant(.directory, at: Path("/store/cur"))
    return disk
}

@Suite("Durable writes", .holds("PD1", "PD2", "PD3", "PD4"))
struct DurableWriteTests {
    private let generator = SeededGenerator.fresh

    private func content(_ number: Int, _ size: Int = 40) -> [UInt8] {
        Array("content \(number) ") + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
    }

    /// Checks every state that a power loss during `run` may leave. Returns the number of states.
    @discardableResult
    private func survive(
        _ disk: MemoryFileSystem, limit: Int = 60, orders: [CrashOrder] = CrashOrder.allCases,
        _ run: (Saver) throws -> Void
    ) throws -> Int {
        let saver = Saver(disk)
        disk.settle()
        try run(saver)
        var count = 0
        for order in orders {
            for state in disk.crashStates(order, limit: limit, using: generator) {
                count += 1
                let fault = saver.fault(in: state)
                try #require(fault == nil, "seed \(generator.seed), \(order), \(state)")
            }
        }
        return count
    }

    @Test("A new file is whole once its commit returns, and absent or whole before", arguments: [3, 1 << 20])
    func new(_ longestWrite: Int) throws {
        let disk = emptyHome()
        let (temporary, current) = try home(disk)
        disk.limitWrites(to: longestWrite)
        let count = try survive(disk) { saver in
            for number in 0..<8 {
                let name = "m\(number)"
                saver.willSave(name, in: "cur", content(number))
                try current.write(
                    content(number), as: Array(name), .new, through: temporary, named: Array("t\(number)"))
                saver.didSave(name, in: "cur", content(number))
            }
        }
        #expect(count > 100)
        // The two directories, and the one above them. The process closes directories when other tests open many.
        #expect(disk.openCount <= 3)
    }

    @Test("A replaced file is the old or the new one, whole")
    func replacing() throws {
        let disk = emptyHome()
        let (temporary, current) = try home(disk)
        try survive(disk) { saver in
            for number in 0..<8 {
                saver.willSave("m", in: "cur", content(number))
                try current.write(content(number), as: Array("m"), .replacing, through: temporary, named: Array("t"))
                saver.didSave("m", in: "cur", content(number))
            }
        }
    }

    @Test(
        "A batch is complete once its commit returns, and may be partial before", arguments: [2, 3, 4, 9])
    func batch(_ size: Int) throws {
        let disk = emptyHome()
        let (temporary, current) = try home(disk)
        try survive(disk, limit: 100) { saver in
            for round in 0..<2 {
                let batch = DurableBatch()
                for number in 0..<size {
                    let octets = content(round * 10 + number)
                    saver.willSave("m\(round).\(number)", in: "cur", octets)
                    try batch.add(
                        octets, as: Array("m\(round).\(number)"), in: current, through: temporary,
                        named: Array("t\(round).\(number)"))
                }
                try batch.commit()
                for number in 0..<size {
                    saver.didSave("m\(round).\(number)", in: "cur", content(round * 10 + number))
                }
            }
        }
        // The two directories, and the one above them. The process closes directories when other tests open many.
        #expect(disk.openCount <= 3)
    }

    @Test("A directory left unsynchronized by a killed process becomes durable when it is used")
    func adoptedDirectory() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store/tmp"))
        try survive(disk) { saver in
            let first = try Directory.open(Path("/store"), on: disk)
            let descriptor = try disk.openRoot(Path("/store"))
            try disk.makeDirectory(Array("cur"), in: descriptor)
            // The process is killed here; the next one finds the directory.
            let current = try first.makingDirectory(Array("cur"))
            saver.willSave("m", in: "cur", content(1))
            try current.write(
                content(1), as: Array("m"), .new, through: try first.directory(Array("tmp")), named: Array("t"))
            saver.didSave("m", in: "cur", content(1))
        }
    }

    @Test("Opening an existing directory does not synchronize anything")
    func opening() throws {
        let disk = emptyHome()
        disk.settle()
        let current = try Directory.open(Path("/store"), on: disk).makingDirectory(Array("cur"))
        #expect(disk.callCount(.changes) == 0)
        // The first call also synchronizes the parent directory.
        try current.synchronize()
        #expect(disk.callCount(.changes) == 2)
        try current.synchronize()
        #expect(disk.callCount(.changes) == 3)
    }

    @Test("Created directories are durable")
    func directories() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store"))
        try survive(disk) { saver in
            let home = try Directory.open(Path("/store"), on: disk)
            let (temporary, current) = (try home.makingDirectory(Array("tmp")), try home.makingDirectory(Array("cur")))
            saver.willSave("m", in: "cur", content(1))
            try current.write(content(1), as: Array("m"), .new, through: temporary, named: Array("t"))
            saver.didSave("m", in: "cur", content(1))
        }
    }

    // MARK: - Failures

    /// Makes every call of `run` fail in turn, with each error, once and from then on. Returns the number of runs.
    private func failEverywhere(
        _ run: (MemoryFileSystem, Saver) throws(FileError) -> Void, _ former: [String: [UInt8]] = [:]
    ) throws -> Int {
        var count = 0
        for code in [EIO, ENOSPC, EDQUOT, EROFS, EMFILE, EINTR] {
            for lasts in [false, true] {
                for number in 1..<1000 {
                    let disk = emptyHome()
                    for (name, content) in former { disk.plant(.file, at: Path("/store/cur/\(name)"), content) }
                    let saver = Saver(disk)
                    for (name, content) in former {
                        saver.willSave(name, in: "cur", content)
                        saver.didSave(name, in: "cur", content)
                    }
                    disk.settle()
                    disk.fail(MemoryDiskFault(number: number, counting: .calls, code: code, lasts: lasts))
                    var error: FileError?
                    do throws(FileError) { try run(disk, saver) } catch let failure { error = failure }
                    disk.fail(nil)
                    if let error {
                        #expect(error.code == code && error.subject.utf8.starts(with: "/store".utf8), "call \(number)")
                    }
                    // Check the states that a power loss may leave, too.
                    for state in disk.crashStates(limit: 4, using: generator) {
                        let fault = saver.fault(in: state)
                        try #require(fault == nil, "seed \(generator.seed), call \(number), \(code): \(state)")
                    }
                    #expect(disk.openCount == 0, "call \(number) left files open")
                    count += 1
                    if number > disk.callCount(.calls) { break }
                }
            }
        }
        return count
    }

    @Test("A failed replacement is reported with the file's path and keeps the old version")
    func failingReplacement() throws {
        let count = try failEverywhere(
            { disk, saver throws(FileError) in
                let home = try Directory.open(Path("/store"), on: disk)
                let temporary = try home.directory(Array("tmp"))
                saver.willSave("m", in: "cur", content(2))
                try home.directory(Array("cur")).write(
                    content(2), as: Array("m"), .replacing, through: temporary, named: Array("t"))
                saver.didSave("m", in: "cur", content(2))
            }, ["m": content(1)])
        #expect(count > 60)
    }

    @Test("A failed batch leaves only whole files and reports the error")
    func failingBatch() throws {
        let count = try failEverywhere { disk, saver throws(FileError) in
            let home = try Directory.open(Path("/store"), on: disk)
            let (temporary, current) = (try home.directory(Array("tmp")), try home.directory(Array("cur")))
            let batch = DurableBatch()
            for number in 0..<6 {
                saver.willSave("m\(number)", in: "cur", content(number))
                try batch.add(
                    content(number), as: Array("m\(number)"), in: current, through: temporary,
                    named: Array("t\(number)"))
            }
            try batch.commit()
            for number in 0..<6 { saver.didSave("m\(number)", in: "cur", content(number)) }
        }
        #expect(count > 200)
    }

    @Test("An uncommitted write leaves no file behind", arguments: DiskKind.allCases)
    func dropped(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        let directory = try ground.directory
        do {
            var write = try DurableWrite(in: directory, as: Array("t"))
            try write.append(Array("text").span)
        }
        #expect(try ground.listing() == [])
    }

    @Test("An existing file is not overwritten, and the temporary file is removed", arguments: DiskKind.allCases)
    func taken(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.file, "m", "former")
        let directory = try ground.directory
        let error = #expect(throws: FileError.self) {
            try directory.write(Array("new"), as: Array("m"), .new, through: directory, named: Array("t"))
        }
        #expect(error?.isTaken == true)
        #expect(try ground.listing() == ["m = former (1)"])
    }

    @Test("A file of derived data is replaced as a whole, without waiting for the disk", arguments: DiskKind.allCases)
    func withoutWaiting(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.file, "m", "former")
        let directory = try ground.directory
        try directory.writeWithoutWaiting(Array("new"), as: Array("m"), through: directory, named: Array("t"))
        #expect(try ground.listing() == ["m = new (1)"])
        // Creating, writing and renaming.
        if let memory = ground.memory { #expect(memory.callCount(.changes) == 3) }
    }

    @Test("A batch can hold more files than a process may have open", arguments: DiskKind.allCases)
    func largeBatch(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        let directory = try ground.directory
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = kind == .posix ? Int(min(limit.rlim_cur, 5000)) + 10 : 100
        let batch = DurableBatch()
        for number in 0..<count {
            try batch.add(
                [0x61], as: Array("m\(number)"), in: directory, through: directory, named: Array("t\(number)"))
        }
        if let memory = ground.memory { #expect(memory.openCount < 20) }
        try batch.commit()
        #expect(try directory.unsortedNames().count == count)
    }
}
