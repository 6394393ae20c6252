import Foundation
import MailTestSupport
import MailTypes
import Testing

/// Checks the model of sending against the product: random histories of real homes, with the real store and sender. After
/// each step, what is on the disks must be what the model allows.
@Suite("Model of sending beside petrel", .onOwnThreads, .timeLimit(.minutes(60)))
struct OutboxModelConformanceTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PETREL_MODEL_HISTORIES"].flatMap { Int($0) } ?? 20

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

/// A step of a history.
struct OutboxHistoryStep: CustomStringConvertible {
    enum Kind: Equatable {
        case change(SidecarTransitionTable.Change)
        case sendWatched, endWindow, undo, killSession
        /// `stop`: the change of the disk before which the sender is killed.
        case deliver(Answer, stop: Int?)
        case clock(Int)
        case copyHome
    }

    enum Answer: String, CaseIterable {
        case accepted, refused, postponed, unanswered, cut, noServer
    }

    let home: Int
    let kind: Kind

    static func random(using generator: inout SeededGenerator) -> OutboxHistoryStep {
        let home = Int.random(in: 0..<4, using: &generator) == 0 ? 1 : 0
        let changes: [SidecarTransitionTable.Change] = [.sendNow, .sendLater, .takeBack, .retry, .confirm, .release]
        let kind: Kind
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3:
            let isKilled = Bool.random(using: &generator)
            kind = .deliver(
                Answer.allCases.randomElement(using: &generator) ?? .accepted,
                stop: isKilled ? Int.random(in: 1...60, using: &generator) : nil)
        case 4...6: kind = .change(changes.randomElement(using: &generator) ?? .sendNow)
        case 7, 8: kind = .sendWatched
        case 9: kind = [.endWindow, .undo, .killSession].randomElement(using: &generator) ?? .undo
        case 10: kind = .clock(Int.random(in: 1...4, using: &generator))
        default: kind = home == 0 ? .copyHome : .change(.release)
        }
        return OutboxHistoryStep(home: home, kind: kind)
    }

    var name: String {
        switch kind {
        case .change(let change): "\(change)"
        case .deliver(let answer, let stop): stop == nil ? answer.rawValue : "killed"
        case .sendWatched: "sendWatched"
        case .endWindow: "endWindow"
        case .undo: "undo"
        case .killSession: "killSession"
        case .clock: "clock"
        case .copyHome: "copyHome"
        }
    }

    var description: String { "home \(home): \(kind)" }
}

/// What can be seen of a home.
struct SeenHome: Equatable, CustomStringConvertible {
    let place: OutboxModelState.Place
    let sidecar: String
    let copies: Int
    let isStaged: Bool

    var description: String { "\(place) \(sidecar), \(copies) copies\(isStaged ? " and one staged" : "")" }
}

struct SeenState: Equatable, CustomStringConvertible {
    let homes: [SeenHome]
    let accepted: Int

    var description: String { "\(homes), accepted \(accepted) times" }
}

/// The states that the model allows after what was seen so far.
struct AllowedStates {
    private var model: OutboxModel
    private(set) var states = [OutboxModelState()]

    init(without omission: OutboxModel.Omission?) {
        model = OutboxModel(
            OutboxModel.Bounds(homes: 2, orders: 7, kills: 15, failures: 15),
            without: omission)
    }

    mutating func perform(_ act: OutboxHistoryStep, isDone: Bool) {
        var next: [UInt64: OutboxModelState] = [:]
        for state in states {
            for one in after(act, opened(state, act.home)) where one.isDone == isDone {
                next[one.state.digest] = one.state
            }
        }
        states = Array(next.values)
    }

    /// Removes the states that differ from what was seen. Returns whether one is left.
    mutating func keep(_ seen: SeenState) -> Bool {
        var kept: [UInt64: OutboxModelState] = [:]
        for var state in states {
            for home in 0..<seen.homes.count { state = opened(state, home) }
            if self.seen(state, homes: seen.homes.count) == seen { kept[state.digest] = state }
        }
        states = Array(kept.values)
        return !states.isEmpty
    }

    private mutating func seen(_ state: OutboxModelState, homes: Int) -> SeenState {
        let found = state.homes.prefix(homes).map { home in
            let facts = model.table.facts(home.disk.sidecar, at: state.moment)
            let isThere = home.disk.place != .nothing
            return SeenHome(
                place: home.disk.place,
                sidecar: isThere ? "\(facts.state) \(facts.phase.map { "\($0)" } ?? "-")" : "",
                copies: home.disk.copies, isStaged: home.disk.isStaged)
        }
        return SeenState(homes: Array(found), accepted: state.accepted)
    }

    /// Opening the store notices a copy, and that a session is gone.
    private mutating func opened(_ state: OutboxModelState, _ home: Int) -> OutboxModelState {
        var state = state
        if state.homes[home].isMoved {
            var found: [(step: OutboxModel.Step, state: OutboxModelState)] = []
            model.settle(state, home, &found)
            state = found.last?.state ?? state
        }
        return model.recovered(state, home) ?? state
    }

    private mutating func after(
        _ act: OutboxHistoryStep, _ state: OutboxModelState
    ) -> [(isDone: Bool, state: OutboxModelState)] {
        var next: OutboxModelState?
        switch act.kind {
        case .change(let change): next = model.changed(state, act.home, change)
        case .deliver(_, let stop):
            return delivered(state, act.home, isKilled: stop != nil).map { (true, $0) }
        case .clock(let moment):
            next = state
            next?.moment = moment
        case .copyHome:
            guard state.homes[1].disk.place == .nothing, state.homes[1].disk.copies == 0 else { break }
            next = state
            next?.homes[1] = OutboxModelState.Home(disk: state.homes[0].disk, isMoved: true)
        case .sendWatched, .endWindow, .undo, .killSession: next = withSession(act, state)
        }
        return [next.map { (true, $0) } ?? (false, state)]
    }

    private mutating func withSession(_ act: OutboxHistoryStep, _ state: OutboxModelState) -> OutboxModelState? {
        var state = state
        if act.kind == .endWindow { state.homes[act.home].sessions[0].remaining = 0 }
        var found: [(step: OutboxModel.Step, state: OutboxModelState)] = []
        model.expandUser(state, act.home, &found)
        return found.first { step, _ in
            switch (step, act.kind) {
            case (.change(.sendFromFirst, _), .sendWatched), (.endWindow, .endWindow), (.undo, .undo),
                (.killSession, .killSession):
                true
            default: false
            }
        }?.state
    }

    /// Returns the states in which a run of the sender can end.
    private mutating func delivered(_ state: OutboxModelState, _ home: Int, isKilled: Bool) -> [OutboxModelState] {
        var known: Set<UInt64> = [state.digest]
        var open = [state]
        var ended: [OutboxModelState] = []
        while let state = open.popLast() {
            if state.homes[home].senders[0] == .idle { ended.append(state) }
            var found: [(step: OutboxModel.Step, state: OutboxModelState)] = []
            model.expandSenders(state, home, &found)
            for (step, var next) in found {
                if case .killSender = step, !isKilled { continue }
                // Counted only to bound a search.
                (next.kills, next.failures) = (0, 0)
                if known.insert(next.digest).inserted { open.append(next) }
            }
        }
        return ended
    }
}
