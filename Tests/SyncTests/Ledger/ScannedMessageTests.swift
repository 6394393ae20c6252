import Digest
import Disk
import Foundation
import InternetMessage
import MailTestSupport
import MaildirStore
import Testing

@testable import MailEngine

@Suite("Messages that a scan reads in pieces", .holds("K02"))
struct ScannedMessageTests {
    @Test("A large message has the digest, size and header of the message read at once", arguments: ["\n", "\r\n"])
    func pieces(_ lineEnd: String) throws {
        let directory = ProjectFiles.memory.appending(path: "petrel-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let maildir = try Maildir(completing: Directory.open(Path(directory.path), on: POSIXFileSystem.shared))
        let lines =
            ["X-TUID: Yi2jmNpmLSVo", "Subject: Long", "Message-ID: <1@x>", ""]
            + (0..<500).map { "line \($0)" } + ["", ""]
        let name = "1760275380.a:2,S"
        try Data(lines.joined(separator: lineEnd).utf8).write(to: directory.appending(path: "cur/\(name)"))
        var entry = try #require(try maildir.entries().first)
        let whole = try #require(try ScannedMessageContent(reading: &entry, in: maildir))
        let canonical = Array(lines.dropFirst().joined(separator: "\r\n").utf8)
        #expect(whole.canonicalSize == canonical.count)
        for (limit, pieceSize) in [(canonical.count + 40, 100), (300, 97), (100, 4096)] {
            let cut = try #require(
                try ScannedMessageContent(reading: &entry, in: maildir, atMost: limit, pieceSize: pieceSize))
            #expect(cut.digest == whole.digest && cut.canonicalSize == whole.canonicalSize, "limit \(limit)")
            #expect(cut.beginning.header.messageID == whole.beginning.header.messageID, "limit \(limit)")
        }
    }
}
