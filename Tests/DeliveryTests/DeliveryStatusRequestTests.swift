import InternetMessage
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("Messages whose sender wants delivery reports", .onOwnThreads, .timeLimit(.minutes(5)))
struct DeliveryStatusRequestTests {
    @Test("The server is asked for the reports that the envelope names, also if the sender is added later")
    func requested() async throws {
        let scene = try DeliveryFixture()
        var envelope = Sidecar.Envelope(
            sender: nil, recipients: TestLetter.recipients.map { EmailAddress($0) }, messageID: nil)
        envelope?.reports = ["FAILURE", "DELAY"]
        envelope?.reportsReturnMessage = true
        _ = try scene.store().queue(TestLetter.letter("asked"), from: nil, at: scene.clock.now()) {
            $0.queuedMoment = scene.moment
            $0.envelope = envelope
        }
        try await scene.deliver()
        let commands = scene.server.commands
        #expect(commands.contains { $0.hasPrefix("MAIL FROM:") && $0.contains(" RET=FULL") }, "\(commands)")
        let recipients = commands.filter { $0.hasPrefix("RCPT TO:") }
        #expect(!recipients.isEmpty && recipients.allSatisfy { $0.contains(" NOTIFY=FAILURE,DELAY") }, "\(commands)")
        #expect(try scene.outbox().isEmpty)
    }
}
