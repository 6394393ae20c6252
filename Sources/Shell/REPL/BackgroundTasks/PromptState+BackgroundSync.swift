internal import Accounts
internal import LineEditing
internal import MailEngine

extension SyncJob {
    /// The message when the user stops waiting for a sync.
    var goesOn: String {
        let what = accounts.count == 1 ? "\(accounts[0].name) is" : "\(accounts.count) accounts are"
        return
            "Stopped waiting. \(what) synced in the background\(count). petrel reports when it is done. "
            + "To stop it, type: offline"
    }

    private var count: String {
        guard let step = tracker.latest?.step, !step.isIndexing, step.total > 0 else { return "" }
        return " (\(step.done) of \(step.total) messages)"
    }
}

extension PromptState {
    /// Returns the report of a background sync, and whether it fetched new mail.
    func syncLines(_ console: Console) -> (lines: [String], hasNewMail: Bool) {
        guard let work = syncing else { return ([], false) }
        var lines = work.deliveries.take().map { console.typed($0.text) }
        guard let result = work.result else { return (lines, false) }
        syncing = nil
        if result.hasReachedServer { noteServerReached() }
        queued = PromptString.queued(console)
        lines += result.lines.map { TerminalSafeText.line(console.typed($0.event)) }
        let newMail = result.newMail
        console.notifyOfNewMail(newMail)
        return (lines, newMail.contains { $0.count > 0 })
    }
}

extension Console {
    /// Stops a background sync and reports it.
    mutating func stopSync() {
        guard let session, let work = session.syncing else { return }
        work.stop()
        for line in session.syncLines(self).lines { tell(line) }
        guard session.syncing != nil else { return }
        session.syncing = nil
        printLine("The sync was stopped. Messages fetched so far are kept; the next sync continues.")
    }
}
