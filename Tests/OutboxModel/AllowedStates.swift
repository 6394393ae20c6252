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
