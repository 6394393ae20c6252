import Accounts
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import Testing

@testable import MailEngine

@Suite("The inbox, queried in the flight that ends IDLE", .onOwnThreads, .timeLimit(.minutes(2)), .holds("Y10", "PY1"))
struct EarlyInboxQueryTests {
    /// Syncs, and waits in IDLE until the server has reported `change`. Returns the number of commands before the change.
    private func sceneAfterIdle(
        _ kind: ModelServerKind, _ change: @escaping @Sendable (ModelIMAPServer) -> Void
    ) async throws -> (scene: HomeWithModelServer, commands: Int) {
        let scene = try HomeWithModelServer(kind.profile, clock: SystemClock())
        // Only a connection of this user is used again.
        scene.account.user = "kim"
        let cache = ConnectionAndLedgerCache()
        scene.cache = cache
        try await scene.sync()
        var session = try #require(await cache.take(for: scene.account, at: scene.clock.elapsed()))
        let before = scene.model.log.count
        let model = scene.model
        let changing = Task {
            while model.log.dropFirst(before).last?.verb != "IDLE" { try await Task.sleep(for: .milliseconds(1)) }
            change(model)
        }
        let signals = AccountWatchTriggers(clock: scene.clock)
        let end = try await session.idle(for: .seconds(60), until: signals, isCertain: true) {}
        try await changing.value
        #expect(end == .changed(isElsewhere: false))
        await cache.keep(session, at: scene.clock.elapsed())
        return (scene, before)
    }

    private static let kinds = ModelServerKind.all.prefix(3)

    @Test("Is not selected again by the sync that follows", arguments: kinds)
    func used(_ kind: ModelServerKind) async throws {
        let (scene, before) = try await sceneAfterIdle(kind) { model in
            model.deliver(TestMessage.message("x1"))
        }
        #expect(try await scene.sync().failure == nil)
        let verbs = scene.model.log.dropFirst(before).map(\.verb)
        #expect(verbs.count { $0 == "SELECT" } == (verbs.first == "SELECT" ? 2 : 1), "\(verbs)")
        #expect(scene.here == scene.there && scene.model.violations == [])
    }

    @Test("Is queried again if another sync has used the connection meanwhile", arguments: kinds)
    func outdated(_ kind: ModelServerKind) async throws {
        let (scene, _) = try await sceneAfterIdle(kind) { $0.expunge(UIDSet(.first), in: "INBOX") }
        try scene.addHere("y1", in: "Projects")
        var request = AccountSync.Request()
        request.mailboxes = [try #require(MailboxName("Projects"))]
        let other = try await scene.sync(by: scene.model.connections { _ in .none }, clock: scene.clock, request)
        #expect(other.failure == nil && other.mailboxes.contains { $0.uploaded == 1 })
        scene.deliver("x1")
        let before = scene.model.log.count
        #expect(try await scene.sync().failure == nil)
        #expect(scene.model.log.dropFirst(before).contains { $0.verb == "SELECT" })
        #expect(scene.here == scene.there && scene.model.violations == [])
    }
}
