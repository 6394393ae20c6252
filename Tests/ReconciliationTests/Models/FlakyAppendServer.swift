import MailTypes
import Reconciliation

/// A server with connections that fail as the choices say. Each step takes the next choice.
struct FlakyAppendServer {
    /// The result of a step.
    enum Luck: CaseIterable {
        case done
        /// Done, but the server does not report the UID.
        case unnamed
        case lostBefore
        /// Done, but the answer is lost.
        case lostAfter
        /// Done some seconds later, by a server that has not noticed the end of the connection.
        case lostAndLate
    }

    var choices: ArraySlice<Luck>
    var copies: [UInt32] = []
    var next: UInt32 = 5
    /// The pending late appends. `true` means that the append also removes the old version.
    private var late: [Bool] = []
    private(set) var appends = 0
    var isBaseThere = false
    /// Whether the claim is recorded.
    var isClaimed = false

    init(_ choices: [Luck], hasBase: Bool = false) {
        self.choices = choices[...]
        isBaseThere = hasBase
    }

    mutating func luck() -> Luck { choices.popFirst() ?? .done }

    private mutating func store() -> UID {
        copies.append(next)
        next += 1
        return uid(copies.last ?? 0)
    }

    /// Returns `nil` if the connection was lost.
    mutating func perform(_ effect: IdempotentAppend.Effect, removing: Bool = false) -> IdempotentAppend.Event? {
        switch effect {
        case .append:
            let luck = luck()
            appends += 1
            if luck == .lostBefore { return nil }
            if luck == .lostAndLate {
                late.append(removing)
                return nil
            }
            if removing { isBaseThere = false }
            let stored = store()
            return luck == .lostAfter ? nil : .stored(luck == .unnamed ? nil : stored)
        case .create: return .created
        case .locate:
            switch luck() {
            case .done, .unnamed: return .found(copies.map { IdempotentAppend.Located(uid($0), size: 100) })
            case .lostBefore, .lostAfter, .lostAndLate: return nil
            }
        case .wait:
            for isRemoving in late {
                if isRemoving { isBaseThere = false }
                _ = store()
            }
            late = []
            return .waited
        case .remove(let uids):
            let luck = luck()
            if luck != .lostBefore { copies.removeAll { uids.contains(uid($0)) } }
            return luck == .done || luck == .unnamed ? .removed : nil
        case .stop: return nil
        }
    }

    /// Returns all combinations of results for this number of steps.
    static func all(_ steps: Int) -> [[Luck]] {
        (0..<steps).reduce([[]]) { found, _ in found.flatMap { one in Luck.allCases.map { one + [$0] } } }
    }
}
