import Foundation
import MailTestSupport
import Testing

@testable import Digest
@testable import Disk
@testable import MaildirStore

@Suite("Files")
struct FileReadingTests {
    @Test("A path consists of bytes, ends at NUL and has no duplicate slashes")
    func path() {
        #expect(Path("a\0b").bytes == Array("a".utf8))
        #expect((Path("a/") / "b").description == "a/b")
        #expect((Path("a") / [0xFF]).bytes == [0x61, 0x2F, 0xFF])
        #expect(Path("a/b/").lastComponent == Array("b".utf8))
    }

    @Test("The error for a missing file contains its path and the reason")
    func missing() {
        let error = #expect(throws: FileError.self) { try FileReading.contents(of: Path("/nowhere/at/all")) }
        #expect(error?.description == "Can't open /nowhere/at/all: No such file or directory.")
    }

    @Test("Reads whole files of any size", arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
    func contents(_ size: Int) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "petrel-disk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try data.write(to: file)
        #expect(try FileReading.contents(of: Path(file.path)) == Array(data))
    }

    @Test("SHA-256 of pieces equals that of the whole")
    func digest() {
        var digest = SHA256()
        for piece in ["a", "", "bc"] { digest.update(Array(piece.utf8).span) }
        let hex = digest.finish().map { String($0, radix: 16) }.joined(separator: " ")
        #expect(hex.hasPrefix("ba 78 16 bf 8f 1 cf ea"))
    }

    @Test("A directory without cur and new is not a Maildir", .holds("K02"))
    func maildir() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-maildir-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let opened = try Directory.open(Path(directory.path), on: POSIXFileSystem.shared)
        #expect(try Maildir(opened) == nil)
        try FileManager.default.createDirectory(at: directory.appending(path: "new"), withIntermediateDirectories: true)
        #expect(try Maildir(opened)?.entries().isEmpty == true)
    }
}
