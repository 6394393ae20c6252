internal import Accounts
internal import JSONText
internal import MailEngine
internal import Terminal

/// The result of a sync as it is reported: by this process, or by the worker that ran it.
struct SyncResult: Sendable {
    let exitCode: ExitCode
    /// Why accounts failed, for programs.
    let failure: CommandFailure?
    let lines: [SyncLine]
    /// The number of new messages in each account's inbox.
    let newMail: [(account: String, count: Int)]
    /// The accounts as JSON, like `sync --json` prints them.
    let accounts: [JSONValue]

    init(_ synced: [AccountSyncResult], _ request: AccountSync.Request) {
        let exitCode = synced.exitCode
        self.exitCode = exitCode
        lines = synced.lines(request)
        newMail = synced.map { ($0.account.name.text, $0.newInInbox) }
        accounts = synced.compactMap(\.json)
        failure = synced.lazy.compactMap(\.report.failure).first.flatMap { first in
            guard exitCode != .done else { return nil }
            return CommandFailure(exitCode, first.isWithoutCredentials ? "noSecret" : "syncFailed", first.sentence)
        }
    }

    /// Whether an account was synced.
    var hasReachedServer: Bool { accounts.contains { $0.object?["ok"]?.bool ?? false } }

    /// The result of a sync that could not begin.
    init(_ failure: CommandFailure) {
        exitCode = failure.exitCode
        self.failure = failure
        lines = [.problem(failure.message)]
        newMail = []
        accounts = []
    }

    /// The result of several syncs, one after the other.
    init(of results: [SyncResult]) {
        let codes = Set(results.map(\.exitCode))
        exitCode = codes.count > 1 ? .someFailed : codes.first ?? .done
        failure = results.lazy.compactMap(\.failure).first
        lines = results.flatMap(\.lines)
        newMail = results.flatMap(\.newMail)
        accounts = results.flatMap(\.accounts)
    }
}

extension AccountSyncResult {
    fileprivate var json: JSONValue? {
        var writer = JSONWriter(Output())
        writer.object { members(to: &$0) }
        return try? JSONReader.value(of: writer.output.contents)
    }
}
