import Disk
import Glibc
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

/// If many messages wait, the copies of several ones are filed together.
@Suite("Copies of many messages that are filed together", .onOwnThreads, .timeLimit(.minutes(15)))
struct SentCopyBatchTests {
    private static let subjects = (1...9).map { "m\($0)" }

    /// Returns a disk with these messages in the outbox, and with all directories.
    private func prepared() async throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        let scene = try DeliveryFixture(disk)
        try scene.queue("before")
        try await scene.deliver()
        for subject in Self.subjects { try scene.queue(subject) }
        disk.settle()
        disk.kill()
        return disk
    }

    /// Returns what is wrong after a sender was stopped: now, and after petrel has been started again.
    private func faults(_ scene: DeliveryFixture) async throws -> [String] {
        var found: [String] = []
        for isLast in [false, true] {
            if isLast { try await scene.restart() }
            let (accepted, copies) = (scene.server.subjects(), try scene.sentSubjects())
            for subject in Self.subjects {
                let (sent, stored) = (accepted.count { $0 == subject }, copies.count { $0 == subject })
                let state = try scene.sidecar(subject)?.submission
                if sent > 1 || stored > sent { found.append("\(subject): sent \(sent) times, \(stored) copies") }
                if state == nil, stored != 1 { found.append("\(subject): gone from the outbox, \(stored) copies") }
                if isLast, state != nil, state != .unknown { found.append("\(subject) is left in the outbox") }
            }
        }
        return found
    }

    @Test("They change the disk less often than single ones, and none is missing or doubled", .holds("PS5"))
    func changes() async throws {
        var changes: [Int] = []
        for count in [1, 2, 9, 18] {
            let disk = MemoryFileSystem()
            let scene = try DeliveryFixture(disk)
            let subjects = (1...count).map { "m\($0)" }
            for subject in subjects { try scene.queue(subject) }
            disk.settle()
            try await scene.deliver()
            changes.append(disk.callCount(.changes))
            #expect(try scene.sentSubjects().sorted() == subjects.sorted() && scene.outbox().isEmpty)
        }
        let (single, together) = (changes[1] - changes[0], (changes[3] - changes[2]) / 9)
        #expect(together * 10 < single * 8, "\(changes)")
    }

    @Test("Killed at any disk change, each message is sent and saved to Sent once", .holds("PS1", "PS4", "PS5"))
    func killed() async throws {
        let disk = try await prepared()
        let whole = try DeliveryFixture(disk.copy())
        let memory = try #require(whole.disk as? MemoryFileSystem)
        memory.settle()
        try await whole.deliver()
        let count = memory.callCount(.changes)
        // Without full effort, most of the places are in the filing, which comes last.
        let places = TestEffort.isFull ? Array(1...count) : Array(stride(from: count, to: 1, by: -4).prefix(20))
        for last in places {
            for meddling in SentMailboxChange.allCases {
                let copy = disk.copy()
                let scene = try DeliveryFixture(copy)
                copy.fail(MemoryDiskFault(number: last, code: EIO, lasts: true))
                do { try await scene.deliver() } catch {}
                copy.fail(nil)
                copy.kill()
                try meddling.act(on: scene)
                let found = try await faults(scene)
                #expect(found.isEmpty, "killed at change \(last) of \(count), \(meddling): \(found)")
            }
        }
        TestEffort.report(places.count * SentMailboxChange.allCases.count, "kills with many messages")
    }

    @Test(
        "After a power loss while they are filed, each is in Sent once", .holds("PS4", "PS5", "PD2"),
        arguments: CrashOrder.allCases)
    func powerless(_ order: CrashOrder) async throws {
        let disk = try await prepared()
        let whole = try DeliveryFixture(disk)
        disk.settle()
        try await whole.deliver()
        let accepted = whole.server.accepted
        let end = try #require(accepted.last?.step)
        let generator = SeededGenerator.fresh
        var (seen, count) = (0, 0)
        for state in disk.crashStates(order, limit: TestEffort.crashStates, using: generator) where state.step > end {
            seen += 1
            if !TestEffort.isFull, !seen.isMultiple(of: 5) { continue }
            count += 1
            let server = ModelMTA()
            server.assume(accepted)
            let scene = try DeliveryFixture(state.disk.copy(), server: server)
            let found = try await faults(scene)
            #expect(found.isEmpty, "seed \(generator.seed), \(order): \(state): \(found)")
        }
        #expect(count > 0)
        TestEffort.report(count, "losses of power with many messages: \(order)")
    }

    @Test("The newest messages in Sent are examined, and none of those that the server has had for long", .holds("PX6"))
    func oldMail() async throws {
        var calls: [Int] = []
        for count in [100, 400, 700, 2000] {
            let disk = MemoryFileSystem()
            let scene = try DeliveryFixture(disk)
            try scene.queue("before")
            try await scene.deliver()
            let sent = try #require(try scene.mail.maildir(.sent)).directory.path
            for uid in 1...count {
                let name = "1500000000.V7U\(uid)M00c0ffee.petrel,S=400:2,S"
                disk.plant(.file, at: sent / "cur" / Array(name.utf8), TestLetter.letter("old \(uid)"))
            }
            try scene.queue("once")
            disk.settle()
            try await scene.deliver()
            calls.append(disk.callCount(.calls))
            #expect(try scene.sentSubjects().count { $0 == "once" } == 1)
        }
        #expect(calls[1] - calls[0] > 300 && calls[3] - calls[2] < 100, "\(calls)")
    }

    @Test("A single failing call neither duplicates nor loses a message", .holds("PS1", "PS5", "PD4"))
    func failingCalls() async throws {
        let disk = try await prepared()
        let whole = try DeliveryFixture(disk.copy())
        let memory = try #require(whole.disk as? MemoryFileSystem)
        memory.settle()
        try await whole.deliver()
        let count = memory.callCount(.calls)
        for number in stride(from: count, to: 1, by: TestEffort.isFull ? -1 : -13).prefix(
            TestEffort.isFull ? count : 40)
        {
            let copy = disk.copy()
            let scene = try DeliveryFixture(copy)
            copy.fail(MemoryDiskFault(number: number, counting: .calls, code: ENOSPC))
            do { try await scene.deliver() } catch {}
            copy.fail(nil)
            let found = try await faults(scene)
            #expect(found.isEmpty, "call \(number) of \(count): \(found)")
        }
    }
}
