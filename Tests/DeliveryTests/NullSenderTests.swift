import InternetMessage
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("A message that is from nobody", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PS6"))
struct NullSenderTests {
    @Test("It goes with the null reverse-path, and so nobody gets a report of a report")
    func nobody() async throws {
        let scene = try DeliveryScene()
        let envelope = Sidecar.Envelope(
            sender: .null, recipients: MailText.recipients.map { EmailAddress($0) }, messageID: nil)
        _ = try scene.store().queue(MailText.letter("bounce"), from: nil, at: scene.clock.now()) {
            $0.queuedMoment = scene.moment
            $0.envelope = envelope
        }
        #expect(try scene.sidecar("bounce")?.envelope?.sender == .null)
        try await scene.deliver()
        #expect(scene.server.commands.contains { $0.hasPrefix("MAIL FROM:<>") }, "\(scene.server.commands)")
        #expect(scene.server.accepted.map(\.message.sender) == [""])
        #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["bounce"])
    }

    @Test("Nobody is no recipient")
    func recipient() {
        #expect(!EmailAddress.null.isValid)
    }
}
