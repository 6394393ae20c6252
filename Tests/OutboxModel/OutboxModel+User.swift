import Outbox

/// What a user does at prompts, and what becomes of prompts that end.
extension OutboxModel {
    private static let window = UndoCountdown.tick * 2

    mutating func expandUser(_ state: State, _ home: Int, _ found: inout [(step: Step, state: State)]) {
        for change in [SidecarTransitionTable.Change.sendNow, .sendLater, .takeBack, .retry, .confirm, .release]
        where change != .sendLater || bounds.hasClock {
            if let next = changed(state, home, change) { found.append((.change(change, home: home), next)) }
        }
        for session in 0..<bounds.sessions { expandSession(state, home, session, &found) }
        if let next = recovered(state, home) { found.append((.recover(home: home), next)) }
        if state.homes[home].disk.ownCopies > 0 {
            var next = state
            next.homes[home].disk.ownCopies -= 1
            next.homes[home].disk.syncedCopies += 1
            found.append((.uploadCopy(home: home), next))
        }
    }

    /// Returns the state after a command of the user, or `nil` if petrel refuses it.
    mutating func changed(_ state: State, _ home: Int, _ change: SidecarTransitionTable.Change) -> State? {
        let disk = state.homes[home].disk
        var next = state
        switch change {
        case .sendNow, .sendLater, .sendFromFirst, .sendFromSecond:
            guard disk.place == .draft, state.orders < bounds.orders else { return nil }
            next.homes[home].disk.place = .outbox
            order(&next, home)
        case .retry, .release:
            guard disk.place == .outbox, state.orders < bounds.orders else { return nil }
            order(&next, home)
        case .takeBack:
            guard disk.place == .outbox else { return nil }
            withdraw(&next, home)
            next.homes[home].disk.place = .draft
        case .confirm:
            guard disk.place == .outbox else { return nil }
            next.isConfirmed = true
            next.homes[home].hasOrder = false
        default: return nil
        }
        guard let sidecar = table.after(change, disk.sidecar, at: state.moment, order: next.orders) else { return nil }
        next.homes[home].disk.sidecar = sidecar
        return next
    }

    private func order(_ state: inout State, _ home: Int) {
        state.orders += 1
        state.homes[home].hasOrder = true
    }

    /// The order is void, unless the server may have the message.
    mutating func withdraw(_ state: inout State, _ home: Int) {
        guard state.homes[home].hasOrder else { return }
        state.homes[home].hasOrder = false
        switch table.facts(state.homes[home].disk.sidecar, at: state.moment).state {
        // A refused message has ended its order already. The server may have received one that is being sent.
        case .sending, .unknown, .failed, .sent, .draft: break
        case .undoable, .queued: state.withdrawn += 1
        }
    }

    // MARK: - Undo windows

    private mutating func expandSession(
        _ state: State, _ home: Int, _ number: Int, _ found: inout [(step: Step, state: State)]
    ) {
        let session = state.homes[home].sessions[number]
        guard session.number > 0 else {
            let change: SidecarTransitionTable.Change = number == 0 ? .sendFromFirst : .sendFromSecond
            guard var next = changed(state, home, change) else { return }
            next.homes[home].sessions[number] = State.Session(number: UInt8(next.orders), remaining: 2)
            found.append((.change(change, home: home), next))
            return
        }
        for isLong in [false, true] {
            guard let next = woken(state, home, number, isLong: isLong) else { break }
            found.append((.wake(session: number, isLong: isLong, home: home), next))
        }
        if session.remaining == 0 {
            found.append((.endWindow(session: number, home: home), ended(state, home, number)))
        }
        if let next = undone(state, home, number) { found.append((.undo(session: number, home: home), next)) }
        if state.kills < bounds.kills {
            var next = state
            next.homes[home].sessions[number] = State.Session()
            next.kills += 1
            found.append((.killSession(number, home: home), next))
        }
    }

    private func woken(_ state: State, _ home: Int, _ number: Int, isLong: Bool) -> State? {
        var session = state.homes[home].sessions[number]
        guard session.remaining > 0 else { return nil }
        var countdown = UndoCountdown(UndoCountdown.tick * Int(session.remaining))
        let elapsed = isLong ? Duration.seconds(24 * 60 * 60) : UndoCountdown.tick
        if omission == .countdown, isLong { countdown = UndoCountdown(.zero) } else { countdown.wake(after: elapsed) }
        session.remaining = countdown.isOver ? 0 : UInt8(countdown.remaining / UndoCountdown.tick)
        session.passed += 1
        var next = state
        next.homes[home].sessions[number] = session
        return next
    }

    /// The session ends the undo window of its message, and is over.
    private mutating func ended(_ state: State, _ home: Int, _ number: Int) -> State {
        let session = state.homes[home].sessions[number]
        var next = recovered(state, home) ?? state
        next.homes[home].sessions[number] = State.Session()
        let disk = next.homes[home].disk
        guard disk.place == .outbox else { return next }
        let facts = table.facts(disk.sidecar, at: state.moment)
        guard facts.number == session.number || omission == .outboxNumber else { return next }
        guard facts.undo > 0, let sidecar = table.after(.endWindow, disk.sidecar, at: state.moment) else { return next }
        next.homes[home].disk.sidecar = sidecar
        if facts.undo != number + 1 || facts.number != session.number { next.fault = .windowOfAnother }
        if session.passed < 2 { next.fault = .windowCutShort }
        return next
    }

    private mutating func undone(_ state: State, _ home: Int, _ number: Int) -> State? {
        let disk = state.homes[home].disk
        guard disk.place == .outbox else { return nil }
        guard table.facts(disk.sidecar, at: state.moment).number == state.homes[home].sessions[number].number else {
            return nil
        }
        var next = changed(state, home, .takeBack)
        next?.homes[home].sessions[number] = State.Session()
        return next
    }

    /// Opening the store makes a message a draft again whose session is gone. Returns `nil` if there is none.
    mutating func recovered(_ state: State, _ home: Int) -> State? {
        let disk = state.homes[home].disk
        guard disk.place == .outbox else { return nil }
        let facts = table.facts(disk.sidecar, at: state.moment)
        guard facts.state == .undoable else { return nil }
        let owner = facts.undo > 0 ? state.homes[home].sessions[Int(facts.undo) - 1].number : 0
        if owner > 0, owner == facts.number { return nil }
        if omission == .returnOfUnwatched {
            var next = state
            next.homes[home].disk.sidecar = table.after(.endWindow, disk.sidecar, at: state.moment) ?? disk.sidecar
            // No session orders it any longer.
            if state.homes[home].hasOrder {
                next.homes[home].hasOrder = false
                next.withdrawn += 1
            }
            return next
        }
        return changed(state, home, .takeBack)
    }
}
