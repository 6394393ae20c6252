import MailClients
import MailTestSupport
import MailTypes
import Outbox
import Testing

@testable import MailEngine
@testable import MaildirStore
@testable import REPL

@Suite("Deliveries with clock changes", .onOwnThreads, .timeLimit(.minutes(10)), .holds("PS7", "Y16"))
struct DeliveryClockTests {
    static let jumps: [Int64] = [1, 60, 419, 421, 480, 899, 901, 3600, 90_000, 315_360_000].flatMap { [$0, -$0] }

    @Test("A next attempt that is further ahead than any wait is due, because the clock was set back")
    func farAhead() throws {
        let now = Instant(seconds: 1_760_000_000)
        var sidecar = Sidecar(
            draftID: DraftID(random: Array(repeating: 1, count: 16)), hash: ContentHash(high: 0, low: 0), size: 1,
            revision: 1, isDraft: false, sendState: .queued)
        for (wait, isDue): (Int64, Bool) in [
            (-1, true), (0, true), (1, false), (480, false), (960, false), (961, true),
        ] {
            sidecar.nextAttempt = Instant(seconds: now.seconds + wait)
            #expect(sidecar.isDue(at: now) == isDue, "in \(wait) seconds")
        }
    }

    @Test("However the clock is set, the next attempt is early by at most that amount", arguments: jumps)
    func retries(_ jump: Int64) async throws {
        let scene = try DeliveryFixture()
        scene.server.set { $0.answers[.end] = "451 4.3.0 later\r\n" }
        try scene.queue("once")
        try await scene.deliver()
        for attempt in 0..<3 {
            let began = scene.clock.elapsed()
            let wait = RetrySchedule.waits[attempt]
            let count = scene.server.connectionCount
            scene.clock.set(by: jump)
            // A check every few seconds sends the message when it is due.
            var passed = Duration.zero
            try await scene.deliver()
            while scene.server.connectionCount == count, passed <= wait + .seconds(abs(jump)), passed < .seconds(1000) {
                scene.clock.turn(by: .seconds(5))
                passed = scene.clock.elapsed() - began
                try await scene.deliver()
            }
            #expect(scene.server.connectionCount == count + 1, "attempt \(attempt)")
            #expect(passed >= wait - .seconds(abs(jump)), "attempt \(attempt) after \(passed)")
            // With any clock, a wait is at most twice the longest one.
            #expect(passed <= .seconds(965), "attempt \(attempt) after \(passed)")
        }
        #expect(scene.server.accepted.isEmpty)
    }

    enum Date: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case later25Hours, earlier25Hours, later10Years, earlier10Years, epoch, of2038, of2106, of9999

        var testDescription: String { rawValue }

        func set(_ clock: SettableClock) {
            switch self {
            case .later25Hours: clock.set(by: 25 * 3600)
            case .earlier25Hours: clock.set(by: -25 * 3600)
            case .later10Years: clock.set(by: 10 * 365 * 86_400)
            case .earlier10Years: clock.set(by: -10 * 365 * 86_400)
            case .epoch: clock.set(to: 0)
            case .of2038: clock.set(to: 2_147_483_700)
            case .of2106: clock.set(to: 4_294_967_400)
            case .of9999: clock.set(to: 253_402_300_000)
            }
        }
    }

    @Test(
        "Setting the clock does not expire a queued message, and it is sent once",
        arguments: Date.allCases)
    func young(_ date: Date) async throws {
        for isSeenBefore in [true, false] {
            let scene = try DeliveryFixture()
            try scene.queue("once")
            if isSeenBefore {
                scene.server.refuse(.unreachable)
                try await scene.deliver()
                scene.server.refuse(nil)
            }
            date.set(scene.clock)
            try await scene.deliver()
            let found = try await DeliveryInvariants(scene: scene, subject: "once").settle()
            #expect(found.isEmpty, "seen before: \(isSeenBefore): \(found)")
        }
    }

    @Test(
        "A message fails after 24 hours of uptime, whatever the clock says",
        arguments: Date.allCases)
    func old(_ date: Date) async throws {
        let scene = try DeliveryFixture()
        scene.server.refuse(.unreachable)
        try scene.queue("once")
        try await scene.deliver()
        date.set(scene.clock)
        scene.clock.turn(by: .seconds(24 * 3600 - 1))
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .queued)
        scene.clock.turn(by: .seconds(1))
        let report = try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .failed)
        guard case .failed(_, let reason)? = report.events.first, report.events.count == 1 else {
            Issue.record("\(report.events)")
            return
        }
        #expect(reason.hasPrefix("Send timeout"))
        scene.server.refuse(nil)
        try await scene.restart()
        #expect(scene.server.accepted.isEmpty)
    }

    @Test("A reboot does not end a wait early, and the 24 hours continue across it")
    func restarts() async throws {
        let scene = try DeliveryFixture()
        scene.server.refuse(.unreachable)
        try scene.queue("once")
        for _ in 0..<5 {
            scene.clock.turn(by: .seconds(3 * 3600))
            try await scene.deliver()
            scene.clock.restart(after: .seconds(3600))
            try await scene.deliver()
            #expect(try scene.sidecar("once")?.submission == .queued)
        }
        scene.clock.turn(by: .seconds(4 * 3600))
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .failed)
    }

    @Test("Without a known uptime, the 24 hours are measured by the clock")
    func withoutUptime() async throws {
        let scene = try DeliveryFixture()
        scene.clock.forgetUptime()
        scene.server.refuse(.unreachable)
        try scene.queue("once")
        scene.clock.turn(by: .seconds(24 * 3600 - 1))
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .queued)
        scene.clock.turn(by: .seconds(1))
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .failed)
    }

    @Test("A message that is released has 24 hours, even if the clock is set before petrel tries to send it")
    func released() async throws {
        let scene = try DeliveryFixture()
        let id = try scene.queue("once")
        _ = try scene.store().advance(id, at: scene.clock.now()) { $0.hold(because: .copied) }
        let moment = scene.moment
        _ = try #require(try scene.store().advance(id, at: moment.date) { $0.release(at: moment, nil) })
        scene.clock.set(by: 25 * 3600)
        try await scene.deliver()
        #expect(scene.server.subjects() == ["once"])
    }

    @Test("The age of a message that was queued without an uptime is measured by uptime from the first attempt on")
    func noted() async throws {
        let scene = try DeliveryFixture()
        scene.server.refuse(.unreachable)
        let id = try scene.queue("once")
        let queued = scene.clock.now()
        _ = try scene.store().advance(id, at: queued) { sidecar in
            sidecar.queuedMoment = DateAndUptime(queued, nil)
            return true
        }
        try await scene.deliver()
        scene.clock.set(by: 25 * 3600)
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .queued)
    }

    @Test("A message that is taken back and queued again has another 24 hours", .holds("PS4"))
    func queuedAgain() async throws {
        let scene = try DeliveryFixture()
        scene.server.refuse(.unreachable)
        let id = try scene.queueDraft("once")
        try await scene.deliver()
        let store = try scene.store()
        _ = try store.takeBack(id, at: scene.clock.now())
        scene.clock.turn(by: .seconds(30 * 3600))
        _ = try store.queue(TestLetter.letter("once"), from: id, at: scene.clock.now())
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .queued)
        scene.server.refuse(nil)
        #expect(try await DeliveryInvariants(scene: scene, subject: "once").settle() == [])
    }

    @Test(
        "With random clocks, reboots and failures, no message is duplicated or lost", .holds("PS1", "PS4"))
    func random() async throws {
        var generator = SeededGenerator.fresh
        let seed = generator.seed
        for _ in 0..<(TestEffort.isFull ? 400 : 25) {
            let scene = try DeliveryFixture()
            try scene.queue("once")
            for _ in 0..<8 {
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: Date.allCases.randomElement(using: &generator)?.set(scene.clock)
                case 1: scene.clock.restart(after: .seconds(Int.random(in: 1...90_000, using: &generator)))
                case 2:
                    scene.server.refuse(
                        [nil, .unreachable, .refused, .timedOut].randomElement(using: &generator) ?? nil)
                case 3:
                    let place = Int.random(in: 0..<900, using: &generator)
                    let ending = ModelMTA.Cut.Ending.allCases.randomElement(using: &generator) ?? .reset
                    scene.server.cutNext(ModelMTA.Cut(place: .said(place), ending: ending))
                case 4: scene.clock.turn(by: .seconds(Int.random(in: 1...4000, using: &generator)))
                default: break
                }
                try await scene.deliver()
                let found = try DeliveryInvariants(scene: scene, subject: "once").faults()
                #expect(found.isEmpty, "seed \(seed): \(found)")
            }
            #expect(scene.server.accepted.count <= 1, "seed \(seed)")
        }
    }
}
