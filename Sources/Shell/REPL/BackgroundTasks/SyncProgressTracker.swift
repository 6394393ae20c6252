internal import Accounts
internal import JSONText
internal import MailEngine
internal import MailIndexing
internal import Reconciliation
private import Synchronization

/// What the sync of an account is doing.
struct SyncStep: Sendable {
    /// Whether the index is updated with the fetched messages.
    var isIndexing = false
    /// The current work, if it cannot be counted.
    var words: String?
    /// The number of messages that are done, out of `total`, and their size in bytes.
    var done = 0
    var total = 0
    var octets = 0
    var isOver = false
    /// Returns the progress of the sync that has to end first.
    var progressOfOther: (@Sendable () -> SyncProgress?)?

    /// The account is used by another sync, of which `progress` returns the progress.
    static func waiting(_ progress: @escaping @Sendable () -> SyncProgress?) -> SyncStep {
        SyncStep(words: "waiting for the sync that is running", progressOfOther: progress)
    }

    static let end = SyncStep(isOver: true)

    static func fetching(_ progress: SyncProgress) -> SyncStep {
        SyncStep(
            words: progress.words, done: progress.done, total: progress.total, octets: progress.octets,
            isOver: progress.isOver)
    }

    static func indexing(_ progress: IndexRefresh.Progress) -> SyncStep {
        SyncStep(isIndexing: true, done: progress.done, total: progress.total)
    }
}

/// Tracks the progress of a sync's accounts. May be used on any thread.
final class SyncProgressTracker: Sendable {
    private let state = Mutex<[(account: AccountName, step: SyncStep)]>([])

    func show(_ account: AccountName, _ step: SyncStep) {
        state.withLock { state in
            if let index = state.firstIndex(where: { $0.account == account }) {
                state[index].step = step
            } else {
                state.append((account, step))
            }
        }
    }

    /// The progress of one account until it is done, then of the next one, so that the display does not jump between
    /// them.
    var latest: (account: AccountName, step: SyncStep)? {
        guard let latest = state.withLock({ state in state.first { !$0.step.isOver } }) else { return nil }
        guard let other = latest.step.progressOfOther?(), !other.isOver else { return latest }
        return (latest.account, .fetching(other))
    }
}

extension SyncProgress {
    fileprivate var isOver: Bool { phase == .idle || phase == .failed || phase == .signedOut }

    /// The current work if it cannot be counted; otherwise `nil`.
    fileprivate var words: String? {
        switch phase {
        case .idle, .failed, .signedOut, .syncingBodies: nil
        case .connecting: "connecting"
        case .authenticating: "signing in"
        case .renewingToken: "asking for a new token"
        case .syncingFolders: "looking for mailboxes"
        case .syncingHeaders: "looking for changes"
        case .waitingForProcess: "waiting for another petrel"
        case .waiting: "the connection ended; reconnecting in \(pause.components.seconds) seconds"
        }
    }
}

// MARK: - Between processes

extension SyncStep {
    /// Reads the progress of an account that a worker sent; `nil` if it is not valid.
    static func reported(_ object: JSONObject) -> (account: AccountName, step: SyncStep)? {
        guard let account = object["account"]?.string.flatMap({ AccountName($0) }) else { return nil }
        func number(_ name: String) -> Int { object[name]?.integer.flatMap { Int(exactly: $0) } ?? 0 }
        let step = SyncStep(
            isIndexing: object["indexing"]?.bool ?? false, words: object["words"]?.string, done: number("done"),
            total: number("total"), octets: number("bytes"))
        return (account, step)
    }

    func object(of account: AccountName) -> JSONObject {
        JSONObject([
            ("account", .string(account.text)), ("indexing", .bool(isIndexing)),
            ("words", words.map { .string($0) } ?? .null), ("done", .integer(done)), ("total", .integer(total)),
            ("bytes", .integer(octets)),
        ])
    }
}
