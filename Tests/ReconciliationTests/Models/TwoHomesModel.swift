import MailTestSupport
import MailTypes
import Reconciliation

/// A model of two homes of an account, another client, and a server, for a search of all their states.
///
/// The plans are those of the product, and each home performs one operation of its plan at a time, so that anything can
/// happen in between: the other home's operations, changes by users and the other client, a crash, a lost answer, another
/// UIDVALIDITY.
struct TwoHomesModel: SearchedSystem {
    struct Home {
        var files: [MailboxName: [ConvergenceModel.File]] = [:]
        var baselines: [MailboxName: SyncBaseline] = [:]
        var uploading: Set<LocalMessage.Handle> = []
        var verified: Set<MailboxName> = []
        var confirmed: [MailboxName: UIDSet] = [:]
        /// Contents that the user moved or removed here.
        var removed: Set<Int> = []
        var nextHandle = 1
        /// The plan that is being performed, and the number of the next operation.
        var plan: SyncPlan?
        var next = 0
        var progress = ConvergenceModel.Progress()
    }

    struct State {
        var server = ServerModel()
        var homes = [Home(), Home()]
        var edits = 0
        var faults = 0
        /// Contents that someone removed.
        var destroyed: Set<Int> = []
        /// How often each content was changed by someone.
        var touched: [Int: Int] = [:]
        var broken: String?
    }

    enum Step: CustomStringConvertible {
        case plan(home: Int, ServerModel.Strength)
        case perform(home: Int, SyncOperation, isAnswerLost: Bool)
        case crash(home: Int)
        case edit(String)

        var description: String {
            switch self {
            case .plan(let home, let strength): "home \(home) plans, \(strength)"
            case .perform(let home, let operation, let isAnswerLost):
                "home \(home): \(operation)\(isAnswerLost ? ", and the answer is lost" : "")"
            case .crash(let home): "home \(home) is killed"
            case .edit(let what): what
            }
        }
    }

    struct Bounds {
        var messages = 2
        var edits = 2
        var faults = 1
        var strengths: [ServerModel.Strength] = [.complete, .vanished]
        var hasUIDPlus = true
        var telling = ServerModel.Telling.content
        fileprivate var ignoresUIDValidity = false
    }

    /// A rule that the model leaves out, so that a promise is broken.
    enum Omission: CaseIterable {
        /// The operations of a plan are performed although the UIDVALIDITY has changed since.
        case uidValidity
        /// A directory that cannot be read counts as empty.
        case scan
    }

    let bounds: Bounds
    let omission: Omission?
    let initial: State

    init(_ bounds: Bounds = Bounds(), without omission: Omission? = nil) {
        var bounds = bounds
        bounds.ignoresUIDValidity = omission == .uidValidity
        self.bounds = bounds
        self.omission = omission
        var state = State()
        for name in ConvergenceModel.names { state.server.mailboxes[name] = ServerModel.Mailbox() }
        for content in 1...bounds.messages { _ = state.server.mailboxes[.inbox]?.add(content, FlagSet(), age: 0) }
        // Both homes have everything.
        for home in 0..<2 {
            for name in ConvergenceModel.names { state.homes[home].files[name] = [] }
            Self.settle(&state, home, bounds)
        }
        initial = state
    }

    func digest(of state: State) -> UInt64 {
        var hasher = Hasher()
        for name in ConvergenceModel.names {
            guard let mailbox = state.server.mailboxes[name] else { continue }
            hasher.combine(mailbox.uidValidity)
            hasher.combine(mailbox.uidNext)
            hasher.combine(mailbox.highest)
            for (uid, message) in mailbox.messages.sorted(by: { $0.key < $1.key }) {
                hasher.combine(uid)
                hasher.combine(message.content)
                hasher.combine(message.flags)
                hasher.combine(message.modSequence)
            }
            for (uid, modSequence) in mailbox.expunged {
                hasher.combine(uid)
                hasher.combine(modSequence)
            }
        }
        for home in state.homes {
            for name in ConvergenceModel.names {
                for file in home.files[name] ?? [] {
                    hasher.combine(file.handle)
                    hasher.combine(file.claim)
                    hasher.combine(file.flags)
                    hasher.combine(file.content)
                }
                hasher.combine(home.baselines[name])
            }
            hasher.combine(home.uploading)
            hasher.combine(home.verified)
            hasher.combine(home.confirmed)
            hasher.combine(home.removed)
            hasher.combine(home.plan)
            hasher.combine(home.next)
            hasher.combine(home.progress)
        }
        hasher.combine(state.edits)
        hasher.combine(state.faults)
        hasher.combine(state.destroyed)
        hasher.combine(state.broken)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    // MARK: - Steps

    func expand(_ state: State, into found: inout [(step: Step, state: State)]) {
        for home in state.homes.indices {
            if state.homes[home].plan == nil {
                if omission == .scan, let next = Self.planned(state, home, .complete, bounds, isScanLost: true) {
                    found.append((.plan(home: home, .complete), next))
                }
                for strength in bounds.strengths {
                    guard let next = Self.planned(state, home, strength, bounds) else { continue }
                    found.append((.plan(home: home, strength), next))
                }
            } else {
                expandPlan(state, home, &found)
            }
        }
        if state.edits < bounds.edits {
            for home in state.homes.indices { expandUser(state, home, &found) }
            expandClient(state, &found)
        }
    }

    private static func world(_ state: State, _ home: Int, _ bounds: Bounds) -> ConvergenceModel {
        var world = ConvergenceModel(state.server, hasUIDPlus: bounds.hasUIDPlus, bounds.telling)
        let one = state.homes[home]
        (world.files, world.baselines, world.uploading) = (one.files, one.baselines, one.uploading)
        (world.verified, world.confirmed, world.nextHandle) = (one.verified, one.confirmed, one.nextHandle)
        (world.account.removedHere, world.account.destroyedHere) = (one.removed, one.removed)
        return world
    }

    /// Returns `nil` if there is nothing to do.
    static func planned(
        _ state: State, _ home: Int, _ strength: ServerModel.Strength, _ bounds: Bounds, isScanLost: Bool = false
    ) -> State? {
        var world = world(state, home, bounds)
        world.strength = strength
        if isScanLost { for name in ConvergenceModel.names { world.files[name] = [] } }
        let plan = SyncPlan(world.sides())
        guard !plan.operations.isEmpty || !plan.notices.isEmpty else { return nil }
        var next = state
        next.homes[home].verified = []
        next.homes[home].confirmed = [:]
        for notice in plan.notices {
            switch notice {
            case .verify(let name, _), .renumberedEachTime(let name): next.homes[home].verified.insert(name)
            case .deletionQuestion(let name, let uids, _): next.homes[home].confirmed[name] = uids
            case .reverted, .held, .noTrash, .unsettled, .unreadable: break
            }
        }
        next.homes[home].next = 0
        next.homes[home].progress = ConvergenceModel.Progress()
        next.homes[home].plan = plan.operations.isEmpty ? nil : plan
        return next
    }

    private func expandPlan(_ state: State, _ home: Int, _ found: inout [(step: Step, state: State)]) {
        guard let plan = state.homes[home].plan else { return }
        let operation = plan.operations[state.homes[home].next]
        let done = Self.performed(state, home, operation, plan, isAnswerLost: false, bounds)
        found.append((.perform(home: home, operation, isAnswerLost: false), done))
        guard state.faults < bounds.faults else { return }
        var lost = Self.performed(state, home, operation, plan, isAnswerLost: true, bounds)
        lost.faults += 1
        lost.homes[home].plan = nil
        found.append((.perform(home: home, operation, isAnswerLost: true), lost))
        var killed = state
        killed.faults += 1
        killed.homes[home].plan = nil
        found.append((.crash(home: home), killed))
    }

    private static func performed(
        _ state: State, _ home: Int, _ operation: SyncOperation, _ plan: SyncPlan, isAnswerLost: Bool, _ bounds: Bounds
    ) -> State {
        var world = world(state, home, bounds)
        world.isAnswerLost = isAnswerLost
        world.ignoresUIDValidity = bounds.ignoresUIDValidity
        var next = state
        try? world.perform(operation, of: plan, &next.homes[home].progress)
        next.server = world.server
        next.broken = world.broken
        next.homes[home].files = world.files
        next.homes[home].baselines = world.baselines
        next.homes[home].uploading = world.uploading
        next.homes[home].nextHandle = world.nextHandle
        next.homes[home].next += 1
        if next.homes[home].next == plan.operations.count {
            (next.homes[home].plan, next.homes[home].next) = (nil, 0)
            next.homes[home].progress = ConvergenceModel.Progress()
        }
        return next
    }

    /// Syncs a home until nothing is left to do. Returns whether that happened.
    @discardableResult
    static func settle(_ state: inout State, _ home: Int, _ bounds: Bounds) -> Bool {
        for _ in 0..<12 {
            guard let next = planned(state, home, .complete, bounds) else { return true }
            state = next
            while let plan = state.homes[home].plan {
                let operation = plan.operations[state.homes[home].next]
                state = performed(state, home, operation, plan, isAnswerLost: false, bounds)
            }
        }
        return false
    }
}
