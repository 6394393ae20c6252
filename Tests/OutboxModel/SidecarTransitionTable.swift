import MailTypes
import Outbox
import SMTPProtocol

@testable import MailEngine
@testable import MaildirStore

/// The sidecars of a model. Each is known by a number, so that a state of the model is small. All changes are made by
/// the functions of the product, once for each sidecar, change and time.
struct SidecarTransitionTable {
    enum Change: UInt8, CaseIterable {
        /// The user sends the draft: in a session that can undo it, at once, or for a later time.
        case sendFromFirst, sendFromSecond, sendNow, sendLater
        case endWindow, takeBack, retry, confirm, release, hold
        /// A sender's steps.
        case abandon, expire, noteUptime, claim, commit, beginFiling
        /// The results of an attempt.
        case accept, refuse, postpone, lose, noConnection
    }

    /// What the model asks about a sidecar, at one time.
    struct Facts {
        let state: SubmissionState
        let phase: DeliveryProgress.Phase?
        let isPlanned: Bool
        let isDue: Bool
        let isTooOld: Bool
        let lacksUptime: Bool
        let number: UInt8
        /// The session that can undo sending, counted from 1; 0 if there is none.
        let undo: UInt8
    }

    /// The times of the model. All are on one machine that runs without a restart.
    static let moments: [DateAndUptime] = [
        // The order, ten minutes later, the clock set forward and back then, and a day later.
        moment(0, uptime: 0), moment(600, uptime: 600), moment(day, uptime: 600), moment(-day, uptime: 600),
        moment(day, uptime: day),
    ]

    private static func moment(_ seconds: Int64, uptime: Int64) -> DateAndUptime {
        DateAndUptime(Instant(seconds: start + seconds), Uptime(boot: "boot", seconds: 5000 + uptime))
    }

    private static let start: Int64 = 1_760_000_000
    /// More than the age at which a message fails, in seconds.
    private static let day: Int64 = 25 * 3600
    /// The time of a planned message, between the first two moments.
    static let planned = Instant(seconds: start + 300)
    static let sessions = (1...2).map { DraftID(random: Array(repeating: UInt8($0), count: 16)) }

    private(set) var sidecars: [Sidecar] = []
    private var numbers: [[UInt8]: Int] = [:]
    /// By sidecar, change and moment. -1: impossible. -2: not computed yet.
    private var results: [Int32] = []
    private var facts: [Facts?] = []

    static let draft = 0

    init() {
        var draft = Sidecar(
            draftID: DraftID(random: Array(repeating: 7, count: 16)), hash: ContentHash(high: 1, low: 2), size: 300,
            revision: 1, isDraft: true, sendState: .none)
        draft.draftNumber = 1
        _ = number(of: draft)
    }

    private mutating func number(of sidecar: Sidecar) -> Int {
        // The revision matters only for which file wins; without it, there are fewer states.
        var sidecar = sidecar
        sidecar.revision = 1
        let octets = sidecar.octets
        if let known = numbers[octets] { return known }
        numbers[octets] = sidecars.count
        sidecars.append(sidecar)
        results += Array(repeating: -2, count: Change.allCases.count * Self.moments.count)
        facts += Array(repeating: nil, count: Self.moments.count)
        return sidecars.count - 1
    }

    mutating func facts(_ sidecar: Int, at moment: Int) -> Facts {
        let index = sidecar * Self.moments.count + moment
        if let known = facts[index] { return known }
        let (one, now) = (sidecars[sidecar], Self.moments[moment])
        let found = Facts(
            state: one.submission, phase: one.attempt?.phase, isPlanned: one.plannedTime(at: now) != nil,
            isDue: one.isDue(at: now.date) || one.waitsForServer,
            isTooOld: one.queuedMoment != nil && one.wait(until: now) >= RetrySchedule.maximumAge,
            lacksUptime: one.queuedMoment.map { $0.uptime == nil } ?? false, number: UInt8(one.outboxNumber ?? 0),
            undo: UInt8((one.undo.flatMap { Self.sessions.firstIndex(of: $0.session) } ?? -1) + 1))
        facts[index] = found
        return found
    }

    /// Returns the sidecar after a change, or `nil` if the product does not allow it. `order` is the number that a new
    /// order gets in the outbox.
    mutating func after(_ change: Change, _ sidecar: Int, at moment: Int, order: Int = 0) -> Int? {
        // Orders differ by their number as well, and are few.
        if change.rawValue <= Change.sendLater.rawValue {
            return sent(sidecars[sidecar], change, at: Self.moments[moment], order: order)
        }
        let index = (sidecar * Change.allCases.count + Int(change.rawValue)) * Self.moments.count + moment
        if results[index] == -2 {
            var next = sidecars[sidecar]
            let isDone = Self.apply(change, to: &next, at: Self.moments[moment])
            let result = isDone ? Int32(number(of: next)) : -1
            results[index] = result
        }
        return results[index] == -1 ? nil : Int(results[index])
    }

    private mutating func sent(_ draft: Sidecar, _ change: Change, at moment: DateAndUptime, order: Int) -> Int? {
        guard draft.isDraft else { return nil }
        var next = draft
        next.enqueue(at: moment.date)
        next.queuedMoment = moment
        next.outboxNumber = order
        switch change {
        case .sendFromFirst: next.undo = UndoWindowOwner(session: Self.sessions[0], window: 1)
        case .sendFromSecond: next.undo = UndoWindowOwner(session: Self.sessions[1], window: 1)
        case .sendLater: next.sendAfter = Self.planned
        default: break
        }
        return number(of: next)
    }

    private static func apply(_ change: Change, to sidecar: inout Sidecar, at moment: DateAndUptime) -> Bool {
        let now = moment.date
        switch change {
        case .sendFromFirst, .sendFromSecond, .sendNow, .sendLater: return false
        case .endWindow:
            sidecar.undo = nil
            return true
        case .takeBack:
            guard sidecar.sendState == .none || sidecar.submission.after(.takeBack) != nil else { return false }
            sidecar.becomeDraft()
            return true
        case .retry: return sidecar.requeue(at: moment)
        case .confirm: return sidecar.confirm(at: now)
        case .release: return sidecar.hold != nil && sidecar.release(at: moment, nil)
        case .hold: return sidecar.hold(because: .copied)
        case .abandon: return sidecar.abandon(because: "lost")
        case .expire: return sidecar.expire(because: "too old")
        case .noteUptime:
            guard let queued = sidecar.queuedMoment, let uptime = moment.uptime else { return false }
            let age = max(0, now.seconds - queued.date.seconds)
            sidecar.queuedMoment = DateAndUptime(queued.date, Uptime(boot: uptime.boot, seconds: uptime.seconds - age))
            return true
        case .claim: return sidecar.claim(at: moment)
        case .commit: return sidecar.commit(for: ["ana@example.org"])
        case .beginFiling:
            guard sidecar.submission == .sent, var attempt = sidecar.attempt else { return false }
            attempt.phase = .filing
            sidecar.attempt = attempt
            return true
        case .noConnection:
            let result = AttemptResult.unreachable(after: sidecar.retryCount)
            return sidecar.note(result, because: "no server", at: moment)
        case .accept, .refuse, .postpone, .lose:
            let result = AttemptResult(of: [delivery(change)], after: sidecar.retryCount)
            let accepted = change == .accept ? ["ana@example.org"] : []
            return sidecar.end(result, accepted: accepted, because: change == .accept ? nil : "why", at: now)
        }
    }

    private static func delivery(_ change: Change) -> DeliveryResult {
        let outcome: DeliveryResult.Outcome =
            switch change {
            case .accept: .accepted(Reply(code: 250, lines: []))
            case .refuse: .notSent(SMTPFailure(.end, .reply(Reply(code: 550, lines: [])), .message, .never))
            case .lose: .unknown(SMTPFailure(.end, .lost(.broken), .connection, .later(after: nil)))
            default: .notSent(SMTPFailure(.content, .lost(.broken), .connection, .later(after: nil)))
            }
        return DeliveryResult(outcome, [], isReusable: false)
    }
}
