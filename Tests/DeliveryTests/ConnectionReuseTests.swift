import MailClients
import MailEngine
import MailTestSupport
import MaildirStore
import Outbox
import Testing

@Suite("Several messages on one connection", .onOwnThreads, .timeLimit(.minutes(15)))
struct ConnectionReuseTests {
    @Test(
        "If the server ends a connection after some messages, the next one is sent over a new connection",
        .holds("Y16", "PS4"),
        arguments: [
            "too many messages": "421 4.7.0 too many messages\r\n", "timeout": "421 4.4.2 timeout\r\n",
            "without a word": "",
        ])
    func ended(_ name: String, farewell: String) async throws {
        let scene = try DeliveryFixture()
        scene.server.set { server in
            server.messagesPerConnection = 2
            server.farewell = farewell
        }
        let subjects = (1...5).map { "m\($0)" }
        for subject in subjects { try scene.queue(subject) }
        let report = try await scene.deliver()
        #expect(scene.server.subjects() == subjects && scene.server.connectionCount == 3)
        #expect(report.attempts.count == 5 && report.attempts.allSatisfy { $0.outcome == .sent })
        #expect(report.waiting == 0)
    }

    @Test("If there is no second connection, the message waits as if it had been tried once", .holds("Y16"))
    func noOther() async throws {
        let scene = try DeliveryFixture()
        scene.server.set { $0.messagesPerConnection = 1 }
        scene.server.onAcceptance { _ in scene.server.refuse(.refused) }
        for subject in ["first", "second"] { try scene.queue(subject) }
        let report = try await scene.deliver()
        #expect(scene.server.subjects() == ["first"] && report.waiting == 1)
        #expect(try scene.sidecar("second")?.submission == .queued)
        #expect(try scene.sidecar("second")?.nextAttempt != nil)
    }

    @Test(
        "Wherever a connection with two messages ends, both are sent once, or the user is asked",
        .holds("PS1", "PS4", "PS5"))
    func cut() async throws {
        let disk = MemoryFileSystem()
        let setting = try DeliveryFixture(disk)
        for subject in ["first", "second"] { try setting.queue(subject) }
        disk.kill()
        let whole = try DeliveryFixture(disk.copy())
        try await whole.deliver()
        let counts = whole.server.counts
        let step = TestEffort.isFull ? 3 : 7
        var places: [ModelMTA.Cut.Place] = []
        for octet in stride(from: 0, to: counts.said, by: step) { places.append(.said(octet)) }
        for octet in stride(from: 0, to: counts.heard, by: step * 5) { places.append(.heard(octet)) }
        for (number, place) in places.enumerated() {
            let cut = ModelMTA.Cut(place: place, ending: number.isMultiple(of: 2) ? .inGoodOrder : .reset)
            let scene = try DeliveryFixture(disk.copy())
            scene.server.cutNext(cut)
            try await scene.deliver()
            try await scene.restart()
            let accepted = scene.server.subjects()
            #expect(accepted.count == Set(accepted).count, "\(cut)")
            for subject in ["first", "second"] {
                let isUnknown = try scene.sidecar(subject)?.submission == .unknown
                let copies = try scene.sentSubjects().count { $0 == subject }
                #expect(copies == (isUnknown ? 0 : 1), "\(cut)")
                #expect(isUnknown || accepted.contains(subject), "\(cut)")
            }
        }
    }
}
