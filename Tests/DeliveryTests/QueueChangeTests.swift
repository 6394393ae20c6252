import Disk
import MailEngine
import MailTestSupport
import MaildirStore
import Outbox
import Synchronization
import Testing

@Suite("Changes of the queue during a delivery", .onOwnThreads, .timeLimit(.minutes(5)))
struct QueueChangeTests {
    @Test("A message queued during a delivery is sent over the same connection")
    func queuedMeanwhile() async throws {
        let scene = try DeliveryFixture()
        try scene.queue("one")
        let isQueued = Mutex(false)
        scene.server.onAcceptance { _ in
            let isFirst = isQueued.withLock { flag in
                defer { flag = true }
                return !flag
            }
            if isFirst { _ = try? scene.queue("two") }
        }
        let report = try await scene.deliver()
        #expect(report.sentCount == 2 && scene.server.connectionCount == 1, "\(report.events)")
    }

    @Test(
        "A message that is changed and queued again during a delivery is sent as changed", .holds("PS3", "PS6"))
    func changedMeanwhile() async throws {
        let scene = try DeliveryFixture()
        try scene.queue("first")
        let id = try scene.queueDraft("second")
        scene.server.onAcceptance { message in
            guard TestLetter.subject(message.content) == "first" else { return }
            do {
                let store = try scene.store()
                _ = try store.takeBack(id, at: scene.clock.now())
                let text = String(decoding: TestLetter.letter("changed"), as: UTF8.self)
                let changed = Array(text.replacing("ana@example.org", with: "zoe@example.org").utf8)
                _ = try store.revise(id, changed, at: scene.clock.now())
                _ = try store.queue(changed, from: id, at: scene.clock.now())
            } catch {
                Issue.record("\(error)")
            }
        }
        try await scene.deliver()
        try await scene.restart()
        #expect(scene.server.subjects() == ["first", "changed"])
        #expect(scene.server.accepted.last?.message.recipients.first == "zoe@example.org")
        #expect(try Set(scene.sentSubjects()) == ["first", "changed"] && scene.outbox().isEmpty)
    }

    @Test("A message that is taken back during a delivery is a draft and is not sent", .holds("PS2", "PS4"))
    func takenBackMeanwhile() async throws {
        let scene = try DeliveryFixture()
        try scene.queue("first")
        let id = try scene.queueDraft("second")
        scene.server.onAcceptance { _ in
            do {
                _ = try scene.store().takeBack(id, at: scene.clock.now())
            } catch {
                Issue.record("\(error)")
            }
        }
        try await scene.deliver()
        try await scene.restart()
        #expect(scene.server.subjects() == ["first"])
        #expect(try scene.store().contents(at: scene.clock.now()).drafts.count == 1)
    }

    @Test(
        "A message that is being sent can be neither taken back nor sent again",
        .holds("PS1", "U10"))
    func beingSent() async throws {
        let scene = try DeliveryFixture()
        let id = try scene.queue("once")
        let seen = Mutex<[String]>([])
        scene.server.onCommand { command in
            guard command == "DATA" else { return }
            do {
                let now = scene.clock.now()
                let refusal = #expect(throws: DraftError.self) { try scene.store().takeBack(id, at: now) }
                guard case .beingSent(id)? = refusal else { throw DraftError.missing(id) }
                let report = try await scene.deliver()
                seen.withLock { $0.append("busy: \(report.isBusy)") }
            } catch {
                Issue.record("\(error)")
            }
        }
        try await scene.deliver()
        #expect(seen.withLock { $0 } == ["busy: true"] && scene.server.subjects() == ["once"])
    }

    @Test("A message that another program removes while it is sent is not sent, and others are", .holds("PY7"))
    func removedMeanwhile() async throws {
        let scene = try DeliveryFixture()
        try scene.queue("first")
        try scene.queue("second")
        scene.server.onCommand { command in
            guard command == "DATA" else { return }
            scene.server.onCommand { _ in }
            do {
                let outbox = try scene.mail.outbox()
                let first = try #require(try scene.item("first"))
                try outbox.remove(first.entry)
            } catch {
                Issue.record("\(error)")
            }
        }
        try await scene.deliver()
        try await scene.restart()
        #expect(scene.server.subjects() == ["second"])
    }

    @Test("A finishing sender does not touch a message that another one has begun", .holds("PS1", "PS4"))
    func afterTheEnd() async throws {
        let scene = try DeliveryFixture()
        try scene.queue("first")
        let store = try scene.store()
        let other = Mutex<FileLock?>(nil)
        // The sender that finds the lock free gets the next message and is at its final dot.
        let clock = HookedClock(scene.clock) {
            guard scene.server.accepted.count == 1, other.withLock({ $0 == nil }), let lock = try store.senderLock()
            else { return }
            let (now, moment) = (scene.clock.now(), scene.moment)
            let id = try scene.queue("second")
            other.withLock { $0 = lock }
            _ = try store.advance(id, at: now) { $0.claim(at: moment) && $0.commit(for: ["ana@example.org"]) }
        }
        let report = try await scene.delivery(clock: clock).run()
        #expect(report.events.count == 2 && scene.server.subjects() == ["first"])
        #expect(other.withLock { $0 != nil })
        #expect(try scene.sidecar("second")?.submission == .sending)
    }

    @Test("What another process sends is left to it", .holds("PS1"))
    func left() async throws {
        let scene = try DeliveryFixture()
        try scene.queue("once")
        let other = Mutex<FileLock?>(try scene.store().senderLock())
        #expect(other.withLock { $0 != nil })
        // A sender that waits for the other one reads the clock again and again.
        let reads = Mutex(0)
        let clock = HookedClock(scene.clock) {
            let count = reads.withLock { count in
                count += 1
                return count
            }
            if count == 100 { other.withLock { $0 = nil } }
        }
        let report = try await scene.delivery(clock: clock).run()
        #expect(report.isBusy && report.waiting == 1 && report.events.isEmpty)
        #expect(scene.server.connectionCount == 0)
    }

    @Test("What became of a queued message is known after it has left the outbox", .holds("PS2"))
    func fates() async throws {
        let scene = try DeliveryFixture()
        let store = try scene.store()
        let now = scene.clock.now()
        func fate(_ item: DraftItem) throws -> String {
            switch try store.fate(of: item, at: scene.clock.now()) {
            case .inOutbox: "in the outbox"
            case .takenBack(_, let isQueuedAgain): isQueuedAgain ? "queued again" : "taken back"
            case .sent: "sent"
            case .gone: "gone"
            }
        }
        let id = try scene.queueDraft("first")
        let first = try #require(try scene.item("first"))
        #expect(try fate(first) == "in the outbox")
        _ = try store.takeBack(id, at: now)
        #expect(try fate(first) == "taken back")
        let again = try store.queue(TestLetter.letter("again"), from: id, at: now) { $0.queuedMoment = scene.moment }
        #expect(try fate(first) == "queued again" && fate(again) == "in the outbox")
        try await scene.deliver()
        #expect(try scene.sentSubjects() == ["again"] && fate(again) == "sent")
        try scene.queue("removed")
        let removed = try #require(try scene.item("removed"))
        try scene.mail.outbox().remove(removed.entry)
        #expect(try fate(removed) == "gone")
    }

    @Test("A message left in transit by a process that has ended waits again, unless another one is sending")
    func abandoned() throws {
        let scene = try DeliveryFixture()
        let store = try scene.store()
        let now = scene.clock.now()
        for subject in ["begun", "committed"] {
            let id = try scene.queue(subject)
            _ = try store.advance(id, at: now) { $0.claim(at: scene.moment) }
            if subject == "committed" { _ = try store.advance(id, at: now) { $0.commit(for: TestLetter.recipients) } }
        }
        do {
            let lock = try store.senderLock()
            #expect(try scene.store().settleAbandonedMessages(at: now) == false)
            #expect(try scene.sidecar("begun")?.submission == .sending)
            withExtendedLifetime(lock) {}
        }
        #expect(try scene.store().settleAbandonedMessages(at: now))
        #expect(try scene.sidecar("begun")?.submission == .queued)
        #expect(try scene.sidecar("committed")?.submission == .unknown)
    }
}
