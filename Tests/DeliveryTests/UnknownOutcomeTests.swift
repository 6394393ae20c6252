import MailEngine
import MailTestSupport
import MaildirStore
import Testing

@Suite("Unknown outcomes", .onOwnThreads, .timeLimit(.minutes(5)))
struct UnknownOutcomeTests {
    @Test(
        "An unknown outcome is stored with what the user can do, and not retried",
        .holds("C18", "PS1"))
    func unknownOutcome() async throws {
        for ending in ModelMTA.Cut.Ending.allCases {
            let scene = try DeliveryFixture()
            try scene.queue("once")
            // Cut the connection before the reply to the final dot.
            let model = try DeliveryFixture()
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
        let scene = try DeliveryFixture()
        let id = try scene.queue("once")
        let store = try scene.store()
        _ = try store.advance(id, at: scene.clock.now()) { $0.claim(at: scene.moment) }
        _ = try store.advance(id, at: scene.clock.now()) { $0.commit(for: TestLetter.recipients) }
        try await scene.deliver()
        let sentence = try #require(try scene.sidecar("once")?.lastError)
        #expect(sentence.contains("outbox sent o1") && sentence.contains("outbox retry o1"), "\(sentence)")
        #expect(!sentence.contains("Try again"))
    }
}
