import MailTestSupport

/// One event in an account. Its numbers choose among what exists when it happens, so that a history remains valid if
/// steps are removed.
struct HistoryStep: Sendable {
    enum Kind: Hashable, Sendable {
        // By another client.
        case deliver, copyThere, moveThere, expunge, markThere, createThere, renameThere, deleteThere, renumber
        // By another program, on the files.
        case write, remove, move, copy, mark, rename, see
        case loseLedger, damageLedger
        /// In seconds.
        case turnClock(Int64)
        case sync(SyncFault)
        /// Syncs one or two mailboxes.
        case syncSome
        /// Syncs until nothing changes, and checks the result.
        case settle
    }

    let kind: Kind
    let first: Int
    let second: Int
    let third: Int

    var stopsProcess: Bool {
        if case .sync(.stop) = kind { true } else { false }
    }
}

/// A sequence of events in an account.
struct RandomHistory: Sendable {
    let seed: UInt64
    var steps: [HistoryStep] = []

    private static let there: [(HistoryStep.Kind, Int)] = [
        (.deliver, 15), (.copyThere, 10), (.moveThere, 15), (.expunge, 12), (.markThere, 20), (.createThere, 4),
        (.renameThere, 4), (.deleteThere, 4), (.renumber, 5),
    ]
    private static let here: [(HistoryStep.Kind, Int)] = [
        (.write, 14), (.remove, 12), (.move, 16), (.copy, 8), (.mark, 20), (.rename, 8), (.see, 10),
    ]

    /// The same seed gives the same history. `isGentle` leaves out events that only a model server supports. With
    /// `syncsSome`, single mailboxes are synced between the other events, as after a push.
    init(seed: UInt64, isGentle: Bool = false, syncsSome: Bool = false) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Int.random(in: 2...5, using: &random) { add(.deliver, &random) }
        for _ in 0..<Int.random(in: 0...2, using: &random) { add(.write, &random) }
        add(.sync(.none), &random)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let kinds = Bool.random(using: &random) ? Self.there : Self.here
                let kind = Self.choice(of: kinds, &random)
                if isGentle, kind == .renumber { continue }
                add(kind, &random)
                if syncsSome, Int.random(in: 0..<3, using: &random) == 0 { add(.syncSome, &random) }
            }
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<3: add(.loseLedger, &random)
            case 3..<6: add(.damageLedger, &random)
            case 6..<12: add(.turnClock(Self.jumps.randomElement(using: &random) ?? 1), &random)
            default: break
            }
            add(.sync(Self.disturbance(&random)), &random)
        }
        add(.settle, &random)
    }

    private static let jumps: [Int64] = [-31_536_000, -86_400, -3600, -30, 3600, 86_400, 31_536_000]

    private static func disturbance(_ random: inout SeededGenerator) -> SyncFault {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45: .none
        case 45..<60: .said(Int.random(in: 300..<6000, using: &random))
        case 60..<72: .heard(Int.random(in: 100..<1500, using: &random))
        case 72..<92: .stop(Int.random(in: 1...60, using: &random))
        case 92..<96: .refusal(Int.random(in: 3..<25, using: &random))
        default: .lostAnswer(Int.random(in: 3..<25, using: &random))
        }
    }

    private static func choice(
        of kinds: [(HistoryStep.Kind, Int)], _ random: inout SeededGenerator
    ) -> HistoryStep.Kind {
        var place = Int.random(in: 0..<kinds.reduce(0) { $0 + $1.1 }, using: &random)
        for (kind, weight) in kinds {
            if place < weight { return kind }
            place -= weight
        }
        return .deliver
    }

    private mutating func add(_ kind: HistoryStep.Kind, _ random: inout SeededGenerator) {
        steps.append(
            HistoryStep(
                kind: kind, first: Int.random(in: 0..<1000, using: &random),
                second: Int.random(in: 0..<1000, using: &random), third: Int.random(in: 0..<1000, using: &random)))
    }

    /// Removes ever shorter pieces while the history still fails, and returns the shortest one.
    func shrunk(_ isBad: (RandomHistory) async throws -> Bool) async throws -> RandomHistory {
        var best = self
        var length = max(1, steps.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < best.steps.count {
                var shorter = best
                shorter.steps.removeSubrange(start..<min(start + length, best.steps.count))
                if shorter.steps.last?.kind == .settle, try await isBad(shorter) {
                    best = shorter
                    hasShrunk = true
                } else {
                    start += length
                }
            }
            if length == 1, !hasShrunk { return best }
            length = max(1, length / 2)
        }
    }
}
