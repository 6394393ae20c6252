import Disk
import Foundation
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("Concurrent deliveries", .onOwnThreads, .timeLimit(.minutes(20)))
final class ConcurrentDeliveryTests {
    private let folder: URL

    init() throws {
        // In memory, because no power loss is simulated here.
        folder = ProjectFiles.memory.appending(path: "petrel-delivery-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func scene() throws -> DeliveryFixture {
        try DeliveryFixture(on: POSIXFileSystem.shared, at: Path(folder.path))
    }

    private func expectOnce(_ subjects: [String], _ scene: DeliveryFixture, _ what: Comment) throws {
        #expect(scene.server.subjects().sorted() == subjects.sorted(), what)
        #expect(try scene.sentSubjects().sorted() == subjects.sorted(), what)
        let left = try scene.outbox().map {
            "\(TestLetter.subject(try scene.store().message(of: $0, isInOutbox: true))) \($0.sidecar?.submission as Any)"
        }
        #expect(left == [], what)
        #expect(scene.server.faults.isEmpty, what)
    }

    @Test("Several senders at once send each message once", .holds("PS1", "PS5"))
    func senders() async throws {
        let scene = try scene()
        let subjects = (1...(TestEffort.isFull ? 200 : 30)).map { "m\($0)" }
        for subject in subjects { try scene.queue(subject) }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await scene.deliver().isBusy ? 1 : 0 } }
            var busy = 0
            for try await one in group { busy += one }
            #expect(busy <= 3)
        }
        try expectOnce(subjects, scene, "senders at once")
    }

    @Test("A message queued at any moment is sent without another request", .holds("PS1", "PS4", "U07"))
    func wakeUps() async throws {
        let scene = try scene()
        let rounds = TestEffort.isFull ? 1000 : 120
        var generator = SeededGenerator.fresh
        for round in 0..<rounds {
            let pause = UInt64.random(in: 0...4_000_000, using: &generator)
            try scene.queue("a\(round)")
            async let first = scene.deliver()
            async let second = {
                try await Task.sleep(nanoseconds: pause)
                try scene.queue("b\(round)")
                return try await scene.deliver()
            }()
            _ = try await (first, second)
            let waiting = try scene.outbox().count
            #expect(waiting == 0, "round \(round), seed \(generator.seed)")
            if waiting != 0 { break }
        }
        try expectOnce((0..<rounds).flatMap { ["a\($0)", "b\($0)"] }, scene, "wake-ups")
    }

    @Test("A message is either taken back or sent, never both", .holds("PS2", "PS4", "U10"))
    func takingBack() async throws {
        let scene = try scene()
        let rounds = TestEffort.isFull ? 1000 : 120
        var generator = SeededGenerator.fresh
        var back = 0
        for round in 0..<rounds {
            let subject = "r\(round)"
            let id = try scene.queueDraft(subject)
            let pause = UInt64.random(in: 0...20_000_000, using: &generator)
            async let delivered = scene.deliver()
            async let taken = {
                try await Task.sleep(nanoseconds: pause)
                do {
                    _ = try scene.store().takeBack(id, at: scene.clock.now())
                    return true
                } catch DraftError.missing, DraftError.beingSent {
                    return false
                }
            }()
            let (_, isBack) = try await (delivered, taken)
            let isSent = scene.server.subjects().contains(subject)
            #expect(isBack != isSent, "round \(round), seed \(generator.seed)")
            if isBack {
                back += 1
                let drafts = try scene.store().contents(at: scene.clock.now()).drafts
                #expect(drafts.map(\.draftID) == [id], "round \(round), seed \(generator.seed)")
                try scene.store().discard(id, at: scene.clock.now())
            }
        }
        #expect(try scene.outbox().isEmpty)
        #expect(scene.server.accepted.count + back == rounds)
        TestEffort.report(back, "of \(rounds) taken back while a sender came")
    }

    @Test("An unresponsive server delays only its own account", .holds("Y22", "PY6"))
    func accounts() async throws {
        let dead = try DeliveryFixture(on: POSIXFileSystem.shared, at: Path(folder.path), "dead")
        let alive = try DeliveryFixture(on: POSIXFileSystem.shared, at: Path(folder.path), "alive")
        try dead.queue("never")
        try alive.queue("once")
        let gate = Gate()
        let account = dead.account
        let store = try dead.store()
        let clock = dead.clock
        async let waiting = OutboxDelivery(
            account, store,
            by: NetworkAccess { _, _ throws(StreamFailure) in
                await gate.wait()
                throw .timedOut
            }, clock: clock, as: { _ throws(CredentialError) in try DeliveryFixture.credentials() }
        ).run()
        await gate.isReached()
        // If it waited for the other account, it would wait forever.
        try await alive.deliver()
        #expect(alive.server.subjects() == ["once"])
        // Meanwhile, the outbox of the unresponsive account can be changed.
        let id = try #require(try dead.sidecar("never")?.draftID)
        _ = try dead.store().takeBack(id, at: dead.clock.now())
        await gate.open()
        #expect(await waiting.failure == nil)
        #expect(try dead.outbox().isEmpty && dead.server.accepted.isEmpty)
    }
}
