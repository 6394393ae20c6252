import Foundation
import MailTestSupport
import ModelServer
import Testing

@testable import MailEngine

@Suite("Messages with mbsync's X-TUID field", .holds("Y20", "K02"))
struct MbsyncTUIDTests {
    @Test("A message moved here is moved on the server and not uploaded", arguments: [400, 1_500_000])
    func moved(_ size: Int) async throws {
        let scene = try HomeWithModelServer(.dovecot)
        scene.model.deliver(Array("X-TUID: Yi2jmNpmLSVo\r\n".utf8) + TestMessage.message("transferred", size: size))
        try await scene.sync()
        try scene.moveHere("transferred", to: "Projects")
        try await scene.sync()
        #expect(scene.model.log.count { $0.verb == "UID MOVE" } == 1)
        #expect(!scene.model.log.contains { $0.verb == "APPEND" })
        #expect(scene.there["Projects"]?.contains { $0.subject == "transferred" } == true)
    }

    /// mbsync writes its field at the end of the header.
    private func marked(_ message: [UInt8]) -> [UInt8] {
        let end = message.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? 0
        return message[..<end] + Array("\r\nX-TUID: Yi2jmNpmLSVo".utf8) + message[end...]
    }

    @Test("A message that mbsync uploaded is neither uploaded nor fetched again", arguments: [400, 1_500_000])
    func uploaded(_ size: Int) async throws {
        let scene = try HomeWithModelServer(.dovecot)
        try await scene.sync()
        let message = TestMessage.message("uploaded", size: size)
        let file = scene.directory("INBOX").appending(path: "1792000000.x.host,U=1:2,S")
        try Data(message.filter { $0 != 0x0D }).write(to: file)
        scene.model.deliver(marked(message))
        try await scene.sync()
        try await scene.sync()
        #expect(!scene.model.log.contains { $0.verb == "APPEND" })
        #expect(scene.there["INBOX"]?.count { $0.subject == "uploaded" } == 1)
        #expect(scene.here("INBOX").count { $0.subject == "uploaded" } == 1)
    }

    @Test("A copy of a fetched message is a copy on the server", arguments: [400, 1_500_000])
    func copied(_ size: Int) async throws {
        let scene = try HomeWithModelServer(.dovecot)
        scene.model.deliver(marked(TestMessage.message("copied", size: size)))
        try await scene.sync()
        let files = ["new", "cur"].flatMap { place in
            (try? FileManager.default.contentsOfDirectory(
                at: scene.directory("INBOX", place), includingPropertiesForKeys: nil)) ?? []
        }
        let target = scene.directory("Projects").appending(path: "1792000001.y.host:2,S")
        try FileManager.default.copyItem(at: try #require(files.first), to: target)
        try await scene.sync()
        #expect(scene.model.log.count { $0.verb == "UID COPY" } == 1)
        #expect(!scene.model.log.contains { $0.verb == "APPEND" })
    }
}
