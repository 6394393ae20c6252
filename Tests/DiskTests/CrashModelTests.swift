import Disk
import Glibc
import MailTestSupport
import Testing

/// Some work on an empty disk with the directories /a and /b, and every state that a crash may leave.
struct CrashModelRow: Sendable, CustomTestStringConvertible {
    let name: String
    let order: CrashOrder
    let work: @Sendable (any FileSystem, _ a: Descriptor, _ b: Descriptor) throws -> Void
    /// Every state that a crash after the last step may leave, as paths with file lengths.
    let states: Set<String>

    var testDescription: String { name }

    init(
        _ name: String, order: CrashOrder = .inOrder, _ states: Set<String>,
        _ work: @escaping @Sendable (any FileSystem, _ a: Descriptor, _ b: Descriptor) throws -> Void
    ) {
        self.name = name
        self.order = order
        self.states = states
        self.work = work
    }

    private static func make(
        _ system: any FileSystem, _ name: String, _ directory: Descriptor, _ content: String = "",
        isSynchronized: Bool = false
    ) throws {
        let file = try system.open(Array(name), in: directory, .creating)
        defer { system.close(file) }
        if !content.isEmpty { _ = try system.write(Array(content).span, to: file) }
        if isSynchronized { try system.synchronize(file) }
    }

    static let all: [CrashModelRow] = [
        CrashModelRow("nothing done, nothing lost", [""]) { _, _, _ in },
        CrashModelRow("a name that was not synchronized may exist or not", ["", "a/x=0"]) { system, a, _ in
            try make(system, "x", a)
        },
        CrashModelRow("content may be cut anywhere", ["", "a/x=0", "a/x=1", "a/x=2"]) { system, a, _ in
            try make(system, "x", a, "12")
        },
        CrashModelRow("a file that was synchronized is whole, and has a name or none", ["", "a/x=2"]) { system, a, _ in
            try make(system, "x", a, "12", isSynchronized: true)
        },
        CrashModelRow("a directory that was synchronized keeps its names, not their content", ["a/x=0", "a/x=1"]) {
            system, a, _ in
            try make(system, "x", a, "1")
            try system.synchronize(a)
        },
        CrashModelRow("synchronizing a directory says nothing of another", ["a/x=0", "a/x=0 b/y=0"]) {
            system, a, b in
            try make(system, "x", a)
            try make(system, "y", b)
            try system.synchronize(a)
        },
        CrashModelRow("synchronizing all is for all", ["a/x=1 b/y=2"]) { system, a, b in
            try make(system, "x", a, "1")
            try make(system, "y", b, "12")
            try system.synchronizeAll(a)
        },
        CrashModelRow("names of one directory come in their order", ["", "a/x=0", "a/x=0 a/y=0"]) { system, a, _ in
            try make(system, "x", a)
            try make(system, "y", a)
        },
        CrashModelRow("or in none", order: .anyOrder, ["", "a/x=0", "a/y=0", "a/x=0 a/y=0"]) { system, a, _ in
            try make(system, "x", a)
            try make(system, "y", a)
        },
        CrashModelRow("names of two directories know nothing of each other", ["", "a/x=0", "b/y=0", "a/x=0 b/y=0"]) {
            system, a, b in
            try make(system, "x", a)
            try make(system, "y", b)
        },
        CrashModelRow("a rename between directories happens wholly or not at all", ["a/x=0", "b/y=0"]) {
            system, a, b in
            try make(system, "x", a)
            try system.synchronize(a)
            try system.rename(Array("x"), in: a, to: Array("y"), in: b)
        },
        CrashModelRow("unless it falls apart", order: .apart, ["", "a/x=0", "b/y=0", "a/x=0 b/y=0"]) { system, a, b in
            try make(system, "x", a)
            try system.synchronize(a)
            try system.rename(Array("x"), in: a, to: Array("y"), in: b)
        },
        CrashModelRow("either directory makes sure of a rename", ["b/y=0"]) { system, a, b in
            try make(system, "x", a)
            try system.rename(Array("x"), in: a, to: Array("y"), in: b)
            try system.synchronize(b)
        },
        CrashModelRow("a file that was replaced is the former or the new one", ["a/x=1", "a/x=1 a/y=2", "a/x=2"]) {
            system, a, _ in
            try make(system, "x", a, "1", isSynchronized: true)
            try system.synchronize(a)
            try make(system, "y", a, "12", isSynchronized: true)
            try system.rename(Array("y"), in: a, to: Array("x"), in: a)
        },
        CrashModelRow("a file that was removed may come back", ["", "a/x=1"]) { system, a, _ in
            try make(system, "x", a, "1", isSynchronized: true)
            try system.synchronize(a)
            try system.remove(Array("x"), in: a)
        },
        CrashModelRow("what stands in a directory without a name is lost with it", ["", "a/d/", "a/d/ a/d/x=0"]) {
            system, a, _ in
            try system.makeDirectory(Array("d"), in: a)
            let inner = try system.open(Array("d"), in: a, .directory)
            defer { system.close(inner) }
            try make(system, "x", inner)
        },
        CrashModelRow("a length may come before its content", order: .anyOrder, ["a/x=0", "a/x=1", "a/x=1 zero"]) {
            system, a, _ in
            try make(system, "x", a, "1")
            try system.synchronize(a)
        },
    ]
}

@Suite("Crash model of the in-memory disk")
struct CrashModelTests {
    private let generator = SeededGenerator.fresh

    private func disk() throws -> (disk: MemoryFileSystem, a: Descriptor, b: Descriptor) {
        let disk = MemoryFileSystem()
        for name in ["/a", "/b"] { disk.plant(.directory, at: Path(name)) }
        return (disk, try disk.openRoot(Path("/a")), try disk.openRoot(Path("/b")))
    }

    private func text(_ disk: MemoryFileSystem) -> String {
        let files = disk.files
        return disk.paths.filter { $0 != "/a" && $0 != "/b" }.map { path in
            guard let content = files[Path(path)] else { return path.dropFirst() + "/" }
            return "\(path.dropFirst())=\(content.count)" + (content.contains(0) ? " zero" : "")
        }.joined(separator: " ")
    }

    @Test("A crash leaves exactly the possible states", arguments: CrashModelRow.all)
    func row(_ row: CrashModelRow) throws {
        let (disk, a, b) = try disk()
        try row.work(disk, a, b)
        let last = disk.stepCount
        let states = disk.crashStates(row.order, limit: 1000, using: generator).filter { $0.step == last }
        #expect(Set(states.map { text($0.disk) }) == row.states)
        #expect(states.count == row.states.count, "no state comes twice")
    }

    @Test("Data that a failed fsync may have lost is not saved by a later fsync")
    func failedSynchronization() throws {
        let (disk, a, _) = try disk()
        let file = try disk.open(Array("x"), in: a, .creating)
        try disk.synchronize(a)
        disk.settle()
        _ = try disk.write(Array("1").span, to: file)
        disk.fail(MemoryDiskFault(number: 2, code: EIO))
        #expect(throws: SystemError(EIO)) { try disk.synchronize(file) }
        try disk.synchronize(file)
        let states = disk.crashStates(limit: 100, using: generator).filter { $0.step == disk.stepCount }
        #expect(Set(states.map { text($0.disk) }) == ["a/x=0", "a/x=1"])
    }

    @Test(
        "A fault affects its call, once or from then on", arguments: MemoryDiskFault.Counting.allCases, [false, true])
    func faults(_ counting: MemoryDiskFault.Counting, _ lasts: Bool) throws {
        let (disk, a, _) = try disk()
        disk.settle()
        disk.fail(MemoryDiskFault(number: 2, counting: counting, code: ENOSPC, lasts: lasts))
        var results: [Bool] = []
        for number in 0..<3 {
            results.append((try? disk.makeDirectory(Array("d\(number)"), in: a)) != nil)
            results.append((try? disk.names(in: a)) != nil)
        }
        switch (counting, lasts) {
        case (.calls, false): #expect(results == [true, false, true, true, true, true])
        case (.calls, true): #expect(results == [true, false, false, false, false, false])
        case (.changes, false): #expect(results == [true, true, false, true, true, true])
        case (.changes, true): #expect(results == [true, true, false, true, false, true])
        }
    }

    @Test("The same seed gives the same states, and thousands are generated quickly")
    func determinism() throws {
        func states(_ seed: UInt64) throws -> [String] {
            let (disk, a, b) = try disk()
            for number in 0..<40 {
                let file = try disk.open(Array("x\(number)"), in: a, .creating)
                _ = try disk.write(Array("content \(number)").span, to: file)
                try disk.rename(Array("x\(number)"), in: a, to: Array("y\(number)"), in: b)
                disk.close(file)
            }
            return disk.crashStates(.anyOrder, limit: 40, using: SeededGenerator(seed: seed)).map(\.description)
        }
        let clock = ContinuousClock()
        var found: [String] = []
        let time = try clock.measure { found = try states(7) }
        #expect(found.count > 4000)
        #expect(time < .seconds(20), "\(found.count) states took \(time)")
        #expect(try states(7) == found)
        #expect(try states(8) != found)
    }

    @Test("A disk recovered from a crash can crash again")
    func twice() throws {
        let (disk, a, _) = try disk()
        disk.close(try disk.open(Array("x"), in: a, .creating))
        for state in disk.crashStates(limit: 10, using: generator) {
            let again = try state.disk.crashStates(limit: 10, using: generator) { disk in
                let a = try disk.openRoot(Path("/a"))
                disk.close(try disk.open(Array("z"), in: a, .creating))
            }
            #expect(Set(again.map { text($0.disk) }).count == 2)
        }
    }
}
