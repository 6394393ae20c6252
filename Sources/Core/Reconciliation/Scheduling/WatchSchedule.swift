public import MailTypes

/// Decides what a watched account does next: sync, listen for changes, or pause after a failure.
///
/// All times are on a monotonic clock. The caller reports events, asks for the next action, performs it, and stops a
/// waiting action early when another event happens.
public struct WatchSchedule: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// Sync these mailboxes; `nil` for all.
        case sync(Set<MailboxName>?)
        /// Wait for changes until this time, in IDLE if the server supports it.
        case listen(until: Duration)
        /// Wait until this time before connecting again.
        case pause(until: Duration)
    }

    /// Why a sync or an attempt to listen ended.
    public enum Failure: Hashable, Sendable {
        /// The server cannot be reached, or the connection was lost.
        case connection
        /// The server rejected the credentials, or there are none. Trying again soon may lock the user out.
        case credentials
        /// Another process is syncing the account.
        case busy
    }

    public enum Event: Hashable, Sendable {
        /// The sync that `next` requested has ended. `hasChanged`: whether it changed anything.
        case synced(hasChanged: Bool)
        case failed(Failure)
        /// The connection ended while waiting for changes.
        case lost
        /// The server has begun to report the changes of all mailboxes, or reports only those of the inbox now.
        /// `isUnchanged`: nothing has changed between the beginning of the last sync and the first report.
        case listening(ofAllMailboxes: Bool, isUnchanged: Bool = false)
        /// The server reported a change of the inbox; with `isElsewhere`, of another mailbox.
        case changedOnServer(isElsewhere: Bool)
        /// The inbox may have changed between the last sync and the beginning of IDLE.
        case changedPerhaps
        /// Another program changed files of these mailboxes.
        case changedHere(Set<MailboxName>)
        /// Links, addresses or routes changed, or the machine was resumed.
        case networkChanged
        /// The user asks for a sync of all mailboxes.
        case requested
    }

    /// The delay after a local change, in which further changes are gathered.
    public static let settling = Duration.milliseconds(100)
    /// The first and the longest pause after a failed connection.
    public static let pauses = (first: Duration.seconds(2), longest: Duration.seconds(60))
    /// The pause after the credentials were rejected.
    public static let credentialPause = Duration.seconds(15 * 60)
    private static let busyPause = Duration.seconds(2)
    /// If the connection was not lost for this long, its loss is answered with an immediate attempt.
    private static let stability = Duration.seconds(10)
    /// The longest delay of a sync if the server keeps reporting changes where there are none.
    private static let longestDelay = Duration.seconds(10)

    /// The shortest interval of polls while the server reports the changes of all mailboxes. They would find only what a
    /// report has missed.
    private static let rarePolling = Duration.seconds(30 * 60)

    private let polling: Duration
    /// Whether the server reports the changes of all mailboxes.
    public private(set) var hearsOfAllMailboxes = false
    /// When all mailboxes are synced next.
    private var nextPoll: Duration
    /// The mailboxes to sync before that, and when.
    private var due: Set<MailboxName> = []
    private var dueTime: Duration = .zero
    /// The mailboxes of the running or the last sync, or `nil` for all.
    private var running: Set<MailboxName>?
    private var isRunning = false
    private var pauseEnd: Duration?
    /// Whether only the user can end the reason of the pause.
    private var awaitsUser = false
    private var failures = 0
    /// When the connection was last lost.
    private var lastLoss: Duration?
    /// The number of syncs in a row that the server caused and that found nothing.
    private var idleSyncs = 0
    private var isCausedByServer = false
    private var isDoubted = false

    /// `polling`: the interval at which all mailboxes are synced, unless the server reports their changes. The first sync
    /// is due at once.
    public init(polling: Duration, at now: Duration) {
        self.polling = polling
        nextPoll = now
    }

    /// Begins with a pause, because the credentials were rejected before.
    public mutating func awaitUser(until end: Duration) {
        pauseEnd = end
        awaitsUser = true
    }

    /// Returns what to do now.
    public mutating func next(at now: Duration) -> Action {
        if let pauseEnd, now < pauseEnd { return .pause(until: pauseEnd) }
        pauseEnd = nil
        if now >= nextPoll { return begin(nil) }
        if !due.isEmpty, now >= dueTime { return begin(due) }
        return .listen(until: due.isEmpty ? nextPoll : min(nextPoll, dueTime))
    }

    private mutating func begin(_ mailboxes: Set<MailboxName>?) -> Action {
        isRunning = true
        running = mailboxes
        due = []
        return .sync(mailboxes)
    }

    /// Takes an event into account. `jitter` from 0 to 1 shortens the pause after a failure by up to a half, so that
    /// many clients do not reconnect at the same time, and of many accounts one soon finds that the server is back.
    public mutating func take(_ event: Event, at now: Duration, jitter: Double = 0) {
        switch event {
        case .synced(let hasChanged): end(hasChanged, now)
        case .failed(let failure): fail(failure, now, jitter)
        case .lost:
            let isStable = now - (lastLoss ?? now - Self.stability) >= Self.stability
            lastLoss = now
            guard isStable else { return fail(.connection, now, jitter) }
            nextPoll = now
        case .listening(let ofAllMailboxes, let isUnchanged):
            hearsOfAllMailboxes = ofAllMailboxes
            if !ofAllMailboxes {
                nextPoll = min(nextPoll, now + polling)
            } else if isUnchanged, running == nil {
                nextPoll = now + interval
            } else {
                // One more sync finds what changed before the first report.
                nextPoll = now
            }
        case .changedOnServer(let isElsewhere):
            isCausedByServer = true
            if isElsewhere {
                nextPoll = min(nextPoll, now + delay)
            } else {
                add([.inbox], at: now + delay)
            }
        case .changedPerhaps:
            // One more sync settles the doubt. If it arises again, the server's numbers are not reliable.
            guard !isDoubted else { return }
            isDoubted = true
            add([.inbox], at: now)
        case .changedHere(let mailboxes): add(mailboxes, at: now + Self.settling)
        case .networkChanged:
            guard pauseEnd != nil, !awaitsUser else { return }
            pauseEnd = nil
            failures = 0
            nextPoll = now
        case .requested:
            pauseEnd = nil
            awaitsUser = false
            nextPoll = now
        }
    }

    /// The interval at which all mailboxes are synced.
    private var interval: Duration { hearsOfAllMailboxes ? max(polling, Self.rarePolling) : polling }

    private mutating func end(_ hasChanged: Bool, _ now: Duration) {
        let wasComplete = isRunning && running == nil
        isRunning = false
        failures = 0
        awaitsUser = false
        if wasComplete {
            nextPoll = now + interval
            isDoubted = false
        }
        if hasChanged { isDoubted = false }
        idleSyncs = isCausedByServer && !hasChanged ? idleSyncs + 1 : 0
        isCausedByServer = false
    }

    private mutating func fail(_ failure: Failure, _ now: Duration, _ jitter: Double) {
        if isRunning, let running { due.formUnion(running) }
        isRunning = false
        isCausedByServer = false
        awaitsUser = failure == .credentials
        switch failure {
        case .connection:
            pauseEnd = now + Self.pause(after: failures) * (1 - jitter / 2)
            failures += 1
        case .credentials: pauseEnd = now + Self.credentialPause
        case .busy: pauseEnd = now + Self.busyPause
        }
        // Whatever happened meanwhile, the next sync must look at everything.
        nextPoll = pauseEnd ?? now
    }

    private static func pause(after failures: Int) -> Duration {
        min(pauses.first * (1 << min(failures, 10)), pauses.longest)
    }

    /// The delay of a sync that the server causes: none, unless earlier ones found nothing.
    private var delay: Duration {
        idleSyncs < 2 ? .zero : min(.milliseconds(50) * (1 << min(idleSyncs, 10)), Self.longestDelay)
    }

    private mutating func add(_ mailboxes: Set<MailboxName>, at time: Duration) {
        dueTime = due.isEmpty ? time : min(dueTime, time)
        due.formUnion(mailboxes)
    }
}
