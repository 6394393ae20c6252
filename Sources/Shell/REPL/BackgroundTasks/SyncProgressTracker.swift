internal import Accounts
internal import MailEngine
internal import MailIndexing
internal import Reconciliation
private import Synchronization

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
