internal import Accounts
internal import MailEngine
internal import MailIndexing
internal import MailTypes
private import Synchronization

/// Updates an index on another thread, so that the user need not wait.
final class BackgroundIndexRefresh: Sendable {
    private final class News: Sendable {
        let latest = Mutex<IndexRefresh.Progress?>(nil)
    }

    private let news = News()
    private let work: BackgroundTask<Result<Void, CommandFailure>>

    /// `finished` is called on the other thread.
    init(_ account: MailAccount, at now: Instant, finished: @escaping @Sendable () -> Void) {
        work = BackgroundTask(
            { [news] in
                do throws(CommandFailure) {
                    return .success(
                        try account.refreshIndex(at: now) { progress in news.latest.withLock { $0 = progress } })
                } catch {
                    return .failure(error)
                }
            }, finished: finished)
    }

    /// The progress; `nil` while the total is unknown.
    var progress: IndexRefresh.Progress? { news.latest.withLock(\.self) }

    /// `nil` while the work is in progress.
    var result: Result<Void, CommandFailure>? { work.value }

    /// Waits for the end and reports progress. Returns `nil` as soon as `isStopped` returns `true`.
    func wait(
        unless isStopped: () -> Bool, _ tell: (IndexRefresh.Progress) -> Void
    ) -> Result<Void, CommandFailure>? {
        work.wait {
            if let progress { tell(progress) }
            return isStopped()
        }
    }
}

extension PromptState {
    /// Updates the index of an account. Ctrl-C stops the waiting; the work continues, and its end is reported.
    func refreshIndex(
        of account: MailAccount, at now: Instant, _ input: LineInput, _ tell: (IndexRefresh.Progress) -> Void
    ) throws(CommandFailure) {
        // A refresh that began earlier does not include mail that has arrived since.
        for refreshing in [indexing[account.name], nil] {
            let isOld = refreshing != nil
            let refreshing = refreshing ?? BackgroundIndexRefresh(account, at: now, finished: input.wake)
            guard let result = refreshing.wait(unless: input.isStopped, tell) else {
                indexing[account.name] = refreshing
                throw CommandFailure(.interrupted, "interrupted", IndexingLine.goesOn(account.name, refreshing))
            }
            indexing[account.name] = nil
            try result.get()
            if !isOld { return }
        }
    }

    /// Returns the reports of refreshes that ended in the background.
    func endedIndexing() -> [String] {
        indexing.sorted { $0.key < $1.key }.compactMap { name, refreshing in
            guard let result = refreshing.result else { return nil }
            indexing[name] = nil
            return IndexingLine.ended(name, refreshing, result)
        }
    }
}

/// The message about an index that is updated in the background.
private enum IndexingLine {
    static func goesOn(_ name: AccountName, _ refreshing: BackgroundIndexRefresh) -> String {
        let count = refreshing.progress.map { " (\($0.done) of \($0.total) messages)" } ?? ""
        return
            "Stopped waiting. The mail of \(name) is indexed in the background\(count). petrel reports when it is done."
    }

    static func ended(
        _ name: AccountName, _ refreshing: BackgroundIndexRefresh, _ result: Result<Void, CommandFailure>
    ) -> String {
        switch result {
        case .success:
            let count = refreshing.progress.map { ", \($0.total.counted("message"))" } ?? ""
            return "* The mail of \(name) is indexed\(count). Type: list"
        case .failure(let failure): return "! The mail of \(name) is not indexed. \(failure.message)"
        }
    }
}
