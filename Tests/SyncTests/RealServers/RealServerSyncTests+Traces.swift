import Foundation
import MailEngine
import MailTestSupport
import Testing

/// The tests share one user's mail, so they run one after the other.
extension RealServerSyncTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let traceCount = environment["PETREL_REAL_TRACES"].flatMap { Int($0) } ?? 2
    private static let firstTrace = environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1

    private func play(_ trace: Trace) async throws -> (faults: [String], story: [String]) {
        let clock = JumpingClock()
        let scene = try await RealServerScene("dovecot")
        scene.clock = clock
        let world = TraceWorld(scene, clock: clock)
        for step in trace.steps {
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
    func traces() async throws {
        for number in 0..<Self.traceCount {
            let trace = Trace(seed: Self.firstTrace + UInt64(number), isGentle: true)
            let (faults, story) = try await play(trace)
            #expect(faults == [], "seed \(trace.seed)\n\(story.joined(separator: "\n"))")
        }
    }
}
