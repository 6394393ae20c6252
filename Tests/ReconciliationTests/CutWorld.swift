import MailTypes
import Reconciliation

/// A server and connections to it that end where the choices say: at each step the first one that is left is taken.
struct CutWorld {
    /// What happens at a step.
    enum Luck: CaseIterable {
        case done
        /// Done, and the server does not say what it made of it.
        case unnamed
        case lostBefore
        /// Done, and the answer does not come any more.
        case lostAfter
        /// Done by a server that has not noticed the end of the connection, some seconds later.
        case lostAndLate
    }

    var choices: ArraySlice<Luck>
    var copies: [UInt32] = []
    var next: UInt32 = 5
    /// Whether what comes late removes the former version as well.
    private var late: [Bool] = []
    private(set) var appends = 0
    var isBaseThere = false
    /// What is written down.
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

    /// `nil` where the connection ended.
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

    /// All that can happen within so many steps.
    static func all(_ steps: Int) -> [[Luck]] {
        (0..<steps).reduce([[]]) { found, _ in found.flatMap { one in Luck.allCases.map { one + [$0] } } }
    }
}
