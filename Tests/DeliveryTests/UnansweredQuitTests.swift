import MailEngine
import MailTestSupport
import MaildirStore
import Synchronization
import Testing

@Suite("No reply to QUIT", .onOwnThreads, .timeLimit(.minutes(5)))
struct UnansweredQuitTests {
    @Test(
        "A missing reply to QUIT delays no message or other sender, and costs two seconds at most",
        .holds("PS1", "PS4", "N04"))
    func goodbye() async throws {
        let scene = try DeliveryFixture()
        for subject in ["one", "two", "three"] { try scene.queue(subject) }
        scene.server.set { $0.answers[.quit] = "" }
        let told = Mutex<[DeliveryEvent]>([])
        let atGoodbye = Mutex<(told: Int, isFree: Bool, queued: Int)?>(nil)
        let other = try scene.store()
        let clock = scene.clock
        scene.server.onCommand { command in
            guard command == "QUIT" else { return }
            let isFree = (try? other.senderLock()).flatMap { $0 } != nil
            let queued = (try? other.contents(at: clock.now()).outbox.count) ?? -1
            atGoodbye.withLock { $0 = (told.withLock { $0.count }, isFree, queued) }
        }
        let begin = scene.clock.elapsed()
        let report = try await scene.delivery(tell: { event in told.withLock { $0.append(event) } }).run()
        #expect(scene.clock.elapsed() - begin <= .seconds(2))
        #expect(report.sentCount == 3 && report.waiting == 0 && report.events.count == 6, "\(report.events)")
        #expect(scene.server.connectionCount == 1 && scene.server.subjects() == ["one", "two", "three"])
        let seen = try #require(atGoodbye.withLock { $0 })
        #expect(seen.told == 6 && seen.isFree && seen.queued == 0, "\(seen)")
        #expect(try scene.sentSubjects().sorted() == ["one", "three", "two"])
    }
}
