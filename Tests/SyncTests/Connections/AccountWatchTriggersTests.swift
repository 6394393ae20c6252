import MailTestSupport
import Platform
import Testing

@testable import MailEngine

@Suite("When another account has reached its server again", .holds("Y10"))
struct AccountWatchTriggersTests {
    private let triggers = AccountWatchTriggers(clock: SystemClock())

    @Test("A watch looks at its server if it has never reached it")
    func never() {
        triggers.serverReturned(lastUnreachable: .seconds(5))
        #expect(triggers.take().isServerBack)
        #expect(triggers.take().isEmpty)
    }

    @Test("A watch looks at its server if it has not reached it since")
    func before() {
        triggers.reachedServer(at: .seconds(5))
        triggers.serverReturned(lastUnreachable: .seconds(5))
        #expect(triggers.take().isServerBack)
    }

    @Test("A watch that has reached its server since does nothing")
    func since() {
        triggers.reachedServer(at: .seconds(6))
        triggers.serverReturned(lastUnreachable: .seconds(5))
        #expect(triggers.take().isEmpty)
    }
}
