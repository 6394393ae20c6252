import Disk
import Foundation
import Testing

@Suite("Files")
struct FileReadingTests {
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
}
