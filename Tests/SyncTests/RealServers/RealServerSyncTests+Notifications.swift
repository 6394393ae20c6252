import MailClients
import MailTestSupport
import MailTypes
import Platform
import Reconciliation
import Testing

@testable import MailEngine

extension RealServerSyncTests {
    /// Syncs, changes the mailboxes, and requests notifications on the same connection.
    private func requestNotifications(
        afterSync change: (RealServerFixture) async throws -> Void
    ) async throws -> (scene: RealServerFixture, session: ServerSession, ServerSession.NotificationAnswer) {
        let scene = try await RealServerFixture("dovecot")
        try await scene.deliver(["m1", "m2"], [.seen])
        let cache = ConnectionAndLedgerCache()
        scene.cache = cache
        #expect(try await scene.sync().failure == nil)
        try await change(scene)
        var session = try #require(await cache.take(for: scene.account, at: scene.clock.elapsed()))
        let answer = try await session.requestNotifications()
        #expect(await session.client.hasNotifications)
        return (scene, session, answer)
    }

    @Test("NOTIFY after a sync needs no other sync if nothing has changed", .holds("Y10"))
    func notificationsWithoutChange() async throws {
        var (scene, session, answer) = try await requestNotifications { _ in }
        #expect(answer == .agreed(isUnchanged: true))
        #expect(try await session.requestNotifications() == .nothingNew)
        await session.close()
        await scene.close()
    }

    @Test(
        "What changes between a sync and NOTIFY is found by another sync, without listing again", .holds("Y10", "PY1"))
    func changesBeforeNotifications() async throws {
        let (scene, session, answer) = try await requestNotifications { scene in
            try await scene.deliver(["m3"], to: "Projects")
        }
        #expect(answer == .agreed(isUnchanged: false))
        let before = await session.client.exchangeCount
        var listing = session
        let names = try await listing.list().mailboxes.map(\.name)
        #expect(names.contains(try #require(MailboxName("Projects"))))
        #expect(await session.client.exchangeCount == before)
        await scene.cache?.keep(session, at: scene.clock.elapsed())
        #expect(try await scene.sync().failure == nil)
        try await scene.expectSame()
        await scene.cache?.close()
        await scene.close()
    }
}
