public import MailTypes

/// Appends one message exactly once, even if the connection is lost at any point. Each event returns the next effect.
///
/// The fence is the mailbox's UIDNEXT before the first attempt, and is kept for all attempts: a copy stored by any of
/// them has a UID at or above it, however late it arrived. The message is appended again only after two searches, some
/// time apart, have not found it.
public enum IdempotentAppend: Hashable, Sendable {
    /// The append is recorded in the journal and has not been sent in this session.
    case recorded
    /// The message is being sent. `again`: an earlier attempt may still complete.
    case sending(again: Bool)
    /// The mailbox was missing and is being created.
    case creating(again: Bool)
    /// It is unknown whether the server has the message; petrel searches for it.
    case looking(SearchAttempt)
    case waiting
    /// The server has several copies; all but the one with the highest UID are being removed.
    case sweeping(kept: UID)
    case ended(Outcome)

    public enum SearchAttempt: Hashable, Sendable {
        case first
        /// Some seconds after the first search.
        case second
        /// The server confirmed the message. The search finds its UID and any duplicates.
        case stored(UID?)
    }

    public enum Outcome: Hashable, Sendable {
        /// The message is on the server; `nil` if the server does not report its UID.
        case stored(UID?)
        /// The server rejected the message.
        case refused
    }

    public enum Event: Hashable, Sendable {
        case begin
        /// Continues after another connection or process has ended.
        case resume
        /// The server confirmed the message, with its UID if the server reports it.
        case stored(UID?)
        /// The mailbox does not exist on the server.
        case noMailbox
        case created
        case refused
        /// The connection was lost.
        case lost
        /// The messages at or above the fence with this Message-ID.
        case found([Located])
        case waited
        case removed
    }

    /// A message on the server with the Message-ID searched for.
    public struct Located: Hashable, Sendable {
        public let uid: UID
        /// The size in bytes, as the server reports it.
        public let size: Int

        public init(_ uid: UID, size: Int) {
            self.uid = uid
            self.size = size
        }
    }

    public enum Effect: Hashable, Sendable {
        case append
        case create
        /// Fetches the messages at or above the fence.
        case locate
        /// Waits for this number of seconds.
        case wait(Int)
        /// Removes only these messages.
        case remove(UIDSet)
        /// Sends nothing more on this connection.
        case stop
    }

    /// Seconds to wait for the server to finish processing a lost connection.
    private static let patience = 5

    /// Returns `nil` if the event cannot occur in this state.
    public func after(_ event: Event) -> (state: IdempotentAppend, effect: Effect)? {
        switch self {
        case .recorded:
            switch event {
            case .begin: (.sending(again: false), .append)
            case .resume: (.looking(.first), .locate)
            case .lost: (self, .stop)
            case .stored, .noMailbox, .created, .refused, .found, .waited, .removed: nil
            }
        case .sending(let again):
            switch event {
            case .stored(let uid?) where !again: (.ended(.stored(uid)), .stop)
            case .stored(let uid): (.looking(.stored(uid)), .locate)
            case .noMailbox: (.creating(again: again), .create)
            case .refused: (.ended(.refused), .stop)
            case .lost: (.looking(.first), .stop)
            case .begin, .resume, .created, .found, .waited, .removed: nil
            }
        case .creating(let again):
            switch event {
            case .created: (.sending(again: again), .append)
            case .refused, .noMailbox: (.ended(.refused), .stop)
            case .lost: (.looking(.first), .stop)
            case .begin, .resume, .stored, .found, .waited, .removed: nil
            }
        case .looking(let look):
            switch event {
            case .found(let located): Self.weigh(located, look)
            case .resume: (self, .locate)
            case .lost: (self, .stop)
            case .begin, .stored, .noMailbox, .created, .refused, .waited, .removed: nil
            }
        case .waiting:
            switch event {
            case .waited: (.looking(.second), .locate)
            case .resume: (.looking(.first), .locate)
            case .lost: (self, .stop)
            case .begin, .stored, .noMailbox, .created, .refused, .found, .removed: nil
            }
        case .sweeping(let kept):
            switch event {
            case .removed, .refused: (.ended(.stored(kept)), .stop)
            case .resume: (.looking(.first), .locate)
            case .lost: (.looking(.first), .stop)
            case .begin, .stored, .noMailbox, .created, .found, .waited: nil
            }
        case .ended: nil
        }
    }

    private static func weigh(_ located: [Located], _ look: SearchAttempt) -> (state: IdempotentAppend, effect: Effect)
    {
        guard let kept = located.max(by: { $0.uid < $1.uid }) else {
            return switch look {
            case .first: (.waiting, .wait(patience))
            case .second: (.sending(again: true), .append)
            case .stored(let uid): (.ended(.stored(uid)), .stop)
            }
        }
        // A message of a different size is not a duplicate, even if it has the same Message-ID.
        let surplus = located.filter { $0.uid != kept.uid && $0.size == kept.size }.map(\.uid)
        if surplus.isEmpty { return (.ended(.stored(kept.uid)), .stop) }
        return (.sweeping(kept: kept.uid), .remove(UIDSet(surplus)))
    }
}
