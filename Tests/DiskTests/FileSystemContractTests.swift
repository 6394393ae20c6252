import Disk
import Glibc
import MailTestSupport
import Testing

/// One operation on a directory with entries of every kind, and its expected result.
struct ContractRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// The value of errno; zero for success.
    let code: Int32
    let act: @Sendable (any FileSystem, Descriptor) throws -> Void

    init(_ name: String, _ code: Int32 = 0, _ act: @escaping @Sendable (any FileSystem, Descriptor) throws -> Void) {
        self.name = name
        self.code = code
        self.act = act
    }

    var testDescription: String { name }

    private static func opening(_ what: String, _ mode: OpenMode, _ code: Int32 = 0) -> ContractRow {
        ContractRow("open \(what) \(mode)", code) { try $0.close($0.open(Array(what), in: $1, mode)) }
    }

    private static let openings: [ContractRow] = [
        opening("file", .reading), opening("file", .appending), opening("file", .locking),
        opening("file", .creating, EEXIST), opening("file", .directory, ENOTDIR),
        opening("directory", .directory), opening("directory", .reading, EINVAL),
        opening("directory", .appending, EISDIR), opening("directory", .locking, EISDIR),
        opening("directory", .creating, EEXIST),
        opening("link", .reading, ELOOP), opening("link", .appending, ELOOP), opening("link", .locking, ELOOP),
        opening("link", .creating, EEXIST), opening("link", .directory, ENOTDIR),
        opening("hanging", .reading, ELOOP), opening("hanging", .appending, ELOOP),
        opening("hanging", .creating, EEXIST), opening("away", .directory, ENOTDIR),
        opening("pipe", .reading, EINVAL), opening("pipe", .appending, ENXIO), opening("pipe", .locking, EINVAL),
        opening("pipe", .creating, EEXIST), opening("pipe", .directory, ENOTDIR),
        opening("missing", .reading, ENOENT), opening("missing", .directory, ENOENT),
        opening("missing", .appending), opening("missing", .locking), opening("missing", .creating),
    ]

    private static let names: [ContractRow] = [
        opening("", .creating, EINVAL), opening(".", .directory, EINVAL), opening("..", .directory, EINVAL),
        opening("../ground", .directory, EINVAL), opening("a/b", .creating, EINVAL), opening("/", .directory, EINVAL),
        opening("a\0b", .creating, EINVAL), opening("file\0", .reading, EINVAL),
        opening(String(repeating: "n", count: 255), .creating),
        opening(String(repeating: "n", count: 256), .creating, ENAMETOOLONG),
        opening(String(repeating: "n", count: 256), .reading, ENAMETOOLONG),
        ContractRow("a name that is no UTF-8") { system, directory in
            let name: [UInt8] = [0xFF, 0xC3, 0x28, 0x0A, 0x20]
            system.close(try system.open(name, in: directory, .creating))
            #expect(try system.names(in: directory).contains(name))
            try system.rename(name, in: directory, to: [0xFE], in: directory)
            try system.remove([0xFE], in: directory)
        },
        ContractRow("two names that are equal as text") { system, directory in
            let names: [[UInt8]] = [Array("é".utf8), [0x65, 0xCC, 0x81]]
            for name in names { system.close(try system.open(name, in: directory, .creating)) }
            #expect(try system.names(in: directory).filter { names.contains($0) }.count == 2)
        },
        ContractRow("the creation time of a missing file", ENOENT) {
            _ = try $0.creationTime(of: Array("missing"), in: $1)
        },
        ContractRow("a rename keeps the creation time") { system, directory in
            let created = try system.creationTime(of: Array("file"), in: directory)
            try system.rename(Array("file"), in: directory, to: Array("renamed"), in: directory)
            #expect(try system.creationTime(of: Array("renamed"), in: directory) == created)
        },
        ContractRow("rename to ..", EINVAL) { try $0.rename(Array("file"), in: $1, to: Array(".."), in: $1) },
        ContractRow("link to a/b", EINVAL) { try $0.link(Array("file"), in: $1, to: Array("a/b"), in: $1) },
        ContractRow("remove .", EINVAL) { try $0.remove(Array("."), in: $1) },
        ContractRow("make a directory x/y", EINVAL) { try $0.makeDirectory(Array("x/y"), in: $1) },
    ]

    private typealias Call = @Sendable (any FileSystem, [UInt8], Descriptor, [UInt8], Descriptor) throws -> Void

    private static func moving(
        _ verb: String, _ call: @escaping Call, _ rows: [(String, String, Int32)]
    ) -> [ContractRow] {
        rows.map { name, newName, code in
            ContractRow("\(verb) \(name) to \(newName)", code) { try call($0, Array(name), $1, Array(newName), $1) }
        }
    }

    private static let changes: [ContractRow] =
        moving(
            "rename", { try $0.rename($1, in: $2, to: $3, in: $4) },
            [
                ("file", "new", 0), ("file", "file", 0), ("file", "other", 0), ("file", "second", 0),
                ("file", "directory", EISDIR), ("file", "link", 0), ("file", "pipe", 0), ("link", "new", 0),
                ("directory", "file", ENOTDIR), ("directory", "empty", 0), ("empty", "directory", ENOTEMPTY),
                ("directory", "new", 0), ("missing", "new", ENOENT), ("missing", "file", ENOENT),
            ])
        + moving(
            "rename new", { try $0.renameNew($1, in: $2, to: $3, in: $4) },
            [
                ("file", "new", 0), ("file", "file", EEXIST), ("file", "other", EEXIST), ("file", "second", EEXIST),
                ("file", "hanging", EEXIST), ("directory", "empty", EEXIST), ("directory", "new", 0),
                ("missing", "new", ENOENT),
            ])
        + moving(
            "link", { try $0.link($1, in: $2, to: $3, in: $4) },
            [
                ("file", "new", 0), ("file", "other", EEXIST), ("file", "file", EEXIST), ("directory", "new", EPERM),
                ("link", "new", 0), ("missing", "new", ENOENT),
            ])
        + [("file", 0), ("link", 0), ("pipe", 0), ("missing", ENOENT), ("directory", EISDIR)].map { name, code in
            ContractRow("remove \(name)", code) { try $0.remove(Array(name), in: $1) }
        }
        + [("empty", 0), ("directory", ENOTEMPTY), ("file", ENOTDIR), ("link", ENOTDIR), ("missing", ENOENT)].map {
            name, code in ContractRow("remove directory \(name)", code) { try $0.removeDirectory(Array(name), in: $1) }
        }
        + [("new", 0), ("file", EEXIST), ("directory", EEXIST), ("hanging", EEXIST)].map { name, code in
            ContractRow("make directory \(name)", code) { try $0.makeDirectory(Array(name), in: $1) }
        }

    private static let others: [ContractRow] = [
        ContractRow("rename a directory into itself", EINVAL) { system, directory in
            let inner = try system.open(Array("directory"), in: directory, .directory)
            defer { system.close(inner) }
            try system.rename(Array("directory"), in: directory, to: Array("x"), in: inner)
        },
        ContractRow("create in a directory that was removed", ENOENT) { system, directory in
            let inner = try system.open(Array("empty"), in: directory, .directory)
            defer { system.close(inner) }
            try system.removeDirectory(Array("empty"), in: directory)
            system.close(try system.open(Array("x"), in: inner, .creating))
        },
        ContractRow("status of a link is its own") { system, directory in
            let kinds = try ["link", "pipe"].map { try system.status(of: Array($0), in: directory).kind }
            #expect(kinds == [.link, .other])
        },
        ContractRow("names of a file", ENOTDIR) { system, directory in
            let file = try system.open(Array("file"), in: directory, .reading)
            defer { system.close(file) }
            _ = try system.names(in: file)
        },
        ContractRow("write to what was opened to read", EBADF) { system, directory in
            let file = try system.open(Array("file"), in: directory, .reading)
            defer { system.close(file) }
            _ = try system.write(Array("x").span, to: file)
        },
        ContractRow("a file that was removed can be read to its end") { system, directory in
            let file = try system.open(Array("file"), in: directory, .reading)
            defer { system.close(file) }
            try system.remove(Array("file"), in: directory)
            var content: [UInt8] = []
            while try system.read(file, 3, into: &content) > 0 {}
            #expect(content == Array("former"))
            #expect(try system.status(file).links == 1)
        },
        ContractRow("appending adds to the end") { system, directory in
            let file = try system.open(Array("other"), in: directory, .appending)
            defer { system.close(file) }
            #expect(try system.write(Array(" and more").span, to: file) == 9)
            try system.synchronize(file)
            try system.synchronizeAll(file)
            try system.synchronize(directory)
            try system.synchronize([file, directory])
            try system.synchronize([])
        },
        ContractRow("synchronize several, one of which is not open", EBADF) { system, directory in
            try system.synchronize([directory, Descriptor(number: 1 << 20), directory])
        },
    ]

    static let all = openings + names + changes + others
}

@Suite("Contract of both file systems", .holds("PD4"))
struct FileSystemContractTests {
    static func ground(_ kind: DiskKind) throws -> ScratchDirectory {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.file, "file", "former")
        try ground.plant(.file, "other", "other")
        try ground.plant(.directory, "directory")
        try ground.plant(.file, "directory/inner", "inner")
        try ground.plant(.directory, "empty")
        try ground.plant(.link, "link", "other")
        try ground.plant(.link, "hanging", "nowhere")
        try ground.plant(.link, "away", "directory")
        try ground.plant(.other, "pipe")
        let directory = try ground.directory
        try directory.link(Array("file"), to: Array("second"), in: directory)
        ground.memory?.settle()
        return ground
    }

    @Test("An operation has the same error and result on both file systems", arguments: ContractRow.all)
    func row(_ row: ContractRow) throws {
        var listings: [[String]] = []
        for kind in DiskKind.allCases {
            let ground = try Self.ground(kind)
            let descriptor = try ground.system.openRoot(ground.path)
            defer { ground.system.close(descriptor) }
            var code: Int32 = 0
            do {
                try row.act(ground.system, descriptor)
            } catch let error as SystemError {
                code = error.code
            }
            #expect(code == row.code, "\(row.name) on \(kind): \(String(cString: strerror(code)))")
            listings.append(try ground.listing())
        }
        #expect(listings[0] == listings[1], "\(row.name)")
    }

    @Test("Random operations have the same results in memory and on a real disk")
    func differential() throws {
        let first = SeededGenerator.fresh
        for round in 0..<40 {
            var generator = SeededGenerator(seed: first.seed &+ UInt64(round))
            let seed = generator.seed
            let grounds = try DiskKind.allCases.map { try Self.ground($0) }
            let folders = try grounds.map { ground in
                let directory = try ground.directory
                return try [directory, directory.directory(Array("directory")), directory.directory(Array("empty"))]
            }
            for step in 0..<60 {
                let deed = PromisedAction(&generator)
                let results = folders.map { deed.result($0) }
                try #require(results[0] == results[1], "seed \(seed), step \(step): \(deed)")
            }
            #expect(try grounds[0].listing() == grounds[1].listing(), "seed \(seed)")
        }
    }
}

/// One random operation of the differential test.
private struct PromisedAction {
    let number: Int
    let from: Int
    let to: Int
    let name: [UInt8]
    let newName: [UInt8]

    init(_ generator: inout SeededGenerator) {
        let names = ["file", "other", "a", "b", "c", "directory", "empty", "link", "pipe", "second"]
        number = Int.random(in: 0..<10, using: &generator)
        from = Int.random(in: 0..<3, using: &generator)
        to = Int.random(in: 0..<3, using: &generator)
        name = Array(names.randomElement(using: &generator) ?? "a")
        newName = Array(names.randomElement(using: &generator) ?? "b")
    }

    func result(_ folders: [Directory]) -> String {
        let (here, there) = (folders[from], folders[to])
        do throws(FileError) {
            switch number {
            case 0: try here.rename(name, to: newName, in: there)
            case 1: try here.link(name, to: newName, in: there)
            case 2: try here.remove(name)
            case 3: try here.removeDirectory(name)
            case 4: try here.write(newName, as: name, .replacing, through: there, named: Array("temporary"))
            case 5: try here.write(newName, as: name, .new, through: there, named: Array("temporary"))
            case 6: return "\(try here.contents(of: name, limit: 20))"
            case 7: try JournalFile(name, in: here).append(newName)
            case 8: _ = try here.makingDirectory(name)
            default: return "\(try here.names())"
            }
            return "done"
        } catch {
            return "\(error.operation) \(error.code)"
        }
    }
}
