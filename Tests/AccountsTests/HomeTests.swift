import Accounts
import Disk
import Foundation
import MailTestSupport
import Platform
import Testing

@Suite("File locations")
struct HomeTests {
    private func home(named: String? = nil, _ variables: [String: String]) throws -> Home {
        let environment = Environment(variables, workingDirectory: "/tmp/here")
        return try Home(named: named.map { Array($0.utf8) }, environment, on: POSIXFileSystem.shared)
    }

    private func places(_ home: Home) -> [String] {
        let name = AccountName.local
        let all: [Home.Place] = [
            .configuration, .accounts, .data, .mail(name), .state(name), .attachments(name), .index, .records, .runtime,
        ]
        return all.map { home.path(of: $0).description }
    }

    @Test("An explicit home holds all files")
    func named() throws {
        let expected = ["", "/accounts", "", "/mail/local", "/state/local", "/attachments/local", "/index", "", "/run"]
        let variables = ["HOME": "/u", "PETREL_HOME": "/p", "XDG_DATA_HOME": "/d"]
        #expect(places(try home(named: "/n", variables)) == expected.map { "/n\($0)" })
        #expect(places(try home(variables)) == expected.map { "/p\($0)" })
        #expect(places(try home(named: "n", variables)).first == "/tmp/here/n")
        #expect(try home(["PETREL_HOME": "p"]).data.description == "/tmp/here/p")
    }

    @Test("Without an explicit home, files are in the XDG directories")
    func desktop() throws {
        #expect(
            places(try home(["HOME": "/u", "PETREL_HOME": ""])) == [
                "/u/.config/petrel", "/u/.config/petrel/accounts", "/u/.local/share/petrel",
                "/u/.local/share/petrel/mail/local", "/u/.local/share/petrel/state/local",
                "/u/.cache/petrel/attachments/local", "/u/.cache/petrel/index", "/u/.local/state/petrel",
                "/u/.local/state/petrel/run",
            ])
        let set = ["CONFIG_HOME", "DATA_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"]
        let variables = Dictionary(uniqueKeysWithValues: set.map { ("XDG_\($0)", "/x/\($0)") })
        let home = try home(variables)
        #expect(
            [home.configuration, home.data, home.state, home.cache, home.runtime].map(\.description)
                == set.map { "/x/\($0)/petrel" })
    }

    @Test("Ignores a relative XDG path")
    func relative() throws {
        #expect(try home(["HOME": "/u", "XDG_DATA_HOME": "d"]).data.description == "/u/.local/share/petrel")
    }

    @Test("Without a usable HOME, the error suggests --home DIR", arguments: [[:], ["HOME": ""], ["HOME": "u"]])
    func nowhere(_ variables: [String: String]) {
        let error = #expect(throws: ConfigurationError.self) { try home(variables) }
        #expect(error?.description.contains("--home DIR") == true)
    }

    @Test("Looking up a directory creates nothing, and created directories are private", .holds("K04"))
    func making() throws {
        let scratch = try ScratchDirectory()
        let home = Home(in: Path(scratch.path) / "a" / "b", on: POSIXFileSystem.shared)
        #expect(try home.directory(.state(.local)) == nil)
        #expect(scratch.names().isEmpty)
        _ = try home.makingDirectory(.state(.local))
        _ = try home.makingDirectory(.state(.local))
        #expect(try home.directory(.state(.local)) != nil)
        for place in ["a", "a/b", "a/b/state", "a/b/state/local"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/" + place)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test(
        "Writing a file makes its directory durable even if a killed process created it",
        .holds("PD1"),
        arguments: [["accounts"], ["state"], ["state", "local"]])
    func adopted(_ names: [String]) throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/home"))
        for name in names.dropLast() { disk.plant(.directory, at: Path("/home") / Array(name.utf8)) }
        disk.settle()
        let parent = names.dropLast().reduce(Path("/home")) { $0 / Array($1.utf8) }
        try disk.makeDirectory(Array(names[names.count - 1].utf8), in: disk.openRoot(parent))
        disk.kill()
        let home = Home(in: Path("/home"), on: disk)
        let directory = try home.makingDirectory(names[0] == "accounts" ? .accounts : .state(.local))
        try directory.write(Array("x".utf8), as: Array("f".utf8), .new, through: directory, named: Array("t".utf8))
        let file = directory.path / Array("f".utf8)
        for order in CrashOrder.allCases {
            for state in disk.crashStates(order, limit: 100, using: .fresh) where state.step == disk.stepCount {
                #expect(state.disk.files[file] == Array("x".utf8), "\(state)")
            }
        }
    }

    @Test("Follows a link to a directory and creates nothing behind a dangling link")
    func links() throws {
        let scratch = try ScratchDirectory()
        let manager = FileManager.default
        try manager.createDirectory(atPath: scratch.path + "/real", withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: scratch.path + "/good", withDestinationPath: "real")
        try manager.createSymbolicLink(atPath: scratch.path + "/bad", withDestinationPath: "gone")
        _ = try Home(in: Path(scratch.path + "/good/"), on: POSIXFileSystem.shared).makingDirectory(.accounts)
        #expect(scratch.names("real") == ["accounts"])
        let bad = Home(in: Path(scratch.path + "/bad"), on: POSIXFileSystem.shared)
        #expect(throws: FileError.self) { try bad.makingDirectory(.accounts) }
        #expect(scratch.names() == ["bad", "good", "real"])
    }

    @Test("A home that cannot be written causes a file error")
    func unwritable() throws {
        let home = Home(in: Path("/proc/petrel"), on: POSIXFileSystem.shared)
        #expect(try home.directory(.accounts) == nil)
        #expect(throws: FileError.self) { try home.makingDirectory(.accounts) }
        let file = Home(in: Path("/dev/null/x"), on: POSIXFileSystem.shared)
        #expect(throws: FileError.self) { try file.directory(.accounts) }
    }

    static let names: [(text: String, isName: Bool)] = [
        ("a", true), ("Work_2.x-y", true), ("_", true), ("9", true), (String(repeating: "a", count: 64), true),
        (String(repeating: "a", count: 65), false), ("", false), (".a", false), ("-a", false), ("a b", false),
        ("a/b", false), ("é", false), ("a\u{301}", false), ("a\n", false), ("a\r\n", false), ("..", false),
    ]

    @Test("Account names are short and plain", arguments: names)
    func accountNames(_ row: (text: String, isName: Bool)) {
        #expect((AccountName(row.text) != nil) == row.isName)
    }
}
