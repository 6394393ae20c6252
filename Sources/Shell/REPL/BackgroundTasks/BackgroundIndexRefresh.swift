internal import Accounts
internal import MailEngine
internal import MailTypes
private import Synchronization

/// An index that is brought up to date on another thread, so that nobody has to wait for the end of it.
final class BackgroundIndexRefresh: Sendable {
    private final class News: Sendable {
        let latest = Mutex<IndexRefresh.Progress?>(nil)
    }

    private let news = News()
    private let work: BackgroundTask<Result<Void, CommandFailure>>

    /// `finished` is called on that thread.
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

    /// How far it has come; `nil` where nobody knows yet how much there is.
    var progress: IndexRefresh.Progress? { news.latest.withLock(\.self) }

    /// `nil` as long as it is under way.
    var result: Result<Void, CommandFailure>? { work.value }

    /// Waits for the end of it, and tells meanwhile how far it has come. `nil` as soon as that is not wanted any more.
    func wait(
        unless isStopped: () -> Bool, _ tell: (IndexRefresh.Progress) -> Void
    ) -> Result<Void, CommandFailure>? {
        work.wait {
            if let progress { tell(progress) }
            return isStopped()
        }
    }
}

extension PromptSession {
    /// Brings the index of an account up to date. Ctrl-C ends the waiting: the work goes on, and its end is told.
    func refreshIndex(
        of account: MailAccount, at now: Instant, _ input: LineInput, _ tell: (IndexRefresh.Progress) -> Void
    ) throws(CommandFailure) {
        // One that was begun before does not know what has come since.
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

    /// What is to be told of those that nobody waited for and that have ended.
    func endedIndexing() -> [String] {
        indexing.sorted { $0.key < $1.key }.compactMap { name, refreshing in
            guard let result = refreshing.result else { return nil }
            indexing[name] = nil
            return IndexingLine.ended(name, refreshing, result)
        }
    }
}

/// What is said of an index that is made in the background.
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
            let count = refreshing.progress.map { ", \($0.total) message\($0.total == 1 ? "" : "s")" } ?? ""
            return "* The mail of \(name) is indexed\(count). Type: list"
        case .failure(let failure): return "! The mail of \(name) is not indexed. \(failure.message)"
        }
    }
}
