internal import Accounts
internal import MailEngine
internal import MailIndexing
internal import Platform
internal import Reconciliation
private import Synchronization
internal import Terminal

/// Tracks the progress of a sync's accounts. May be used on any thread.
final class SyncProgressTracker: Sendable {
    enum News {
        case mail(SyncProgress)
        /// The index is updated with the fetched messages.
        case index(IndexRefresh.Progress)
        case end
    }

    private let state = Mutex<[(account: AccountName, news: News)]>([])

    func show(_ account: AccountName, _ news: News) {
        state.withLock { state in
            if let index = state.firstIndex(where: { $0.account == account }) {
                state[index].news = news
            } else {
                state.append((account, news))
            }
        }
    }

    /// The progress of one account until it is done, then of the next one, so that the display does not jump between
    /// them.
    var latest: (account: AccountName, news: News)? {
        state.withLock { state in state.first { !$0.news.isOver } }
    }
}

extension SyncProgressTracker.News {
    fileprivate var isOver: Bool {
        switch self {
        case .mail(let progress):
            progress.phase == .idle || progress.phase == .failed || progress.phase == .signedOut
        case .index: false
        case .end: true
        }
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

    mutating func update(_ board: SyncProgressTracker, on errors: inout Output) {
        guard let (account, news) = board.latest else { return }
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
