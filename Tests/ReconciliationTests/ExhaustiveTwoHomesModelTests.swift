import Foundation
import MailTestSupport
import Testing

/// All states of the model of two homes. PETREL_MODEL_STATES is the number of states to visit at most for each server, in
/// a larger model.
@Suite("Model of two homes", .timeLimit(.minutes(120)))
struct ExhaustiveTwoHomesModelTests {
    private static let limit = ProcessInfo.processInfo.environment["PETREL_MODEL_STATES"].flatMap { Int($0) }

    @Test(
        "No order of changes, operations and faults breaks a promise",
        .holds("PY1", "PY2", "PY3", "PY4"), arguments: ServerModel.Telling.allCases)
    func everyState(_ telling: ServerModel.Telling) {
        var bounds = TwoHomesModel.Bounds()
        bounds.telling = telling
        bounds.hasUIDPlus = telling != .identity
        if Self.limit == nil {
            (bounds.messages, bounds.strengths) = (1, [telling == .content ? .vanished : .complete])
        }
        var search = StateSearch(TwoHomesModel(bounds))
        let counterexample = search.run(limit: Self.limit ?? 3_000)
        #expect(counterexample == nil, "\(counterexample.map(String.init(describing:)) ?? "")")
        guard Self.limit != nil else { return }
        let line =
            "model: \(search.visited.count) states of two homes\(search.isComplete ? ", which are all" : ""), "
            + "\(search.transitions) steps between them, the farthest after \(search.depth), \(telling)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    @Test("A model without one of the rules breaks a promise", arguments: TwoHomesModel.Omission.allCases)
    func withoutRule(_ omission: TwoHomesModel.Omission) throws {
        var bounds = TwoHomesModel.Bounds()
        (bounds.edits, bounds.faults, bounds.strengths) = (omission == .scan ? 1 : 3, 0, [.complete])
        var search = StateSearch(TwoHomesModel(bounds, without: omission))
        let found = search.run(limit: 400_000)
        let counterexample = try #require(found, "nothing was found without \(omission)")
        if Self.limit != nil {
            FileHandle.standardError.write(Data("model: 0 without \(omission): \(counterexample)\n".utf8))
        }
    }
}
