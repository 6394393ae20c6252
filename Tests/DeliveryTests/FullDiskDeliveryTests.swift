import Disk
import Glibc
import MailEngine
import MailTestSupport
import MailTypes
import Outbox
import Platform
import Synchronization
import Testing

@testable import REPL

@Suite("Deliveries on a full disk", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PS1", "PD4"))
struct FullDiskDeliveryTests {
    private static let full = MemoryDiskFault(number: 1, code: ENOSPC, lasts: true)

    /// An account with a queued message, on a disk that rejects all further changes.
    private func prepared() throws -> (MemoryFileSystem, DeliveryFixture) {
        let disk = MemoryFileSystem()
        let scene = try DeliveryFixture(disk)
        try scene.queue("waiting")
        disk.settle()
        disk.fail(Self.full)
        return (disk, scene)
    }

    @Test("A command says why it stopped, and exits with the code for a message that waits")
    func command() async throws {
        let (_, scene) = try prepared()
        let events = Mutex<[DeliveryEvent]>([])
        let report = try await scene.delivery { event in events.withLock { $0.append(event) } }.run()
        #expect(report.failure != nil && report.waiting == 1)
        #expect(scene.server.subjects().isEmpty)
        let told = events.withLock { $0 }
        let sentences = told.compactMap { DeliveryDescriptions(forShellIn: .utc).described($0) }
        let problem = try #require(sentences.first { $0.isProblem }?.text)
        #expect(problem.hasPrefix("Sending stopped. Can't "))
        #expect(
            problem.hasSuffix(
                ": No space left on device. Free some space there, and try again. Mail that was not sent waits in the outbox."
            ))
        #expect([report].codeOfQueued == .temporaryFailure && [report].exitCode == .inputOutput)
    }

    @Test("The prompt says it once, and sends the message when there is space again")
    func prompt() async throws {
        let (disk, scene) = try prepared()
        let sender = BackgroundSender(scene.clock) {}
        sender.use(try scene.delivery { sender.note($0) })
        sender.wake()
        try await settle(sender)
        #expect(isStopped(sender.takeEvents()))
        sender.poll(isNews: true)
        #expect(!sender.isRunning, "it tries again at once")
        scene.clock.turn(by: RetrySchedule.offlinePause)
        sender.poll(isNews: false)
        try await settle(sender)
        #expect(!isStopped(sender.takeEvents()))
        disk.fail(nil)
        scene.clock.turn(by: RetrySchedule.offlinePause)
        sender.poll(isNews: false)
        try await settle(sender)
        #expect(scene.server.subjects() == ["waiting"])
        #expect(try scene.sentSubjects() == ["waiting"] && scene.outbox().isEmpty)
        // The next time, it is said again.
        try scene.queue("second")
        disk.settle()
        disk.fail(Self.full)
        sender.wake()
        try await settle(sender)
        #expect(isStopped(sender.takeEvents()))
    }

    @Test("A watch sends the message when there is space again", .timeLimit(.minutes(2)))
    func watch() async throws {
        let (disk, scene) = try prepared()
        let clock = FastClock(factor: 600, at: scene.clock.now().seconds)
        let events = Mutex<[DeliveryEvent]>([])
        let watch = OutboxWatch(AccountWatchTriggers(clock: clock), clock: clock) {
            try? scene.delivery { event in
                events.withLock { $0.append(event) }
                disk.fail(nil)
            }
        }
        let task = Task { await watch.run() }
        while scene.server.subjects().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await task.value
        #expect(isStopped(events.withLock { $0 }))
        #expect(scene.server.subjects() == ["waiting"])
    }

    private func isStopped(_ events: [DeliveryEvent]) -> Bool {
        events.contains { event in
            if case .stopped = event { true } else { false }
        }
    }

    /// Waits without a limit, because other tests may keep the threads busy.
    private func settle(_ sender: BackgroundSender) async throws {
        while sender.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    }
}
