import Foundation
import MailEngine
import MailTestSupport
import Testing

/// The tests share one user's mail, so they run one after the other.
extension RealServerSyncTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let historyCount = environment["PETREL_REAL_HISTORIES"].flatMap { Int($0) } ?? 2
    private static let firstHistory = environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1

    private func play(_ history: RandomHistory) async throws -> (faults: [String], story: [String]) {
        let clock = JumpingClock()
        let scene = try await RealServerFixture("dovecot")
        scene.clock = clock
        let world = HistoryPlayer(scene, clock: clock)
        for step in history.steps {
            try await world.perform(step)
            if !world.faults.isEmpty { break }
        }
        if world.faults.isEmpty, try await scene.sync().hasChanged { world.note("another sync changes something") }
        await scene.close()
        return (world.faults, world.story)
    }

    @Test(
        "After a random history, Dovecot and petrel become equal", .needs(server: "dovecot"),
        .timeLimit(.minutes(60)))
    func histories() async throws {
        for number in 0..<Self.historyCount {
            let history = RandomHistory(
                seed: Self.firstHistory + UInt64(number), isGentle: true, syncsSome: number % 2 == 1)
            let (faults, story) = try await play(history)
            #expect(faults == [], "seed \(history.seed)\n\(story.joined(separator: "\n"))")
        }
    }
}
