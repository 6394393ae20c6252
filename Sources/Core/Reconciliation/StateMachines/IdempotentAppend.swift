public import MailTypes

/// One message appended exactly once, wherever the connection ends: what is to be done next, by what has happened.
///
/// The fence is the UIDNEXT of the mailbox before the first try, and stays the same through all tries: whatever one of
/// them has left there stands behind it, however late it came. Nothing is appended again before two looks, some time
/// apart, have shown that it is not there.
public enum IdempotentAppend: Hashable, Sendable {
    /// It is written down, and was not sent in this attempt.
    case recorded
    /// It is on its way. `again`: an earlier try may come to its end yet.
    case sending(again: Bool)
    /// The mailbox is being made, which was missing.
    case creating(again: Bool)
    /// Nobody knows whether the server has it.
    case looking(SearchAttempt)
    case waiting
    /// More than one is there: those beside the highest go.
    case sweeping(kept: UID)
    case ended(Outcome)

    public enum SearchAttempt: Hashable, Sendable {
        case first
        /// Some time after the first one.
        case second
        /// The server has said that it has the message. What is looked for is which one that is, and whether it is alone.
        case stored(UID?)
    }

    public enum Outcome: Hashable, Sendable {
        /// It is there; `nil` where the server does not tell which one it is.
        case stored(UID?)
        /// It is not there: the server does not want it.
        case refused
    }

    public enum Event: Hashable, Sendable {
        case begin
        /// Goes on where another connection, or another process, has ended.
        case resume
        /// The server has it, and says which one it is, or does not.
        case stored(UID?)
        /// It has no such mailbox.
        case noMailbox
        case created
        case refused
        /// The connection is gone.
        case lost
        /// What stands behind the fence under this Message-ID.
        case found([Located])
        case waited
        case removed
    }

    /// A message of the server with the Message-ID in question.
    public struct Located: Hashable, Sendable {
        public let uid: UID
        /// Its octets, as the server counts them.
        public let size: Int

        public init(_ uid: UID, size: Int) {
            self.uid = uid
            self.size = size
        }
    }

    public enum Effect: Hashable, Sendable {
        case append
        case create
        /// FETCH what stands behind the fence.
        case locate
        /// So many seconds.
        case wait(Int)
        /// These and no others.
        case remove(UIDSet)
        /// Nothing more on this connection.
        case stop
    }

    /// Seconds in which a server is done with a connection that has ended.
    private static let patience = 5

    /// `nil` where that cannot happen in this state.
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
        // One of another size is somebody else's message, whatever it calls itself.
        let surplus = located.filter { $0.uid != kept.uid && $0.size == kept.size }.map(\.uid)
        if surplus.isEmpty { return (.ended(.stored(kept.uid)), .stop) }
        return (.sweeping(kept: kept.uid), .remove(UIDSet(surplus)))
    }
}
