import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("A first sync")
struct FirstSyncRoundTripTests {
    @Test("A first sync of 1000 messages takes at most 20 round trips", .holds("M02"))
    func thousand() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        for number in 1...1000 { scene.model.deliver(TestMessage.message("n\(number)", size: 5000)) }
        let report = try await scene.sync()
        #expect(report.failure == nil && scene.here("INBOX").count == 1006)
        #expect(report.roundTrips <= 20, "\(report.roundTrips)")
    }
}
