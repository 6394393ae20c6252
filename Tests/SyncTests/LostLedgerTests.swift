import Foundation
import MailEngine
import MailTestSupport
import ModelServer
import Testing

@Suite("Without a ledger", .onOwnThreads, .holds("PY1", "PY2", "PY3", "K02"))
struct LostLedgerTests {
    /// Without its ledger, and after something has happened on the server; then synced until all is quiet.
    private func scene(
        _ server: InterruptionTests.Server, _ change: (ModelScene) async throws -> Void
    ) async throws -> ModelScene {
        let scene = try ModelScene(server.profile)
        try await scene.sync()
        try scene.loseLedger()
        try await change(scene)
        #expect(try await scene.settle() == [])
        #expect(scene.here == scene.there)
        #expect(scene.model.violations == [])
        return scene
    }

    @Test(
        "A message that was moved on the server is moved here, and goes up no second time",
        arguments: InterruptionTests.servers)
    func moved(_ server: InterruptionTests.Server) async throws {
        let scene = try await scene(server) { try await $0.moveThere("m4", to: "Projects") }
        #expect(scene.here("Projects").map(\.subject) == ["m4"])
        #expect(!scene.here("INBOX").contains { $0.subject == "m4" })
        #expect(!scene.model.log.contains { ["APPEND", "UID COPY"].contains($0.verb) })
    }

    @Test("The same beside another file that has to be matched first", arguments: InterruptionTests.servers)
    func movedBesideAnother(_ server: InterruptionTests.Server) async throws {
        let scene = try await scene(server) { scene in
            try await scene.moveThere("m4", to: "Projects")
            let file = try scene.file("m5")
            try FileManager.default.moveItem(at: file, to: scene.directory("INBOX").appending(path: "1.other:2,S"))
        }
        #expect(scene.here("Projects").map(\.subject) == ["m4"])
        #expect(!scene.here("INBOX").contains { $0.subject == "m4" })
        #expect(scene.here("INBOX").count { $0.subject == "m5" } == 1)
    }

    @Test("A message that is nowhere on the server any more is not lost", arguments: InterruptionTests.servers)
    func removed(_ server: InterruptionTests.Server) async throws {
        let scene = try await scene(server) { try await $0.expunge("m4") }
        #expect(scene.here("INBOX").contains { $0.subject == "m4" })
        #expect(!scene.model.log.contains { $0.effects.contains { if case .expunged = $0 { true } else { false } } })
    }
}
