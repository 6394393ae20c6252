import Outbox

/// What happens around the homes: syncs, copies and backups of them, the clock, and late replies of the server.
extension OutboxModel {
    mutating func settle(_ state: State, _ home: Int, _ found: inout [(step: Step, state: State)]) {
        var next = state
        if omission != .hold, next.homes[home].disk.place == .outbox,
            let sidecar = table.after(.hold, next.homes[home].disk.sidecar, at: state.moment)
        {
            next.homes[home].disk.sidecar = sidecar
        }
        if state.kills < bounds.kills {
            var killed = next
            killed.kills += 1
            found.append((.settle(isKilled: true, home: home), killed))
        }
        next.homes[home].isMoved = false
        found.append((.settle(isKilled: false, home: home), next))
    }

    mutating func expandEnvironment(_ state: State, _ found: inout [(step: Step, state: State)]) {
        for moment in [[1], [2, 3, 4], [3, 4], [2, 4], []][state.moment] where bounds.hasClock {
            var next = state
            next.moment = moment
            found.append((.clock(moment), next))
        }
        if state.late > 0 {
            for isAccepted in [false, true] {
                var next = state
                next.late -= 1
                if isAccepted { next.accepted += 1 }
                found.append((.late(isAccepted: isAccepted), next))
            }
        }
        if bounds.homes > 1, state.homes[1].disk.place == .nothing, state.homes[1].disk.copies == 0 {
            var next = state
            next.homes[1] = State.Home(disk: state.homes[0].disk, isMoved: true)
            found.append((.copyHome, next))
        }
        guard bounds.hasBackup else { return }
        if state.backup != state.homes[0].disk, state.backup.place == .nothing {
            var next = state
            next.backup = state.homes[0].disk
            found.append((.backUp, next))
        }
        if state.backup.place != .nothing, state.homes[0].isQuiet, state.backup != state.homes[0].disk {
            var next = state
            // What was ordered before and not sent is to be ordered again.
            withdraw(&next, 0)
            next.homes[0].disk = state.backup
            next.homes[0].isMoved = true
            found.append((.restore, next))
        }
    }
}
