import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Testing

/// Peers that fall silent at any octet, in either direction. The clock is turned to where that is noticed.
@Suite("Silence", .holds("Y19", "PX6"))
struct SilenceTests {
    /// The longest time that passes before a silent server is given up: the greeting's, or an answer's, or that of IDLE
    /// and then an answer's.
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

    @Test("Wherever an IMAP server falls silent, it is given up in time and nothing else is said")
    func server() async throws {
        let whole = IMAPFixture(IMAPClientTests.session, .startTLS)
        _ = try await IMAPClientTests.converse(whole.client)
        // The answer to LOGOUT may be missing: whoever leaves does not wait for it.
        let lastAnswer = "S: * BYE so long\r\nS: A13 OK\r\n".utf8.count
        for count in 0..<(whole.server.counts.said - lastAnswer) {
            let clock = ManualClock()
            await expectEnd(.silence(count, clock), clock)
        }
    }

    @Test("Wherever an IMAP server takes no more, it is given up in time")
    func deafServer() async throws {
        let whole = IMAPFixture(IMAPClientTests.session, .startTLS)
        _ = try await IMAPClientTests.converse(whole.client)
        for count in 0..<(whole.server.counts.heard - "A13 LOGOUT\r\n".utf8.count) {
            let clock = ManualClock()
            await expectEnd(.deafness(count, clock), clock)
        }
    }
}
