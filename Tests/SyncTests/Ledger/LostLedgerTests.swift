import Foundation
import MailEngine
import MailTestSupport
import ModelServer
import Testing

@Suite("Sync without a ledger", .onOwnThreads, .holds("PY1", "PY2", "PY3", "K02"))
struct LostLedgerTests {
    /// Loses the ledger, changes something on the server, and syncs until nothing changes.
    private func scene(
        _ server: ModelServerKind, _ change: (HomeWithModelServer) async throws -> Void
    ) async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(server.profile)
        try await scene.sync()
        try scene.loseLedger()
        try await change(scene)
        #expect(try await scene.settle() == [])
        #expect(scene.here == scene.there)
        #expect(scene.model.violations == [])
        return scene
    }

    @Test(
        "A message moved on the server is moved here and not uploaded again",
        arguments: ModelServerKind.all)
    func moved(_ server: ModelServerKind) async throws {
        let scene = try await scene(server) { try await $0.moveThere("m4", to: "Projects") }
        #expect(scene.here("Projects").map(\.subject) == ["m4"])
        #expect(!scene.here("INBOX").contains { $0.subject == "m4" })
        #expect(!scene.model.log.contains { ["APPEND", "UID COPY"].contains($0.verb) })
    }

    @Test("The same with another file that must be matched first", arguments: ModelServerKind.all)
    func movedBesideAnother(_ server: ModelServerKind) async throws {
        let scene = try await scene(server) { scene in
            try await scene.moveThere("m4", to: "Projects")
            let file = try scene.file("m5")
            try FileManager.default.moveItem(at: file, to: scene.directory("INBOX").appending(path: "1.other:2,S"))
        }
        #expect(scene.here("Projects").map(\.subject) == ["m4"])
        #expect(!scene.here("INBOX").contains { $0.subject == "m4" })
        #expect(scene.here("INBOX").count { $0.subject == "m5" } == 1)
    }

    @Test("A message missing from the server is kept here", arguments: ModelServerKind.all)
    func removed(_ server: ModelServerKind) async throws {
        let scene = try await scene(server) { try await $0.expunge("m4") }
        #expect(scene.here("INBOX").contains { $0.subject == "m4" })
        #expect(!scene.model.log.contains { $0.effects.contains { if case .expunged = $0 { true } else { false } } })
    }
}
