import Disk
import Glibc
import MailTestSupport
import Testing

@Suite("Limits on reading files")
struct FileReadingLimitTests {
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
}
