import MailEngine
import MailTestSupport
import Testing

extension RealServerSyncTests {
    @Test(
        "A first sync of 1000 messages from Dovecot takes less than a minute", .needs(server: "dovecot"),
        .holds("M02"))
    func thousand() async throws {
        let scene = try await RealServerFixture("dovecot")
        try await scene.deliver((1...1000).map { "n\($0)" }, size: 5000)
        let report = try await scene.sync()
        #expect(report.failure == nil && scene.here("INBOX").count == 1000)
        #expect(report.duration < .seconds(60))
        await scene.close()
    }
}
