internal import Accounts
internal import Platform
internal import Terminal

/// Reports the progress of a sync while the user waits for it.
struct SyncProgressDisplay {
    private let style: ProgressReport.Style
    private let clock: any Clock
    private var fetching: ProgressReport
    private var indexing: ProgressReport?

    /// `advice` is shown once if it takes very long.
    init(_ style: ProgressReport.Style, _ clock: any Clock, advice: String?) {
        (self.style, self.clock) = (style, clock)
        fetching = ProgressReport(style, clock, work: .fetching)
        fetching.advice = advice
    }

    var hasAdvised: Bool { fetching.advice == nil }

    mutating func update(_ tracker: SyncProgressTracker, on errors: inout Output) {
        guard let (account, step) = tracker.latest else { return }
        if step.isIndexing {
            fetching.finish(on: &errors)
            if indexing == nil { indexing = ProgressReport(style, clock) }
            indexing?.update(account.text, step.done, step.total, on: &errors)
        } else if step.total > 0 {
            fetching.update(account.text, step.done, step.total, octets: step.octets, on: &errors)
        } else if let words = step.words {
            fetching.update(account.text, words, on: &errors)
        }
    }

    mutating func finish(on errors: inout Output) {
        fetching.finish(on: &errors)
        indexing?.finish(on: &errors)
    }
}
