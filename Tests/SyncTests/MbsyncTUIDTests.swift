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
        scene.model.deliver(Array("X-TUID: Yi2jmNpmLSVo\r\n".utf8) + SeenMessage.message("transferred", size: size))
        try await scene.sync()
        try scene.moveHere("transferred", to: "Projects")
        try await scene.sync()
        #expect(scene.model.log.count { $0.verb == "UID MOVE" } == 1)
        #expect(!scene.model.log.contains { $0.verb == "APPEND" })
        #expect(scene.there["Projects"]?.contains { $0.subject == "transferred" } == true)
    }
}
