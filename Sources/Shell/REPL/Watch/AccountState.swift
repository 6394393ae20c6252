internal import Accounts
internal import JSONText
internal import MailClients
internal import MailTypes
private import Synchronization

/// What the worker of a home last reported about an account.
struct AccountState: Hashable, Sendable {
    let account: String
    /// "listening", "syncingFolders" and so on; "paused" after a failure.
    var phase: String
    /// Since when, as in JSON.
    var since: String
    /// Why the account is paused.
    var problem: String?
    var reason: String?
    /// When it is tried again, as in JSON.
    var until: String?
    /// The connections in use, and the requests that wait for one; `nil` if only the worker knows them.
    var connections: Int?
    var waiting: Int?

    /// The same with the connections that the limiter of the worker counts.
    func counted(by limiter: ConnectionLimiter) -> AccountState {
        var state = self
        let usage = limiter.usage(of: account)
        (state.connections, state.waiting) = (usage.inUse, usage.waiting)
        return state
    }

    var isSyncing: Bool { !["listening", "polling", "idle", Self.paused, "signedOut", "failed"].contains(phase) }

    /// What the account does, for people: "waiting for new mail".
    var words: String {
        switch phase {
        case "listening": "waiting for new mail"
        case "polling": "looking for new mail every few minutes"
        case "connecting", "authenticating", "renewingToken": "connecting"
        case "syncingFolders", "syncingHeaders", "syncingBodies": "syncing"
        case "waiting", Self.paused: "waiting for the next try"
        case "signedOut": "signed out"
        default: "idle"
        }
    }

    var isOffline: Bool { phase == Self.paused && reason == WatchEvent.Reason.connection.rawValue }

    static let paused = "paused"

    init(account: String, phase: String, since: String) {
        (self.account, self.phase, self.since) = (account, phase, since)
    }

    // MARK: - Between processes

    init?(_ object: JSONObject) {
        guard let account = object["account"]?.string, let phase = object["phase"]?.string,
            let since = object["since"]?.string
        else { return nil }
        (self.account, self.phase, self.since) = (account, phase, since)
        problem = object["problem"]?.string
        reason = object["reason"]?.string
        until = object["until"]?.string
        connections = object["connections"]?.integer.flatMap { Int(exactly: $0) }
        waiting = object["waiting"]?.integer.flatMap { Int(exactly: $0) }
    }

    var object: JSONObject {
        func value(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return JSONObject([
            ("account", .string(account)), ("phase", .string(phase)), ("since", .string(since)),
            ("problem", value(problem)), ("reason", value(reason)), ("until", value(until)),
            ("connections", connections.map { .integer($0) } ?? .null),
            ("waiting", waiting.map { .integer($0) } ?? .null),
        ])
    }
}

/// The states of all accounts, which follow from the events. May be used on any thread.
final class AccountStates: Sendable {
    private let states = Mutex<[String: (state: AccountState, line: WatchEvent)]>([:])

    /// Sorted by name.
    var all: [AccountState] { states.withLock { $0.values.map(\.state) }.sorted { $0.account < $1.account } }

    /// The events that led to these states.
    var lines: [WatchEvent] { states.withLock { $0.values.map(\.line) } }

    func note(_ line: WatchEvent) {
        guard let account = line.account else { return }
        var state = AccountState(account: account, phase: AccountState.paused, since: line.time.iso8601)
        if let phase = line.phase {
            state.phase = phase
        } else {
            // A problem without a pause does not end the work.
            guard line.event == "problem", let members = line.members, let until = members["until"]?.string else {
                return
            }
            state.problem = members["message"]?.string
            state.reason = members["reason"]?.string
            state.until = until
        }
        states.withLock { $0[account] = (state, line) }
    }
}
