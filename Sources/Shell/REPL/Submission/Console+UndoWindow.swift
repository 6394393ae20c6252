internal import Accounts
internal import Composer
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Console {
    /// Waits until the undo window ends, and then releases the message. If the process is terminated meanwhile, the
    /// message becomes a draft.
    func wait(_ window: UndoWindow, for item: DraftItem, _ compose: ComposeSession) throws(CommandFailure) {
        var countdown = UndoCountdown(.seconds(window.rawValue))
        _ = passTime(until: { countdown.isOver }, { countdown.wake(after: $0) })
        let now = clock.now()
        _ = try drafting { () throws(DraftError) in
            try compose.store.endUndoWindow(
                of: compose.reservation.id, numbered: item.sidecar?.outboxNumber, at: now)
        }
    }

    /// Counts down undo windows in the foreground, one tick at a time. Returns `false` if it is stopped before the end.
    func passTime(until isOver: () -> Bool, _ count: (Duration) -> Void) -> Bool {
        var last = clock.elapsed()
        while !isOver() {
            if input.isStopped() { return false }
            clock.sleep(for: UndoCountdown.tick)
            let now = clock.elapsed()
            count(now - last)
            last = now
        }
        return true
    }

    /// Returns the local time at which a window that opens now ends; `nil` if the prompt counts its seconds down.
    func end(of window: UndoWindow) -> CivilTime? {
        if input.ticks { return nil }
        return zone.time(Instant(seconds: clock.now().seconds + Int64(window.rawValue))).local
    }

    /// Returns the undo window to use: from the option, the script's setting, the account or the settings. It is longer
    /// in accessible mode.
    func undoWindow(_ invocation: Invocation, _ account: MailAccount) throws(CommandFailure) -> UndoWindow {
        if let text = try invocation.text("undo") {
            guard let window = UndoWindow(text) else { throw .usage("--undo can be \(UndoWindow.rule).") }
            return window
        }
        if let window = session?.undo { return window }
        guard isInteractive, session != nil else { return .none }
        return account.configuration.undo ?? Settings(of: account.home).undo ?? (isAccessible ? .thirty : .five)
    }

    /// Undoes sending and returns the draft.
    func takeBack(_ window: UndoableSend) throws(CommandFailure) -> DraftItem {
        let now = clock.now()
        return try drafting { () throws(DraftError) in
            try window.store.takeBack(window.id, numbered: window.outboxNumber, at: now)
        }
    }
}
