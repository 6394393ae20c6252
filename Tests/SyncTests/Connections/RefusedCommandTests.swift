import Accounts
import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Refused commands", .onOneThread)
struct RefusedCommandTests {
    @Test("A refused command is tried once per sync, and undone locally after three", .holds("Y13"))
    func refused() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        try await scene.sync()
        try scene.moveHere("m4", to: "Projects")
        scene.model.refuse("UID MOVE", "NO [INUSE] not now", times: 100)
        for round in 1...3 {
            let before = scene.model.log.count { $0.verb == "UID MOVE" }
            try await scene.sync()
            #expect(scene.model.log.count { $0.verb == "UID MOVE" } == before + 1, "round \(round)")
            #expect(scene.here("Projects").map(\.subject) == ["m4"])
        }
        let report = try await scene.sync()
        #expect(report.notices.contains { $0.contains("moved it back") }, "\(report.notices)")
        #expect(scene.here("Projects").isEmpty)
        #expect(scene.here["INBOX"]?.contains { $0.subject == "m4" } == true)
    }
}
