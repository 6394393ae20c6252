import Disk
import Glibc
import MailTestSupport
import Testing

@Suite("Watching directories")
struct DirectoryWatchTests {
    private let ground: ScratchDirectory
    private let watch: DirectoryWatch

    init() throws {
        ground = try ScratchDirectory(.posix)
        for name in ["a", "b"] { try ground.plant(.directory, name) }
        watch = try DirectoryWatch()
    }

    private func directory(_ name: String) throws -> Directory {
        try ground.directory.directory(Array(name))
    }

    private func events(waiting milliseconds: Int32 = 1000) throws -> [DirectoryWatch.Event]? {
        try watch.events(waiting: milliseconds)
    }

    @Test("Created and removed names are reported once, in order, with their directory")
    func changes() throws {
        let keys = try ["a", "b"].map { try watch.add(try directory($0)) }
        #expect(try watch.events() == [])
        try ground.plant(.file, "a/m", "text")
        #expect(try events() == [.init(key: keys[0], kind: .came, name: Array("m"))])
        #expect(try watch.events() == [])
        try directory("a").rename(Array("m"), to: Array("n"), in: try directory("b"))
        try directory("b").remove(Array("n"))
        #expect(
            try events() == [
                .init(key: keys[0], kind: .went, name: Array("m")), .init(key: keys[1], kind: .came, name: Array("n")),
                .init(key: keys[1], kind: .went, name: Array("n")),
            ])
        #expect(try events(waiting: 1) == [])
    }

    @Test("A directory is identified by its inode, not its path")
    func identity() throws {
        let opened = try directory("a")
        try ground.directory.rename(Array("a"), to: Array("c"))
        try ground.plant(.directory, "a")
        let key = try watch.add(opened)
        #expect(try watch.add(try directory("c")) == key)
        #expect(try watch.add(try directory("a")) != key)
        try ground.plant(.file, "c/m")
        #expect(try events()?.map(\.key) == [key])
    }

    @Test("Reports a removed directory, and nothing about one that is no longer watched")
    func removal() throws {
        let keys = try ["a", "b"].map { try watch.add(try directory($0)) }
        watch.remove(keys[0])
        _ = try watch.events()
        try ground.plant(.file, "a/m")
        #expect(try watch.events() == [])
        try ground.directory.removeDirectory(Array("b"))
        #expect(try Set(events() ?? []) == [.init(key: keys[1], kind: .lost, name: [])])
    }

    @Test("Reports a queue overflow once, then works as before")
    func overflow() throws {
        let a = try directory("a")
        let key = try watch.add(a)
        try ground.plant(.file, "a/m")
        // By default, the kernel queues up to 16,384 events. Identical consecutive events count once.
        for _ in 0..<20_000 {
            try a.link(Array("m"), to: Array("n"), in: a)
            try a.remove(Array("n"))
        }
        #expect(try watch.events() == nil)
        #expect(try watch.events() == [])
        try ground.plant(.file, "a/o")
        #expect(try events() == [.init(key: key, kind: .came, name: Array("o"))])
    }

    @Test("Each change to a stamped directory is visible in its modification time")
    func stamp() throws {
        let a = try directory("a")
        try #require(a.isLocal)
        for round in 0..<200 {
            try a.stamp()
            let before = try a.status()
            #expect(try a.status() == before)
            try ground.plant(.file, "a/\(round)")
            #expect(try a.status().modified != before.modified)
        }
    }
}
