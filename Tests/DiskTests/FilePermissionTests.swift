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
}
