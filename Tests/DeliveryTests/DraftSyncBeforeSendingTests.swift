import Accounts
import MailClients
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Synchronization
import Testing

@testable import MailEngine

@Suite("Messages whose draft may have changed elsewhere", .onOwnThreads, .timeLimit(.minutes(10)), .holds("PS1", "PS7"))
struct DraftSyncBeforeSendingTests {
    private func accountWithDrafts() throws -> DeliveryFixture {
        var scene = try DeliveryFixture()
        scene.account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
        return scene
    }

    /// Queues a message that was made from a draft on the server.
    private func queue(_ subject: String, in scene: DeliveryFixture, plannedIn seconds: Int64? = nil) throws -> DraftID
    {
        let id = try scene.queue(subject)
        let validity = try #require(UIDValidity(rawValue: 1))
        let uid = try #require(UID(rawValue: 7))
        _ = try scene.store().update(id, at: scene.clock.now()) {
            $0.server = ServerDraftVersion(validity, uid, digest: "")
            $0.sendAfter = seconds.map { Instant(seconds: scene.clock.now().seconds + $0) }
        }
        return id
    }

    /// Delivers, and returns how often drafts were synced before something was sent.
    @discardableResult
    private func deliver(
        _ scene: DeliveryFixture, leavingDraftsOut: Bool = false,
        _ act: @escaping @Sendable () -> SyncFailure? = { nil }
    ) async throws -> (syncs: Int, report: DeliveryReport) {
        let count = Mutex(0)
        let (server, before) = (scene.server, scene.server.accepted.count)
        let report = try await scene.delivery().syncingSentAndDrafts(
            by: SentAndDraftsSync { request in
                #expect(request.mailboxes?.contains(.drafts) ?? false)
                var report = SyncReport()
                guard server.accepted.count == before else { return report }
                count.withLock { $0 += 1 }
                report.failure = act()
                report.hasComparedDrafts = !leavingDraftsOut
                return report
            }
        ).run()
        if let failure = report.failure { throw failure }
        return (count.withLock(\.self), report)
    }

    @Test("A message that has just been queued is sent without a sync before it")
    func fresh() async throws {
        let scene = try accountWithDrafts()
        _ = try queue("new", in: scene)
        scene.clock.turn(by: .seconds(59))
        #expect(try await deliver(scene).syncs == 0)
        #expect(scene.server.subjects() == ["new"])
    }

    @Test(
        "A message that has waited for a minute, or was planned, is sent after drafts were synced",
        arguments: [nil, 3600])
    func synced(_ planned: Int64?) async throws {
        let scene = try accountWithDrafts()
        _ = try queue("old", in: scene, plannedIn: planned)
        scene.clock.turn(by: .seconds(planned ?? 60))
        #expect(try await deliver(scene).syncs == 1)
        #expect(scene.server.subjects() == ["old"])
    }

    @Test("A message that the sync puts on hold is not sent")
    func held() async throws {
        let scene = try accountWithDrafts()
        let id = try queue("old", in: scene)
        scene.clock.turn(by: .seconds(61))
        let uid = try #require(UID(rawValue: 7))
        try await deliver(scene) {
            #expect((try? scene.store().holdQueued(id, basedOn: uid, at: scene.clock.now())) != nil)
            return nil
        }
        try await scene.restart()
        #expect(scene.server.accepted.isEmpty)
        #expect(try scene.sidecar("old")?.hold == .changedElsewhere)
    }

    @Test("If drafts cannot be synced, the message waits with a reason, and others are sent")
    func failed() async throws {
        let scene = try accountWithDrafts()
        _ = try queue("old", in: scene)
        scene.clock.turn(by: .seconds(61))
        try scene.queue("new")
        let (syncs, report) = try await deliver(scene) { .noServer }
        #expect(syncs == 1 && scene.server.subjects() == ["new"] && report.waiting == 1)
        let sidecar = try #require(try scene.sidecar("old"))
        #expect(sidecar.submission == .queued && sidecar.retryCount == 0 && sidecar.nextAttempt != nil)
        #expect(sidecar.lastError?.hasPrefix("petrel could not find out whether its draft was changed") ?? false)
        scene.clock.turn(by: .seconds(600))
        try await deliver(scene)
        #expect(scene.server.subjects() == ["new", "old"])
    }

    @Test("If the server for drafts cannot be reached, the messages wait, and that is reported once")
    func offline() async throws {
        let scene = try accountWithDrafts()
        for subject in ["one", "two", "three"] { _ = try queue(subject, in: scene) }
        scene.clock.turn(by: .seconds(61))
        let endpoint = Endpoint(host: "mail.example.net", port: 993, security: .implicitTLS)
        let (_, report) = try await deliver(scene) { .unreachable(.unreachable, endpoint) }
        #expect(report.events == [.offline(waiting: 3)] && report.isOffline && report.waiting == 3)
        #expect(try scene.server.accepted.isEmpty && scene.sidecar("one")?.lastError == nil)
    }

    @Test("If a sync leaves Drafts out, the message waits")
    func leftOut() async throws {
        let scene = try accountWithDrafts()
        _ = try queue("old", in: scene)
        scene.clock.turn(by: .seconds(61))
        let (syncs, report) = try await deliver(scene, leavingDraftsOut: true)
        #expect(syncs == 1 && scene.server.accepted.isEmpty && report.waiting == 1)
        #expect(try scene.sidecar("old")?.lastError?.hasSuffix("The sync left Drafts out.") ?? false)
    }

    @Test("If sending takes longer than five minutes, drafts are synced again before the next message")
    func long() async throws {
        let scene = try accountWithDrafts()
        for subject in ["one", "two"] { _ = try queue(subject, in: scene) }
        scene.clock.turn(by: .seconds(61))
        let accepted = Mutex<[Int]>([])
        let server = scene.server
        let report = try await scene.delivery(tell: { [clock = scene.clock] event in
            if case .sent = event { clock.turn(by: .seconds(301)) }
        }).syncingSentAndDrafts(
            by: SentAndDraftsSync { _ in
                accepted.withLock { $0.append(server.accepted.count) }
                var report = SyncReport()
                report.hasComparedDrafts = true
                return report
            }
        ).run()
        #expect(report.failure == nil && scene.server.subjects().sorted() == ["one", "two"])
        #expect(accepted.withLock { Array($0.prefix(2)) } == [0, 1])
    }

    @Test("An account without a server for drafts sends without a check")
    func withoutIMAP() async throws {
        let scene = try DeliveryFixture()
        _ = try queue("old", in: scene)
        scene.clock.turn(by: .seconds(61))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["old"])
    }

    @Test("A delivery before a sync leaves the message to the delivery after it")
    func left() async throws {
        let scene = try accountWithDrafts()
        _ = try queue("old", in: scene)
        scene.clock.turn(by: .seconds(61))
        let report = try await scene.deliver()
        #expect(scene.server.accepted.isEmpty && report.waiting == 1 && report.events.isEmpty && !report.isIdle)
        #expect(scene.server.connectionCount == 0)
        try await scene.deliver(isSentFresh: true)
        #expect(scene.server.subjects() == ["old"])
    }
}
