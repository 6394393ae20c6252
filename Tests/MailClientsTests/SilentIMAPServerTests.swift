import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Testing

/// Servers that fall silent after any byte, in either direction. The manual clock advances to the timeout.
@Suite("Silent servers", .holds("Y19", "PX6"))
struct SilentIMAPServerTests {
    /// The time before a silent server times out is at most the IDLE time plus that of an answer.
    private static let idleTime = Duration.seconds(60)
    private static let patience = IMAPTimeouts.standard

    private func expectEnd(_ cut: ScriptedServer.Cut, _ clock: ManualClock) async {
        let fixture = IMAPFixture(IMAPClientTests.session, .startTLS, cut: cut, clock: clock)
        let error = await #expect(throws: IMAPClientError.self, "\(cut)") {
            _ = try await IMAPClientTests.converse(fixture.client)
        }
        #expect(error == .stream(.timedOut), "\(cut)")
        #expect(error?.reach == .connection && error?.retry == .later(after: nil), "\(cut)")
        #expect(fixture.server.isClosed, "\(cut)")
        #expect("A1 STARTTLS\r\n".utf8.starts(with: fixture.server.heardInClear), "\(cut)")
        #expect(fixture.server.faults == [], "\(cut)")
        #expect(clock.elapsed() <= Self.idleTime + Self.patience.answer, "\(cut)")
        #expect(clock.elapsed() >= min(Self.patience.greeting, Self.patience.write), "\(cut)")
    }

    @Test("An IMAP server that falls silent anywhere times out, and nothing else is sent")
    func server() async throws {
        let whole = IMAPFixture(IMAPClientTests.session, .startTLS)
        _ = try await IMAPClientTests.converse(whole.client)
        // The answer to LOGOUT may be missing, because the client does not wait for it.
        let lastAnswer = "S: * BYE so long\r\nS: A13 OK\r\n".utf8.count
        for count in 0..<(whole.server.counts.said - lastAnswer) {
            let clock = ManualClock()
            await expectEnd(.silence(count, clock), clock)
        }
    }

    @Test("An IMAP server that stops reading anywhere times out")
    func deafServer() async throws {
        let whole = IMAPFixture(IMAPClientTests.session, .startTLS)
        _ = try await IMAPClientTests.converse(whole.client)
        for count in 0..<(whole.server.counts.heard - "A13 LOGOUT\r\n".utf8.count) {
            let clock = ManualClock()
            await expectEnd(.deafness(count, clock), clock)
        }
    }
}
