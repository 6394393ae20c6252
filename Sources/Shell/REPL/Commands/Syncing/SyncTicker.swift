internal import Accounts
internal import MailEngine
internal import MailIndexing
internal import Platform
internal import Reconciliation
internal import Terminal

/// Reports the progress of a sync while the user waits for it.
struct SyncTicker {
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
        guard let (account, news) = tracker.latest else { return }
        switch news {
        case .mail(let progress):
            if progress.total > 0 {
                fetching.update(
                    account.text, progress.done, progress.total, octets: progress.octets, on: &errors)
            } else if let words = progress.words {
                fetching.update(account.text, words, on: &errors)
            }
        case .index(let progress):
            fetching.finish(on: &errors)
            if indexing == nil { indexing = ProgressReport(style, clock) }
            indexing?.update(account.text, progress.done, progress.total, on: &errors)
        case .end: break
        }
    }

    mutating func finish(on errors: inout Output) {
        fetching.finish(on: &errors)
        indexing?.finish(on: &errors)
    }
}

extension SyncProgress {
    /// The current work if it cannot be counted; otherwise `nil`.
    var words: String? {
        switch phase {
        case .idle, .failed, .signedOut, .syncingBodies: nil
        case .connecting: "connecting"
        case .authenticating: "signing in"
        case .renewingToken: "asking for a new token"
        case .syncingFolders: "looking for mailboxes"
        case .syncingHeaders: "looking for changes"
        case .waiting: "the connection ended; reconnecting in \(pause.components.seconds) seconds"
        }
    }
}
