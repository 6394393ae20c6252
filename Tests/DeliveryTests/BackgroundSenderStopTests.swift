import Accounts
import Disk
import MailEngine
import MailTestSupport
import Synchronization
import Testing

@testable import REPL

@Suite("Background senders that are stopped or woken", .onOwnThreads, .timeLimit(.minutes(30)), .holds("K04"))
struct BackgroundSenderStopTests {
    @Test("Offline lets the current message finish, and online sends the rest, each once")
    func stopped() async throws {
        let scene = try DeliveryFixture()
        let subjects = ["first", "second", "third"]
        for subject in subjects { try scene.queue(subject) }
        let courier = BackgroundSender(scene.clock) {}
        courier.use(try scene.delivery { courier.note($0) })
        // While the server accepts the first message.
        scene.server.onAcceptance { _ in courier.stop() }
        courier.wake()
        try await settle(courier)
        #expect(scene.server.subjects() == ["first"])
        #expect(try scene.sentSubjects() == ["first"] && scene.outbox().count == 2)
        scene.server.onAcceptance { _ in }
        courier.wake()
        try await settle(courier)
        #expect(scene.server.subjects() == subjects)
        #expect(try scene.outbox().isEmpty)
    }

    /// Waits without a limit, because other tests may keep the threads busy.
    private func settle(_ courier: BackgroundSender) async throws {
        while courier.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    }
}
