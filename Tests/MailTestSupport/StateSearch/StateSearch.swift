/// A system with finitely many states, of which each step leads to others.
public protocol SearchedSystem {
    associatedtype State
    associatedtype Step

    var initial: State { get }
    /// Adds each step that is possible in a state, with the state after it.
    mutating func expand(_ state: State, into found: inout [(step: Step, state: State)])
    /// Equal states must have equal digests.
    func digest(of state: State) -> UInt64
    /// Returns the first promise that the state breaks, or `nil`.
    mutating func fault(in state: State) -> String?
}

/// Visits all states of a system, those with the fewest steps first, so that a counterexample is a shortest one.
public struct StateSearch<System: SearchedSystem> {
    public var system: System
    public var visited: VisitedStates
    /// The number of steps between states, including those to known states.
    public var transitions = 0
    /// The number of steps to the most distant state.
    public var depth = 0
    /// Whether all states were visited.
    public var isComplete = false

    public struct Counterexample: CustomStringConvertible {
        public let fault: String
        public let steps: [System.Step]

        @inlinable
        init(fault: String, steps: [System.Step]) {
            self.fault = fault
            self.steps = steps
        }

        public var description: String {
            ([fault] + steps.map { "  \($0)" }).joined(separator: "\n")
        }
    }

    public init(_ system: System, capacity: Int = 1 << 16) {
        self.system = system
        visited = VisitedStates(capacity: capacity)
    }

    /// Visits at most about `limit` states, and returns the first state that breaks a promise.
    @inlinable
    public mutating func run(limit: Int) -> Counterexample? {
        let first = system.initial
        guard let root = visited.insert(system.digest(of: first), from: nil) else { return nil }
        var level = [(state: first, index: root)]
        var found: [(step: System.Step, state: System.State)] = []
        while !level.isEmpty {
            var next: [(state: System.State, index: Int)] = []
            for (state, index) in level {
                if let fault = system.fault(in: state) {
                    return Counterexample(fault: fault, steps: steps(to: index))
                }
                if visited.count >= limit { continue }
                found.removeAll(keepingCapacity: true)
                system.expand(state, into: &found)
                transitions += found.count
                for (_, state) in found {
                    if let index = visited.insert(system.digest(of: state), from: index) { next.append((state, index)) }
                }
            }
            level = next
            if !level.isEmpty { depth += 1 }
        }
        isComplete = visited.count < limit
        return nil
    }

    /// Finds the steps to a state again, because only digests are kept.
    @inlinable
    mutating func steps(to index: Int) -> [System.Step] {
        var steps: [System.Step] = []
        var state = system.initial
        for digest in visited.path(to: index).dropFirst() {
            var found: [(step: System.Step, state: System.State)] = []
            system.expand(state, into: &found)
            guard let next = found.first(where: { system.digest(of: $0.state) == digest }) else { break }
            steps.append(next.step)
            state = next.state
        }
        return steps
    }
}
