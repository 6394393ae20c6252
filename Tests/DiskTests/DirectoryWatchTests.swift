import Disk
import Glibc
import MailTestSupport
import Testing

@Suite("Watching directories")
struct DirectoryWatchTests {
    private let ground: Ground
    private let watch: DirectoryWatch

    init() throws {
        ground = try Ground(.posix)
        for name in ["a", "b"] { try ground.plant(.directory, name) }
        watch = try DirectoryWatch()
    }

    private func directory(_ name: String) throws -> Directory {
        try ground.directory.directory(Array(name))
    }

    private func events(waiting milliseconds: Int32 = 1000) throws -> [DirectoryWatch.Event]? {
        try watch.events(waiting: milliseconds)
    }

    @Test("Names that came and went are told once, with the directory and in order")
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

    @Test("A directory is known by what it is, not by its path")
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

    @Test("A directory that is removed is told, and one that is not watched any more is not")
    func removal() throws {
        let keys = try ["a", "b"].map { try watch.add(try directory($0)) }
        watch.remove(keys[0])
        _ = try watch.events()
        try ground.plant(.file, "a/m")
        #expect(try watch.events() == [])
        try ground.directory.removeDirectory(Array("b"))
        #expect(try Set(events() ?? []) == [.init(key: keys[1], kind: .lost, name: [])])
    }

    @Test("More than the system remembers is told as such, and then all goes on as before")
    func overflow() throws {
        let a = try directory("a")
        let key = try watch.add(a)
        try ground.plant(.file, "a/m")
        // 16,384 events are kept unless the machine was told otherwise; alike ones in a row count once.
        for _ in 0..<20_000 {
            try a.link(Array("m"), to: Array("n"), in: a)
            try a.remove(Array("n"))
        }
        #expect(try watch.events() == nil)
        #expect(try watch.events() == [])
        try ground.plant(.file, "a/o")
        #expect(try events() == [.init(key: key, kind: .came, name: Array("o"))])
    }

    @Test("A stamped directory shows each further change, however soon it comes")
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
