import Foundation
import MailTestSupport
import Testing

@testable import OutboxModel

/// All states of the model of sending. PETREL_MODEL_STATES is the number of states to visit at most, in a larger model.
@Suite("Model of sending", .onOwnThreads, .serialized, .timeLimit(.minutes(120)))
struct ExhaustiveOutboxModelTests {
    static let limit = ProcessInfo.processInfo.environment["PETREL_MODEL_STATES"].flatMap { Int($0) }

    @Test(
        "No order of steps and faults breaks a promise",
        .holds("PS1", "PS2", "PS4", "PS5", "PS7"),
        arguments: Self.limit == nil ? [.small] : OutboxModel.Bounds.whole)
    func everyState(_ bounds: OutboxModel.Bounds) {
        let (search, counterexample) = OutboxModel.search(
            bounds, capacity: Self.limit ?? 1 << 18, limit: Self.limit ?? 100_000)
        #expect(counterexample == nil, "\(counterexample.map(String.init(describing:)) ?? "")")
        report(
            "\(search.visited.count) states of sending with \(bounds.name)\(search.isComplete ? ", which are all" : ""), "
                + "\(search.transitions) steps between them, the farthest after \(search.depth), "
                + "\(search.system.table.sidecars.count) sidecars")
    }

    @Test("A model without one of the rules breaks a promise", arguments: OutboxModel.Omission.allCases)
    func withoutRule(_ omission: OutboxModel.Omission) throws {
        var bounds = OutboxModel.Bounds.small
        bounds.sessions = omission == .outboxNumber ? 2 : 1
        bounds.homes = omission == .hold ? 2 : 1
        let found = OutboxModel.search(bounds, without: omission, limit: 2_000_000).counterexample
        let counterexample = try #require(found, "nothing was found without \(omission)")
        if Self.limit != nil { report("0 without \(omission): \(counterexample)") }
    }

    private func report(_ line: String) {
        guard Self.limit != nil else { return }
        FileHandle.standardError.write(Data("model: \(line)\n".utf8))
    }
}
