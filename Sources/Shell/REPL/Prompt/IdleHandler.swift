internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

/// Does what is due while the user types: ends undo windows and saves drafts.
struct IdleHandler {
    private let session: PromptState
    private let console: Console

    init(_ session: PromptState, _ console: Console) {
        self.session = session
        self.console = console
    }

    /// Called four times per second, and when a save on another thread has ended.
    func wake(isLineEmpty: Bool) -> Idle {
        let now = console.clock.elapsed()
        let elapsed = now - session.lastWake
        session.lastWake = now
        var idle = Idle()
        let before = session.windows.count
        let formerUnread = session.unread
        countDown(elapsed)
        save(now)
        session.closeIdleConnections(at: now)
        session.events += session.endedIndexing()
        let wasSyncing = session.syncing != nil
        let synced = session.syncLines(console)
        session.events += synced.lines
        let watched = session.watchEvents(console)
        session.events += watched.lines
        let hasNewMail = synced.hasNewMail || watched.hasNewMail
        let delivered = session.deliveryLines(console)
        session.events += delivered
        // Inside a text, events are reported at the next Enter instead. In accessible mode, they are said at once, but not
        // in the middle of a line, because the line would have to be repeated.
        let isProblem = session.events.contains { $0.utf8.first == 0x21 }
        if console.isAccessible ? isLineEmpty : !session.isInText {
            idle.lines = session.takeEvents(for: console.displaySettings).map { console.worded(console.typed($0)) }
            if console.displaySettings.bell == .error { idle.rings = isProblem }
        }
        if console.displaySettings.bell == .mail, hasNewMail { idle.rings = true }
        if isLineEmpty { idle.lines += suggestions() }
        idle.lines = idle.lines.flatMap(console.fittedLines)
        let isOffline = session.isOffline
        let isPlaceNew = formerUnread != session.unread || session.wasOffline != isOffline || !watched.lines.isEmpty
        session.wasOffline = isOffline
        // For a screen reader, the prompt is repeated below the lines.
        let repeatsPrompt = console.isAccessible && !idle.lines.isEmpty
        if before > 0 || !delivered.isEmpty || wasSyncing && session.syncing == nil || isPlaceNew || repeatsPrompt {
            if before != session.windows.count { session.queued = PromptString.queued(console) }
            if console.input.ticks || repeatsPrompt {
                let text = PromptString(session, console)
                idle.prompt = text.text
                idle.promptWhileTyping = text.textWhileTyping
            }
        }
        if session.endsWithDraft, session.compose == nil, session.windows.isEmpty { idle.isFinished = true }
        return idle
    }

    /// Returns reply suggestions that have been found, if the user has not written anything yet.
    private func suggestions() -> [String] {
        guard let found = session.searching?.value else { return [] }
        session.searching = nil
        session.suggestions = found.texts
        return session.compose?.isWritten == false ? session.suggestionLines : []
    }

    /// Counts down each undo window. Messages are sent in the order in which they were queued.
    private func countDown(_ elapsed: Duration) {
        for index in session.windows.indices { session.windows[index].countdown.wake(after: elapsed) }
        for window in session.windows where window.countdown.isOver {
            session.windows.removeAll { $0.id == window.id && $0.outboxNumber == window.outboxNumber }
            if let line = window.release(on: console) { session.events.append(line) }
        }
    }

    private func save(_ now: Duration) {
        guard session.compose != nil else { return }
        let facts = ComposeSession.SavingFacts(date: console.zone.time(console.clock.now()))
        let wake = console.input.wake
        do throws(DraftError) {
            let former = session.compose?.revision
            try session.compose?.noticeSaving()
            if console.isAccessible, let name = session.compose?.name, session.compose?.revision != former,
                session.saidSaved.insert(name).inserted
            {
                session.events.append("* \(name) is saved, and will be saved every 30 seconds while you change it.")
            }
            if now - session.lastSave >= PromptState.savePeriod {
                session.lastSave = now
                if let news = try session.compose?.newsFromElsewhere(at: facts.date.instant) {
                    // The user decides which text to keep; until then each line is in the journal.
                    if news == .fresh { session.events.append(DraftConflictNotice.news) }
                } else {
                    try session.compose?.saveMeanwhile(facts, finished: wake)
                }
            }
        } catch {
            session.lastSave = now
            session.events.append(UnsavedTextNotice.notice(CommandFailure(error)))
        }
        if let meanwhile = session.compose?.tellMeanwhile() {
            session.events.append(DraftConflictNotice.sentence(meanwhile))
        }
    }
}
