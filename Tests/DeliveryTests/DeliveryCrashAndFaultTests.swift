import Disk
import Glibc
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

@Suite("Crashes and faults during deliveries", .onOwnThreads, .timeLimit(.minutes(60)))
struct DeliveryCrashAndFaultTests {
    /// Returns a disk with an outbox. If it was used before, all directories exist.
    private func prepared(isUsed: Bool = true) async throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        let scene = try DeliveryFixture(disk)
        if isUsed {
            try scene.queue("before")
            try await scene.deliver()
        } else {
            _ = try scene.outbox()
        }
        disk.settle()
        disk.kill()
        return disk
    }

    @Test(
        "Killed at any disk change, the message is sent and saved to Sent once",
        .holds("PS1", "PS4", "PS5", "U02"), arguments: SentMailboxChange.allCases)
    func killed(_ meddling: SentMailboxChange) async throws {
        let disk = try await prepared()
        let whole = try DeliveryFixture(disk.copy())
        let memory = try #require(whole.disk as? MemoryFileSystem)
        memory.settle()
        _ = try whole.queueDraft("once")
        try await whole.deliver()
        let count = memory.callCount(.changes)
        let step = TestEffort.isFull || meddling == .nothing ? 1 : 3
        for last in stride(from: 1, through: count, by: step) {
            let copy = disk.copy()
            let scene = try DeliveryFixture(copy)
            copy.fail(MemoryDiskFault(number: last, code: EIO, lasts: true))
            do {
                _ = try scene.queueDraft("once")
                try await scene.deliver()
            } catch {}
            copy.fail(nil)
            copy.kill()
            try meddling.act(on: scene)
            let found = try await faults(scene)
            #expect(found.isEmpty, "killed at change \(last) of \(count), \(meddling): \(found)")
        }
        TestEffort.report(count / step, "kills: \(meddling)")
    }

    /// A draft that was not queued yet must still be a draft.
    private func faults(_ scene: DeliveryFixture) async throws -> [String] {
        let message = DeliveryInvariants(scene: scene, subject: "once")
        if try scene.sidecar("once") == nil, message.acceptedCount == 0, try !scene.sentSubjects().contains("once") {
            let drafts = try scene.store().contents(at: scene.clock.now()).drafts.count
            if drafts > 1 { return ["\(drafts) drafts"] }
            try await scene.restart()
            return message.acceptedCount == 0 ? [] : ["a draft was sent"]
        }
        return try message.faults() + (try await message.settle())
    }

    @Test(
        "A single failing call neither duplicates nor loses the message",
        .holds("PS1", "PS4", "PS5", "PD4"))
    func failingCalls() async throws {
        let disk = try await prepared()
        try DeliveryFixture(disk).queue("once")
        disk.kill()
        let whole = try DeliveryFixture(disk.copy())
        let memory = try #require(whole.disk as? MemoryFileSystem)
        memory.settle()
        try await whole.deliver()
        let count = memory.callCount(.calls)
        var generator = SeededGenerator.fresh
        let step = TestEffort.isFull ? 1 : 7
        let offset = Int.random(in: 1...step, using: &generator)
        for number in stride(from: offset, through: count, by: step) {
            let copy = disk.copy()
            let scene = try DeliveryFixture(copy)
            copy.fail(MemoryDiskFault(number: number, counting: .calls, code: ENOSPC))
            do { try await scene.deliver() } catch {}
            copy.fail(nil)
            let message = DeliveryInvariants(scene: scene, subject: "once")
            let found = try message.faults() + (try await message.settle())
            #expect(found.isEmpty, "seed \(generator.seed), call \(number) of \(count): \(found)")
        }
        TestEffort.report(count / step, "failing calls")
    }

    @Test(
        "After a power loss at any time, the message is sent and saved to Sent once",
        .holds("PS1", "PS4", "PS5", "U02"), arguments: CrashOrder.allCases, [true, false])
    func powerless(_ order: CrashOrder, isUsed: Bool) async throws {
        let disk = try await prepared(isUsed: isUsed)
        let whole = try DeliveryFixture(disk)
        _ = try whole.queueDraft("once")
        try await whole.deliver()
        let accepted = try #require(whole.server.accepted.last)
        #expect(TestLetter.subject(accepted.message.content) == "once")
        let begun = try #require(whole.server.contentStep)
        let generator = SeededGenerator.fresh
        var (seen, count) = (0, 0)
        for state in disk.crashStates(order, limit: TestEffort.crashStates, using: generator) {
            seen += 1
            // Most states that occur while a draft is queued are alike.
            if !TestEffort.isFull, !seen.isMultiple(of: 3), state.step + 4 < begun { continue }
            count += 1
            let meddling = TestEffort.isFull ? SentMailboxChange.allCases : [SentMailboxChange.allCases[count % 4]]
            for other in meddling {
                // At this very step, the server may or may not have accepted the message.
                for wasTaken in state.step == accepted.step ? [false, true] : [state.step > accepted.step] {
                    let copy = state.disk.copy()
                    let server = ModelMTA()
                    if wasTaken { server.assume([accepted]) }
                    let scene = try DeliveryFixture(copy, server: server)
                    try other.act(on: scene)
                    var found = try await faults(scene)
                    if !wasTaken, state.step <= begun, try scene.sidecar("once")?.submission == .unknown {
                        found.append("unknown before its content")
                    }
                    #expect(
                        found.isEmpty,
                        "seed \(generator.seed), \(order), \(other), taken \(wasTaken): \(state): \(found)")
                }
            }
        }
        TestEffort.report(count, "losses of power: \(order)")
    }
}
