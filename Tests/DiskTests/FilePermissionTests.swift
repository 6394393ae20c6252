import Disk
import Glibc
import MailTestSupport
import Testing

@Suite("File permissions and limits", .holds("PD4"))
struct FilePermissionTests {
    /// The umask belongs to the process and other tests run in parallel, so each case runs in a child process.
    @Test("Files are 0600 and directories 0700 with any umask", arguments: ["000", "022", "077", "777"])
    func umask(_ mask: String) async throws {
        let result = await #expect(processExitsWith: .success) { [mask = mask as String] in
            let ground = try ScratchDirectory(.posix)
            Glibc.umask(mode_t(mask, radix: 8) ?? 0)
            let directory = try ground.directory
            let made = try directory.makingDirectory(Array("made"))
            try made.write(Array("text"), as: Array("m"), .new, through: directory, named: Array("t"))
            try JournalFile(Array("journal"), in: made).append(Array("line"))
            let lock = try directory.lock(Array("lock"), waiting: false)
            try #require(lock != nil)
            try #require(try directory.status(of: Array("made"))?.mode == 0o700)
            try #require(try directory.status(of: Array("lock"))?.mode == 0o600)
            for name in ["m", "journal"] { try #require(try made.status(of: Array(name))?.mode == 0o600) }
        }
        withExtendedLifetime(result) {}
    }

    @Test("Refuses to read a device as a file")
    func device() throws {
        let devices = try Directory.open(Path("/dev"), on: POSIXFileSystem.shared)
        let error = #expect(throws: FileError.self) { try devices.contents(of: Array("zero")) }
        #expect(error?.code == EINVAL && error?.subject == "/dev/zero")
    }

    @Test("Reads no more than the limit", arguments: DiskKind.allCases)
    func limit(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.file, "m", String(repeating: "x", count: 200_000))
        let directory = try ground.directory
        #expect(try directory.contents(of: Array("m"), limit: 70_000).count == 70_000)
        #expect(try directory.contents(of: Array("m"), limit: 0).isEmpty)
        #expect(try directory.contents(of: Array("m")).count == 200_000)
    }

    @Test("Removes a tree with everything in it, without following links", arguments: DiskKind.allCases)
    func tree(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.file, "kept/m", "text")
        try ground.plant(.file, "tree/inner/m", "text")
        try ground.plant(.link, "tree/inner/link", "../../kept")
        try ground.plant(.other, "tree/pipe")
        try ground.directory.removeTree(Array("tree"))
        try ground.directory.removeTree(Array("missing"))
        #expect(try ground.listing() == ["kept/", "kept/m = text (1)"])
    }
}
