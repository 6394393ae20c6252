internal import JSONText

/// What the worker of a home does and has done.
struct WorkerStatus: Sendable {
    /// By the names of the accounts.
    var states: [String: AccountState] = [:]
    /// Oldest first.
    var events: [WatchEvent] = []

    init() {}

    init(_ states: [AccountState], _ events: [WatchEvent]) {
        self.states = Dictionary(states.map { ($0.account, $0) }, uniquingKeysWith: { first, _ in first })
        self.events = events
    }

    init(_ object: JSONObject) {
        self.init(
            (object["accounts"]?.array ?? []).compactMap { $0.object.flatMap(AccountState.init) },
            (object["events"]?.array ?? []).compactMap { $0.object.flatMap(WatchEvent.init) })
    }
}
