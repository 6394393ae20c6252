import Disk
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Synchronization
import Testing

@Suite("Queue order", .onOwnThreads, .timeLimit(.minutes(5)))
struct QueueOrderTests {
    @Test("Messages are sent in queue order, ten per connection", .holds("Y16"))
    func order() async throws {
        let scene = try DeliveryScene()
        let subjects = (1...12).map { "m\($0)" }
        for subject in subjects { try scene.queue(subject) }
        try await scene.deliver()
        #expect(scene.server.subjects() == subjects && scene.server.connectionCount == 2)
        #expect(try Set(scene.sentSubjects()) == Set(subjects))
        #expect(scene.server.commands.count { $0 == "QUIT" } == 2)
    }

    @Test("A message that waits for the server is sent before those queued later", .holds("Y16"))
    func waitingForServer() async throws {
        let scene = try DeliveryScene()
        scene.server.refuse(.refused)
        try scene.queue("first")
        try await scene.deliver()
        #expect(try scene.sidecar("first")?.nextAttempt != nil)
        scene.clock.turn(by: .seconds(1))
        scene.server.refuse(nil)
        try scene.queue("second")
        let report = try await scene.deliver()
        #expect(scene.server.subjects() == ["first", "second"] && report.waiting == 0)
    }

    @Test("While the server is unavailable, only a message that is due uses up an attempt", .holds("Y16"))
    func stillNotThere() async throws {
        let scene = try DeliveryScene()
        scene.server.refuse(.refused)
        try scene.queue("first")
        try await scene.deliver()
        for number in 0..<6 {
            scene.clock.turn(by: .seconds(1))
            try scene.queue("later \(number)")
            try await scene.deliver()
        }
        #expect(try scene.sidecar("first")?.retryCount == 1)
        #expect(try scene.sidecar("first")?.submission == .queued)
    }

    @Test("A deferred message does not delay others, and waits for its time", .holds("Y16"))
    func putOff() async throws {
        let scene = try DeliveryScene()
        scene.server.set { $0.recipientAnswers["ben@example.org"] = "450 4.2.1 over quota\r\n" }
        try scene.queue("first")
        try await scene.deliver()
        scene.server.set { _ in }
        scene.clock.turn(by: .seconds(1))
        try scene.queue("second")
        try await scene.deliver()
        #expect(scene.server.subjects() == ["second"])
        #expect(try scene.sidecar("first")?.attempt?.obstacle == .message)
        scene.clock.turn(by: .seconds(29))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["second", "first"])
    }

    @Test(
        "A message that is changed and queued again during a delivery is sent as changed", .holds("PS3", "PS6"))
    func changedMeanwhile() async throws {
        let scene = try DeliveryScene()
        try scene.queue("first")
        let id = try scene.queueDraft("second")
        scene.server.onAcceptance { message in
            guard MailText.subject(message.content) == "first" else { return }
            do {
                let store = try scene.store()
                _ = try store.takeBack(id, at: scene.clock.now())
                let text = String(decoding: MailText.letter("changed"), as: UTF8.self)
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
        let scene = try DeliveryScene()
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
        let scene = try DeliveryScene()
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
        let scene = try DeliveryScene()
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
        let scene = try DeliveryScene()
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

    @Test(
        "A message with too many recipients for the server is sent in parts, once to each", .holds("PS1", "PS6"))
    func parts() async throws {
        let scene = try DeliveryScene()
        let names = (0..<230).map { "r\($0)@example.org" }
        let text = String(decoding: MailText.letter("many"), as: UTF8.self)
        let message = Array(text.replacing("ana@example.org", with: names.joined(separator: ",\r\n ")).utf8)
        _ = try scene.store().queue(message, from: nil, at: scene.clock.now())
        // Counts the parts.
        let count = Mutex(0)
        scene.server.onCommand { command in
            guard command == "DATA" else { return }
            count.withLock { $0 += 1 }
        }
        scene.server.set { $0.extensions.append("LIMITS RCPTMAX=50") }
        try await scene.deliver()
        try await scene.restart()
        let all = scene.server.accepted.flatMap(\.message.recipients)
        #expect(all.count == Set(all).count && Set(all) == Set(names + MailText.recipients.dropFirst()))
        #expect(count.withLock { $0 } == 5)
        #expect(try scene.sentSubjects() == ["many"])
    }

    @Test(
        "If the connection breaks between parts, no recipient gets the message twice",
        .holds("PS1", "PS6"))
    func brokenParts() async throws {
        let names = (0..<9).map { "r\($0)@example.org" }
        let text = String(decoding: MailText.letter("many"), as: UTF8.self)
        let message = Array(text.replacing("ana@example.org", with: names.joined(separator: ",\r\n ")).utf8)
        let disk = MemoryFileSystem()
        let setting = try DeliveryScene(disk)
        _ = try setting.store().queue(message, from: nil, at: setting.clock.now())
        disk.kill()
        let whole = try DeliveryScene(disk.copy())
        whole.server.set { $0.extensions.append("LIMITS RCPTMAX=3") }
        try await whole.deliver()
        let said = whole.server.counts.said
        for place in stride(from: 0, through: said, by: Effort.isFull ? 1 : 9) {
            let scene = try DeliveryScene(disk.copy())
            scene.server.set { $0.extensions.append("LIMITS RCPTMAX=3") }
            scene.server.cutNext(ModelMTA.Cut(place: .said(place), ending: .reset))
            try await scene.deliver()
            try await scene.restart()
            let all = scene.server.accepted.flatMap(\.message.recipients)
            #expect(all.count == Set(all).count, "\(place)")
            if let sidecar = try scene.sidecar("many") {
                #expect(sidecar.submission == .unknown, "\(place)")
                #expect(try scene.sent().isEmpty, "\(place)")
            } else {
                #expect(all.count == names.count + 2, "\(place)")
                #expect(try scene.sentSubjects() == ["many"], "\(place)")
            }
        }
    }
}
