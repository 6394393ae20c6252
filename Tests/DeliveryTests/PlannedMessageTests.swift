import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

@Suite("Messages planned for a later time", .onOwnThreads, .timeLimit(.minutes(10)), .holds("PS2", "PS7"))
struct PlannedMessageTests {
    private func scene(plannedIn seconds: Int64 = 7200) throws -> DeliveryFixture {
        let scene = try DeliveryFixture()
        let id = try scene.queue("planned")
        let time = Instant(seconds: scene.clock.now().seconds + seconds)
        _ = try scene.store().update(id, at: scene.clock.now()) { $0.sendAfter = time }
        return scene
    }

    @Test("A planned message is sent once, and not before its time, even if others are sent and petrel restarts")
    func once() async throws {
        let scene = try scene()
        try scene.queue("now")
        for _ in 0..<71 {
            let report = try await scene.deliver()
            #expect(report.planned == 1 && report.waiting == 0)
            scene.clock.turn(by: .seconds(100))
        }
        #expect(scene.server.subjects() == ["now"])
        scene.clock.turn(by: .seconds(99))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["now"])
        scene.clock.turn(by: .seconds(1))
        let report = try await scene.deliver()
        #expect(report.planned == 0 && report.waiting == 0)
        try await scene.restart()
        #expect(scene.server.subjects() == ["now", "planned"])
        #expect(try scene.outbox().isEmpty)
    }

    @Test("A planned message does not connect, and tells when it is due")
    func quiet() async throws {
        let scene = try scene()
        let report = try await scene.deliver()
        #expect(scene.server.connectionCount == 0 && !report.isOffline && report.events.isEmpty)
        #expect(report.nextAttempt == Instant(seconds: scene.clock.now().seconds + 7200))
    }

    @Test("A machine that was off sends late and says so", arguments: [3600, 20 * 3600])
    func late(_ seconds: Int64) async throws {
        let scene = try scene()
        scene.clock.restart(after: .seconds(7200 + seconds))
        let report = try await scene.deliver()
        let delays = report.events.compactMap { event in
            if case .sent(let message) = event { message.delay } else { nil }
        }
        #expect(delays == [.seconds(seconds)])
    }

    @Test("The 24 hours count from the planned time, not from the order")
    func age() async throws {
        let scene = try scene(plannedIn: 7 * 86400)
        scene.server.refuse(.timedOut)
        scene.clock.turn(by: .seconds(7 * 86400))
        try await scene.deliver()
        scene.clock.turn(by: .seconds(86000))
        try await scene.deliver()
        #expect(try scene.item("planned")?.sidecar?.submission == .queued)
        scene.clock.turn(by: .seconds(400))
        try await scene.deliver()
        #expect(try scene.item("planned")?.sidecar?.submission == .failed)
        #expect(scene.server.accepted.isEmpty)
    }

    @Test("Setting the clock far ahead and back does not expire it")
    func jump() async throws {
        let scene = try scene()
        scene.server.refuse(.timedOut)
        scene.clock.set(by: 10 * 365 * 86400)
        try await scene.deliver()
        #expect(try scene.item("planned")?.sidecar?.submission == .queued)
        scene.clock.set(by: -10 * 365 * 86400)
        scene.server.refuse(nil)
        try await scene.restart(times: 1, after: .seconds(8000))
        #expect(scene.server.subjects() == ["planned"])
    }

    @Test("A clock that is set forward does not send a planned message early", arguments: [3600, 7200, 365 * 86400])
    func early(_ jump: Int64) async throws {
        let scene = try scene()
        scene.clock.turn(by: .seconds(600))
        scene.clock.set(by: jump)
        let report = try await scene.deliver()
        #expect(scene.server.accepted.isEmpty && report.planned == 1)
        #expect(report.nextAttempt == Instant(seconds: scene.clock.now().seconds + 6600))
        scene.clock.turn(by: .seconds(6599))
        try await scene.deliver()
        #expect(scene.server.accepted.isEmpty)
        scene.clock.turn(by: .seconds(1))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["planned"])
    }

    @Test("A wrong password fails the messages that are due, not those planned for later")
    func rejected() async throws {
        let scene = try scene()
        try scene.queue("now")
        scene.server.set { $0.answers[.authentication] = "535 5.7.8 No\r\n" }
        try await scene.deliver()
        #expect(try scene.item("now")?.sidecar?.submission == .failed)
        #expect(try scene.item("planned")?.sidecar?.submission == .queued)
    }

    @Test("Taken back, it is a draft without a plan; queued again after a failure, it is sent at once")
    func takenBack() async throws {
        let scene = try scene()
        let id = try #require(try scene.outbox().first?.draftID)
        let draft = try scene.store().takeBack(id, at: scene.clock.now())
        #expect(draft.sidecar?.sendAfter == nil && draft.sidecar?.isDraft == true)
        scene.clock.turn(by: .seconds(8000))
        try await scene.deliver()
        #expect(scene.server.accepted.isEmpty)
    }
}
