import MailTestSupport
import Outbox
import Testing

/// A model of how a message is sent, for a search of all its states.
///
/// Two homes of an account, of which the second is a copy of the first, each with two prompts and two senders; a server
/// that may be late; and faults at each step: processes are killed, connections are lost, the clock is set, homes are
/// copied and restored. The sidecar is changed by the functions of the product. The model has only the order of the
/// effects: which file is written, when the server receives what.
struct OutboxModel: SearchedSystem {
    typealias State = OutboxModelState

    /// What can happen at most before a state.
    struct Bounds: CustomTestStringConvertible {
        var name = ""
        var homes = 1
        var sessions = 1
        var senders = 1
        var orders = 2
        var kills = 1
        var failures = 1
        var hasBackup = false
        /// Whether time passes and the clock is set.
        var hasClock = true

        var testDescription: String { name }

        /// What a normal test run visits in a second or two.
        static let small = Bounds(name: "a part", senders: 2, hasBackup: true)
        static let whole: [Bounds] = [
            Bounds(name: "a prompt and a clock", kills: 2, failures: 2),
            Bounds(name: "two prompts", sessions: 2, orders: 3, kills: 2, hasClock: false),
            Bounds(name: "two senders", sessions: 0, senders: 2, kills: 3, failures: 2, hasBackup: true),
            Bounds(name: "a copy", homes: 2, sessions: 0, orders: 3, hasClock: false),
            Bounds(name: "a copy and prompts", homes: 2, hasClock: false),
            Bounds(
                name: "everything", homes: 2, sessions: 2, senders: 2, orders: 2, kills: 2, failures: 2, hasBackup: true
            ),
        ]
    }

    /// A rule that the model leaves out, so that a promise is broken.
    enum Omission: CaseIterable {
        /// The attempt is not recorded before the final dot.
        case commit
        /// A second sender does not respect the lock.
        case senderLock
        /// Copies of a home are not noticed.
        case hold
        /// A sender that was killed is taken for one that has sent nothing.
        case abandonment
        /// A window whose prompt has ended ends as if the user had let it pass.
        case returnOfUnwatched
        /// A window ends for whatever message the draft is now.
        case outboxNumber
        /// The copy in Sent is placed without a record of its staging.
        case filingPhase
        /// The undo window counts the time on the clock.
        case countdown
        /// A planned message is claimed at any time.
        case plan
    }

    enum Step: CustomStringConvertible {
        case change(SidecarTransitionTable.Change, home: Int)
        case wake(session: Int, isLong: Bool, home: Int)
        case endWindow(session: Int, home: Int)
        case undo(session: Int, home: Int)
        case killSession(Int, home: Int)
        case sender(Int, String, home: Int)
        case killSender(Int, isDotOut: Bool, home: Int)
        case recover(home: Int)
        case settle(isKilled: Bool, home: Int)
        case uploadCopy(home: Int)
        case copyHome, backUp, restore
        case clock(Int)
        case late(isAccepted: Bool)

        var description: String {
            switch self {
            case .change(let change, let home): "home \(home): the user: \(change)"
            case .wake(let session, let isLong, let home):
                "home \(home): session \(session) wakes \(isLong ? "after a day" : "after a tick")"
            case .endWindow(let session, let home): "home \(home): session \(session) ends its window"
            case .undo(let session, let home): "home \(home): session \(session) undoes"
            case .killSession(let session, let home): "home \(home): session \(session) is killed"
            case .sender(let sender, let what, let home): "home \(home): sender \(sender) \(what)"
            case .killSender(let sender, let isDotOut, let home):
                "home \(home): sender \(sender) is killed\(isDotOut ? ", its dot is on the way" : "")"
            case .recover(let home): "home \(home): the store is opened"
            case .settle(let isKilled, let home): "home \(home): the copy is noticed\(isKilled ? ", killed" : "")"
            case .uploadCopy(let home): "home \(home): a sync uploads the copy in Sent"
            case .copyHome: "home 0 is copied to home 1"
            case .backUp: "home 0 is backed up"
            case .restore: "home 0 is restored"
            case .clock(let moment): "the time is moment \(moment)"
            case .late(let isAccepted): "the server \(isAccepted ? "accepts" : "drops") a late message"
            }
        }
    }

    let bounds: Bounds
    let omission: Omission?
    var table = SidecarTransitionTable()

    init(_ bounds: Bounds, without omission: Omission? = nil) {
        self.bounds = bounds
        self.omission = omission
    }

    /// Searches at most about `limit` states. This module is always optimized, and tests need not be.
    static func search(
        _ bounds: Bounds, without omission: Omission? = nil, capacity: Int = 1 << 16, limit: Int
    ) -> (search: StateSearch<OutboxModel>, counterexample: StateSearch<OutboxModel>.Counterexample?) {
        var search = StateSearch(OutboxModel(bounds, without: omission), capacity: capacity)
        let counterexample = search.run(limit: limit)
        return (search, counterexample)
    }

    var initial: State { State() }
    func digest(of state: State) -> UInt64 { state.digest }

    mutating func expand(_ state: State, into found: inout [(step: Step, state: State)]) {
        for home in 0..<bounds.homes where state.homes[home].disk.place != .nothing || state.homes[home].disk.copies > 0
        {
            if state.homes[home].isMoved {
                settle(state, home, &found)
            } else {
                expandUser(state, home, &found)
                expandSenders(state, home, &found)
            }
        }
        expandEnvironment(state, &found)
    }

    // MARK: - Promises

    mutating func fault(in state: State) -> String? {
        switch state.fault {
        case .none: break
        case .sentEarly: return "PS7: a planned message was sent before its time"
        case .expiredEarly: return "PS7: a message expired because the clock was set"
        case .windowCutShort: return "PS2: an undo window ended before its time"
        case .windowOfAnother: return "PS2: a session ended the undo window of another"
        }
        if state.accepted > state.orders - state.withdrawn {
            return
                "PS1, PS2: accepted \(state.accepted) times, for \(state.orders) orders, \(state.withdrawn) withdrawn"
        }
        for (number, home) in state.homes.enumerated() where home.disk.place == .nothing {
            let disk = home.disk
            if number == 0, disk.copies == 0 { return "PS4: home \(number) has neither the message nor a copy" }
            if disk.copies > 0, state.accepted == 0, !state.isConfirmed {
                return "PS4: home \(number) has the message in Sent only, but it was not delivered"
            }
        }
        for (number, home) in state.homes.enumerated() where home.disk.copies > 1 {
            return "PS5: home \(number) has \(home.disk.copies) copies in Sent"
        }
        return nil
    }
}
