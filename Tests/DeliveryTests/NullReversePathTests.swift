import InternetMessage
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("Messages with a null sender", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PS6"))
struct NullReversePathTests {
    @Test("Is sent with the null reverse-path, so that a report does not cause another report")
    func nullSender() async throws {
        let scene = try DeliveryFixture()
        let envelope = Sidecar.Envelope(
            sender: .null, recipients: TestLetter.recipients.map { EmailAddress($0) }, messageID: nil)
        _ = try scene.store().queue(TestLetter.letter("bounce"), from: nil, at: scene.clock.now()) {
            $0.queuedMoment = scene.moment
            $0.envelope = envelope
        }
        #expect(try scene.sidecar("bounce")?.envelope?.sender == .null)
        try await scene.deliver()
        #expect(scene.server.commands.contains { $0.hasPrefix("MAIL FROM:<>") }, "\(scene.server.commands)")
        #expect(scene.server.accepted.map(\.message.sender) == [""])
        #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["bounce"])
    }

    @Test("The null address is not a valid recipient")
    func recipient() {
        #expect(!EmailAddress.null.isValid)
    }
}
