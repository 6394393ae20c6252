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

    @Test("What changed is told once, by the directory that it changed in")
    func changes() throws {
        let keys = try ["a", "b"].map { try watch.add(try directory($0)) }
        #expect(try watch.news() == nil)
        try ground.plant(.file, "a/m", "text")
        #expect(try watch.news(waiting: 1000) == .changed([keys[0]]))
        #expect(try watch.news() == nil)
        try directory("a").rename(Array("m"), to: Array("n"), in: try directory("b"))
        #expect(try watch.news(waiting: 1000) == .changed(Set(keys)))
        try directory("b").remove(Array("n"))
        #expect(try watch.news(waiting: 1000) == .changed([keys[1]]))
        #expect(try watch.news(waiting: 1) == nil)
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
        #expect(try watch.news(waiting: 1000) == .changed([key]))
    }

    @Test("A directory that is removed is news, and one that is not watched any more is not")
    func removal() throws {
        let keys = try ["a", "b"].map { try watch.add(try directory($0)) }
        watch.remove(keys[0])
        _ = try watch.news()
        try ground.plant(.file, "a/m")
        #expect(try watch.news() == nil)
        try ground.directory.removeDirectory(Array("b"))
        #expect(try watch.news(waiting: 1000) == .changed([keys[1]]))
    }

    @Test("More than the system remembers is news of everything, and then all goes on as before")
    func overflow() throws {
        let a = try directory("a")
        let key = try watch.add(a)
        try ground.plant(.file, "a/m")
        // 16,384 events are kept unless the machine was told otherwise; alike ones in a row count once.
        for _ in 0..<20_000 {
            try a.link(Array("m"), to: Array("n"), in: a)
            try a.remove(Array("n"))
        }
        #expect(try watch.news() == .everything)
        #expect(try watch.news() == nil)
        try ground.plant(.file, "a/o")
        #expect(try watch.news(waiting: 1000) == .changed([key]))
    }
}
