internal import Accounts
internal import MailIndexing
internal import MailTypes
internal import Platform
internal import Terminal

extension Console {
    /// How progress is reported; `nil` if it is not.
    var progressStyle: ProgressReport.Style? {
        guard !isQuiet, !isJSON, let columns = errors.terminalColumns else { return nil }
        let terminal = environment["TERM"]
        let isDumb = terminal == nil || terminal == Array("dumb".utf8)
        return isAccessible || isDumb ? .lines : .rewritten(columns: columns)
    }

    /// Returns the up-to-date mail of these accounts, and reports problems and work that takes long. At the prompt,
    /// Ctrl-C stops the waiting but not the work.
    mutating func view(of accounts: [MailAccount]) throws(CommandFailure) -> IndexedMail {
        let view = try refreshedView(of: accounts)
        for problem in view.problems { printError(problem) }
        report(view.obstacle)
        return view
    }

    private mutating func refreshedView(of accounts: [MailAccount]) throws(CommandFailure) -> IndexedMail {
        let now = clock.now()
        var report = progressStyle.map { ProgressReport($0, clock) }
        if report != nil { output.flush() }
        var errors = errors
        let input = input
        let session = isInteractive ? session : nil
        let advice = session.flatMap { $0.hasExplainedWaiting ? nil : ProgressReport.goesOn }
        report?.advice = advice
        defer {
            report?.finish(on: &errors)
            if let report, advice != nil, report.advice == nil { session?.hasExplainedWaiting = true }
            self.errors = errors
        }
        return try IndexedMail(accounts, at: now) { (account) throws(CommandFailure) in
            func tell(_ progress: IndexRefresh.Progress) {
                report?.update(account.name.text, progress.done, progress.total, on: &errors)
            }
            if let session {
                try session.refreshIndex(of: account, at: now, input, tell)
            } else {
                try account.refreshIndex(at: now, progress: tell)
            }
        }
    }
}
