import MailClients
import MailEngine
import MailTestSupport
import MaildirStore
import Outbox
import Testing

@Suite("Queue order", .onOwnThreads, .timeLimit(.minutes(5)))
struct QueueOrderTests {
    @Test("Messages are sent in queue order, as many per connection as the server allows", .holds("Y16"))
    func order() async throws {
        let scene = try DeliveryFixture()
        scene.server.set { $0.extensions.append("LIMITS MAILMAX=10") }
        let subjects = (1...12).map { "m\($0)" }
        for subject in subjects { try scene.queue(subject) }
        try await scene.deliver()
        #expect(scene.server.subjects() == subjects && scene.server.connectionCount == 2)
        #expect(try Set(scene.sentSubjects()) == Set(subjects))
        #expect(scene.server.commands.count { $0 == "QUIT" } == 2)
    }

    @Test("A message that waits for the server is sent before those queued later", .holds("Y16"))
    func waitingForServer() async throws {
        let scene = try DeliveryFixture()
        scene.server.refuse(.refused)
        try scene.queue("first")
        try await scene.deliver()
        #expect(try scene.sidecar("first")?.nextAttempt != nil)
        scene.clock.turn(by: .seconds(1))
        scene.server.refuse(nil)
        try scene.queue("second")
        let report = try await scene.deliver()
        #expect(scene.server.subjects() == ["first", "second"] && report.waiting == 0)
    }

    @Test("While the server is unavailable, only a message that is due uses up an attempt", .holds("Y16"))
    func stillNotThere() async throws {
        let scene = try DeliveryFixture()
        scene.server.refuse(.refused)
        try scene.queue("first")
        try await scene.deliver()
        for number in 0..<6 {
            scene.clock.turn(by: .seconds(1))
            try scene.queue("later \(number)")
            try await scene.deliver()
        }
        #expect(try scene.sidecar("first")?.retryCount == 1)
        #expect(try scene.sidecar("first")?.submission == .queued)
    }

    @Test("If the user asks for it, what waits for the server is tried at once", .holds("Y16"))
    func atOnce() async throws {
        let scene = try DeliveryFixture()
        scene.server.refuse(.refused)
        try scene.queue("first")
        try await scene.deliver()
        let next = try scene.sidecar("first")?.nextAttempt
        for _ in 0..<6 {
            scene.clock.turn(by: .seconds(1))
            let report = try await scene.delivery().tryingAtOnce().run()
            guard case .postponed(_, _, let until)? = report.events.last else {
                Issue.record("\(report.events)")
                return
            }
            #expect(until == next && next != nil)
        }
        #expect(try scene.sidecar("first")?.retryCount == 1 && scene.sidecar("first")?.submission == .queued)
        scene.server.refuse(nil)
        #expect(try await scene.deliver().waiting == 1)
        let report = try await scene.delivery().tryingAtOnce().run()
        #expect(scene.server.subjects() == ["first"] && report.waiting == 0)
    }

    @Test("A deferred message does not delay others, and waits for its time", .holds("Y16"))
    func putOff() async throws {
        let scene = try DeliveryFixture()
        scene.server.set { $0.recipientAnswers["ben@example.org"] = "450 4.2.1 over quota\r\n" }
        try scene.queue("first")
        try await scene.deliver()
        scene.server.set { _ in }
        scene.clock.turn(by: .seconds(1))
        try scene.queue("second")
        try await scene.deliver()
        #expect(scene.server.subjects() == ["second"])
        #expect(try scene.sidecar("first")?.attempt?.obstacle == .message)
        scene.clock.turn(by: .seconds(29))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["second", "first"])
    }
}
