import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import OutboxModel

/// Checks the model of sending against the product: random histories of real homes, with the real store and sender. After
/// each step, what is on the disks must be what the model allows.
@Suite("Model of sending beside petrel", .onOwnThreads, .timeLimit(.minutes(60)))
struct OutboxModelConformanceTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PETREL_MODEL_HISTORIES"].flatMap { Int($0) } ?? 3

    @Test("Whatever petrel does, the model allows", .holds("PS1", "PS2", "PS4", "PS5", "PS7"))
    func histories() async throws {
        var generator = SeededGenerator.fresh
        let seed = generator.seed
        var counts: [String: Int] = [:]
        for number in 0..<Self.count {
            let difference = try await difference(without: nil, &generator, &counts)
            try #require(difference == nil, "PETREL_SEED=\(seed), history \(number): \(difference ?? "")")
        }
        guard Self.environment["PETREL_MODEL_HISTORIES"] != nil else { return }
        let done = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let line = "model: \(Self.count) histories beside petrel, PETREL_SEED=\(seed): \(done)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    @Test("A model without one of petrel's rules differs from petrel", arguments: [OutboxModel.Omission.commit])
    func withoutRule(_ omission: OutboxModel.Omission) async throws {
        var generator = SeededGenerator(seed: 1)
        var counts: [String: Int] = [:]
        for _ in 0..<200 where try await difference(without: omission, &generator, &counts) != nil { return }
        Issue.record("nothing differs without \(omission)")
    }

    /// Performs a random history. Returns what the model does not allow, or `nil`.
    private func difference(
        without omission: OutboxModel.Omission?, _ generator: inout SeededGenerator, _ counts: inout [String: Int]
    ) async throws -> String? {
        let homes = try OutboxSystemUnderTest()
        defer { homes.remove() }
        var allowed = AllowedStates(without: omission)
        var history: [String] = []
        for _ in 0..<Int.random(in: 4...14, using: &generator) {
            let act = OutboxHistoryStep.random(using: &generator)
            guard act.home == 0 || homes.isCopied else { continue }
            let isDone = try await homes.perform(act)
            history.append("\(act): \(isDone ? "done" : "refused")")
            allowed.perform(act, isDone: isDone)
            counts[act.name, default: 0] += isDone ? 1 : 0
            let seen = try homes.observe()
            let before = allowed.states.count
            if allowed.keep(seen) { continue }
            return (["\(seen) is none of \(before) states"] + history).joined(separator: "\n")
        }
        return nil
    }
}
