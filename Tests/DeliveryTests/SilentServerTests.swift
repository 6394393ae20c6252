import InternetMessage
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Synchronization
import Testing

@Suite("Unresponsive servers", .onOwnThreads, .timeLimit(.minutes(5)))
struct SilentServerTests {
    @Test(
        "A missing reply to QUIT delays no message or other sender, and costs two seconds at most",
        .holds("PS1", "PS4", "N04"))
    func goodbye() async throws {
        let scene = try DeliveryScene()
        for subject in ["one", "two", "three"] { try scene.queue(subject) }
        scene.server.set { $0.answers[.quit] = "" }
        let told = Mutex<[DeliveryEvent]>([])
        let atGoodbye = Mutex<(told: Int, isFree: Bool, queued: Int)?>(nil)
        let other = try scene.store()
        let clock = scene.clock
        scene.server.onCommand { command in
            guard command == "QUIT" else { return }
            let isFree = (try? other.senderLock()).flatMap { $0 } != nil
            let queued = (try? other.contents(at: clock.now()).outbox.count) ?? -1
            atGoodbye.withLock { $0 = (told.withLock { $0.count }, isFree, queued) }
        }
        let begin = scene.clock.elapsed()
        let report = try await scene.delivery(tell: { event in told.withLock { $0.append(event) } }).run()
        #expect(scene.clock.elapsed() - begin <= .seconds(2))
        #expect(report.sentCount == 3 && report.waiting == 0 && report.events.count == 6, "\(report.events)")
        #expect(scene.server.connectionCount == 1 && scene.server.subjects() == ["one", "two", "three"])
        let seen = try #require(atGoodbye.withLock { $0 })
        #expect(seen.told == 6 && seen.isFree && seen.queued == 0, "\(seen)")
        #expect(try scene.sentSubjects().sorted() == ["one", "three", "two"])
    }

    @Test("A message queued during a delivery is sent over the same connection")
    func queuedMeanwhile() async throws {
        let scene = try DeliveryScene()
        try scene.queue("one")
        let isQueued = Mutex(false)
        scene.server.onAcceptance { _ in
            let isFirst = isQueued.withLock { flag in
                defer { flag = true }
                return !flag
            }
            if isFirst { _ = try? scene.queue("two") }
        }
        let report = try await scene.deliver()
        #expect(report.sentCount == 2 && scene.server.connectionCount == 1, "\(report.events)")
    }

    @Test(
        "An unknown outcome is stored with what the user can do, and not retried",
        .holds("C18", "PS1"))
    func unknownOutcome() async throws {
        for ending in ModelMTA.Cut.Ending.allCases {
            let scene = try DeliveryScene()
            try scene.queue("once")
            // Cut the connection before the reply to the final dot.
            let model = try DeliveryScene()
            try model.queue("once")
            model.server.set { $0.answers[.end] = "" }
            try await model.deliver()
            scene.server.cutNext(ModelMTA.Cut(place: .said(model.server.counts.said), ending: ending))
            let report = try await scene.deliver()
            let sidecar = try #require(try scene.sidecar("once"))
            #expect(sidecar.isOutcomeUnknown, "\(ending)")
            let sentence = try #require(sidecar.lastError)
            #expect(
                sentence == """
                    mail.example.net:465 received the message but did not confirm it. It may have arrived, so it \
                    is not sent again by itself. If it arrived, type: outbox sent o1  To send it again: outbox retry o1
                    """, "\(ending)")
            #expect(report.events.contains { if case .unknown(_, sentence) = $0 { true } else { false } })
        }
    }

    @Test("A message that another process left in transit gets the same explanation")
    func foundUnknown() async throws {
        let scene = try DeliveryScene()
        let id = try scene.queue("once")
        let store = try scene.store()
        _ = try store.advance(id, at: scene.clock.now()) { $0.claim(at: scene.moment) }
        _ = try store.advance(id, at: scene.clock.now()) { $0.commit(for: MailText.recipients) }
        try await scene.deliver()
        let sentence = try #require(try scene.sidecar("once")?.lastError)
        #expect(sentence.contains("outbox sent o1") && sentence.contains("outbox retry o1"), "\(sentence)")
        #expect(!sentence.contains("Try again"))
    }
}
