import Outbox

/// The steps of a sender, and of the server that it is connected to. It can be killed between any two of them.
extension OutboxModel {
    mutating func expandSenders(_ state: State, _ home: Int, _ found: inout [(step: Step, state: State)]) {
        for sender in 0..<bounds.senders {
            expandSender(state, home, sender, &found)
            let point = state.homes[home].senders[sender]
            guard point != .idle, state.kills < bounds.kills else { continue }
            var next = state
            next.homes[home].senders[sender] = .idle
            next.kills += 1
            found.append((.killSender(sender, isDotOut: false, home: home), next))
            if point == .inFlight {
                next.late += 1
                found.append((.killSender(sender, isDotOut: true, home: home), next))
            }
        }
    }

    mutating func expandSender(
        _ state: State, _ home: Int, _ sender: Int, _ found: inout [(step: Step, state: State)]
    ) {
        func add(_ what: String, _ next: State?) {
            if let next { found.append((.sender(sender, what, home: home), next)) }
        }
        switch state.homes[home].senders[sender] {
        case .idle: add("locks and reads the outbox", loaded(state, home, sender))
        case .loaded:
            add("claims the message", claimed(state, home, sender))
            if state.failures < bounds.failures { add("finds no server", noted(state, home, sender)) }
        case .claimed:
            add("records that it commits", committed(state, home, sender))
            if state.failures < bounds.failures {
                add("loses the connection", recorded(state, home, sender, .postpone, isFailure: true))
            }
        case .committed: add("sends the dot", at(.inFlight, state, home, sender))
        case .inFlight: answers(state, home, sender, &found)
        case .heardAccept: add("records the acceptance", recorded(state, home, sender, .accept))
        case .heardRefuse: add("records the refusal", recorded(state, home, sender, .refuse))
        case .heardPostpone: add("records the delay", recorded(state, home, sender, .postpone))
        case .heardLose: add("records that the answer is lost", recorded(state, home, sender, .lose))
        case .filing, .staged, .noted, .refiling, .placed: add("files the copy", filed(state, home, sender))
        }
    }

    private func at(_ point: State.Point, _ state: State, _ home: Int, _ sender: Int) -> State {
        var next = state
        next.homes[home].senders[sender] = point
        return next
    }

    /// Takes the lock, and resolves what a killed sender left.
    private mutating func loaded(_ state: State, _ home: Int, _ sender: Int) -> State? {
        if omission != .senderLock, state.homes[home].senders.contains(where: { $0 != .idle }) { return nil }
        var next = recovered(state, home) ?? state
        guard next.homes[home].disk.place == .outbox else { return nil }
        var facts = table.facts(next.homes[home].disk.sidecar, at: state.moment)
        if facts.state == .sending {
            let change: SidecarTransitionTable.Change = omission == .abandonment ? .postpone : .abandon
            guard let sidecar = table.after(change, next.homes[home].disk.sidecar, at: state.moment) else { return nil }
            next.homes[home].disk.sidecar = sidecar
            facts = table.facts(sidecar, at: state.moment)
        }
        if facts.state == .queued, facts.isTooOld {
            withdraw(&next, home)
            // On a machine that was not restarted, only time makes a message old.
            if state.moment != 4 { next.fault = .expiredEarly }
            next.homes[home].disk.sidecar =
                table.after(.expire, next.homes[home].disk.sidecar, at: state.moment) ?? 0
            return next
        }
        if facts.state == .queued, facts.lacksUptime,
            let sidecar = table.after(.noteUptime, next.homes[home].disk.sidecar, at: state.moment)
        {
            next.homes[home].disk.sidecar = sidecar
        }
        switch facts.state {
        case .queued where omission == .plan && facts.isPlanned: next.homes[home].senders[sender] = .loaded
        case .queued where facts.isPlanned || !facts.isDue: break
        case .queued: next.homes[home].senders[sender] = .loaded
        case .sent: next.homes[home].senders[sender] = facts.phase == .filing ? .refiling : .filing
        case .draft, .undoable, .sending, .unknown, .failed: break
        }
        return next
    }

    /// Applies a change of the sidecar of a message in the outbox. Returns `nil` if it is gone or does not allow it.
    private mutating func advanced(
        _ state: State, _ home: Int, _ sender: Int, _ change: SidecarTransitionTable.Change, to point: State.Point
    ) -> State? {
        var next = recovered(state, home) ?? state
        guard next.homes[home].disk.place == .outbox,
            let sidecar = table.after(change, next.homes[home].disk.sidecar, at: state.moment)
        else { return nil }
        next.homes[home].disk.sidecar = sidecar
        next.homes[home].senders[sender] = point
        return next
    }

    private mutating func noted(_ state: State, _ home: Int, _ sender: Int) -> State {
        guard var next = advanced(state, home, sender, .noConnection, to: .idle) else {
            return at(.idle, state, home, sender)
        }
        next.failures += 1
        if table.facts(next.homes[home].disk.sidecar, at: state.moment).state == .failed {
            withdrawEnded(&next, home)
        }
        return next
    }

    private mutating func claimed(_ state: State, _ home: Int, _ sender: Int) -> State {
        let isPlanned = table.facts(state.homes[home].disk.sidecar, at: state.moment).isPlanned
        if omission == .plan, isPlanned, state.homes[home].disk.place == .outbox {
            var next = at(.claimed, state, home, sender)
            next.fault = .sentEarly
            return next
        }
        guard var next = advanced(state, home, sender, .claim, to: .claimed) else {
            return at(.idle, state, home, sender)
        }
        if isPlanned { next.fault = .sentEarly }
        return next
    }

    private mutating func committed(_ state: State, _ home: Int, _ sender: Int) -> State {
        if omission == .commit { return at(.committed, state, home, sender) }
        // A message that cannot be recorded is not sent.
        return advanced(state, home, sender, .commit, to: .committed)
            ?? recorded(state, home, sender, .postpone) ?? at(.idle, state, home, sender)
    }

    private func answers(_ state: State, _ home: Int, _ sender: Int, _ found: inout [(step: Step, state: State)]) {
        func add(_ what: String, _ point: State.Point, _ change: (inout State) -> Void) {
            var next = at(point, state, home, sender)
            change(&next)
            found.append((.sender(sender, what, home: home), next))
        }
        add("hears that the server accepted", .heardAccept) { $0.accepted += 1 }
        guard state.failures < bounds.failures else { return }
        add("hears that the server refused", .heardRefuse) { $0.failures += 1 }
        add("hears that the server delays", .heardPostpone) { $0.failures += 1 }
        add("loses the answer", .heardLose) { state in
            state.failures += 1
            state.accepted += 1
        }
        add("loses the dot", .heardLose) { $0.failures += 1 }
        add("loses a dot that is on the way", .heardLose) { state in
            state.failures += 1
            state.late += 1
        }
    }

    private mutating func recorded(
        _ state: State, _ home: Int, _ sender: Int, _ change: SidecarTransitionTable.Change, isFailure: Bool = false
    ) -> State? {
        var next =
            advanced(state, home, sender, change, to: change == .accept ? .filing : .idle)
            ?? at(.idle, state, home, sender)
        if isFailure { next.failures += 1 }
        if table.facts(next.homes[home].disk.sidecar, at: state.moment).state == .failed { withdrawEnded(&next, home) }
        return next
    }

    /// The order has ended without delivery.
    private func withdrawEnded(_ state: inout State, _ home: Int) {
        guard state.homes[home].hasOrder else { return }
        state.homes[home].hasOrder = false
        state.withdrawn += 1
    }

    private mutating func filed(_ state: State, _ home: Int, _ sender: Int) -> State {
        var next = state
        var disk = next.homes[home].disk
        var point = State.Point.idle
        guard disk.place == .outbox else { return at(.idle, state, home, sender) }
        switch state.homes[home].senders[sender] {
        case .filing:
            disk.isStaged = true
            point = .staged
        case .staged:
            if omission != .filingPhase {
                guard let sidecar = table.after(.beginFiling, disk.sidecar, at: state.moment) else {
                    return at(.idle, state, home, sender)
                }
                disk.sidecar = sidecar
            }
            point = .noted
        case .noted:
            disk.isStaged = false
            disk.ownCopies = 1
            point = .placed
        case .refiling:
            // It is placed already, or staged, or was lost with a cleaned `tmp`.
            if disk.copies == 0 { disk.ownCopies = 1 }
            disk.isStaged = false
            point = .placed
        default:
            disk.place = .nothing
            disk.sidecar = 0
        }
        next.homes[home].disk = disk
        next.homes[home].senders[sender] = point
        return next
    }
}
