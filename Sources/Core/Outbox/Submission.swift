public import MailTypes

/// The state of a message between the user's order to send it and the server's acceptance [FR-COMP-02].
///
/// `after` defines every allowed transition; whoever changes a state must ask it first.
public enum Submission: Hashable, Sendable, CaseIterable {
    /// Being written.
    case draft
    /// Ordered to be sent, and the order can still be taken back: the session that gave it waits for that.
    case undoable
    /// Waits for a sender: for a network, for its turn, for the next try.
    case queued
    /// A sender has it.
    case sending
    /// The connection broke after the whole message was handed over and before the server answered. Only a person can
    /// say what to do: the message may have arrived.
    case unknown
    case sent
    /// Refused, or given up. The message is whole.
    case failed

    /// What happens to a message.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The writer orders it to be sent, and has some seconds to take that back.
        case send
        /// The same, with no seconds.
        case sendAtOnce
        /// The user undoes sending in time.
        case undo
        /// The seconds are over.
        case windowElapsed
        /// The session that owned the undo window ended, so the user can no longer undo.
        case ownerGone
        /// A sender claims it.
        case claim
        /// The server has it.
        case accept
        /// It did not work, and another try is planned.
        case postpone
        /// The server refused it, or the last try did not work.
        case reject
        /// The connection broke after the message was handed over.
        case lose
        /// It waited for as long as any message may.
        case expire
        /// The writer orders another try.
        case retry
        /// The writer makes it a draft again.
        case takeBack
        /// The writer knows that it arrived.
        case confirm
        /// It is in a copy of the home that it was queued in and may be sent from there, so it is not sent until the
        /// user orders it again.
        case hold
    }

    /// The state after an event; `nil` where that cannot happen to a message in this state, and nothing is changed.
    public func after(_ event: Event) -> Submission? {
        switch self {
        case .draft:
            switch event {
            case .send: .undoable
            case .sendAtOnce: .queued
            case .undo, .windowElapsed, .ownerGone, .claim, .accept, .postpone, .reject, .lose, .expire, .retry,
                .takeBack, .confirm, .hold:
                nil
            }
        case .undoable:
            switch event {
            case .undo, .takeBack, .ownerGone: .draft
            case .windowElapsed: .queued
            case .send, .sendAtOnce, .claim, .accept, .postpone, .reject, .lose, .expire, .retry, .confirm, .hold: nil
            }
        case .queued:
            switch event {
            case .claim: .sending
            case .takeBack, .hold: .draft
            case .expire: .failed
            case .send, .sendAtOnce, .undo, .windowElapsed, .ownerGone, .accept, .postpone, .reject, .lose, .retry,
                .confirm:
                nil
            }
        case .sending:
            switch event {
            case .accept: .sent
            case .postpone: .queued
            case .reject: .failed
            case .lose: .unknown
            case .hold: .draft
            case .send, .sendAtOnce, .undo, .windowElapsed, .ownerGone, .claim, .expire, .retry, .takeBack, .confirm:
                nil
            }
        case .unknown:
            switch event {
            case .retry: .queued
            case .takeBack: .draft
            case .confirm: .sent
            case .send, .sendAtOnce, .undo, .windowElapsed, .ownerGone, .claim, .accept, .postpone, .reject, .lose,
                .expire, .hold:
                nil
            }
        case .sent:
            switch event {
            case .send, .sendAtOnce, .undo, .windowElapsed, .ownerGone, .claim, .accept, .postpone, .reject, .lose,
                .expire, .retry, .takeBack, .confirm, .hold:
                nil
            }
        case .failed:
            switch event {
            case .retry: .queued
            case .takeBack: .draft
            case .confirm: .sent
            case .send, .sendAtOnce, .undo, .windowElapsed, .ownerGone, .claim, .accept, .postpone, .reject, .lose,
                .expire, .hold:
                nil
            }
        }
    }

    /// The word of it that is kept and told to programs.
    public var sendState: SendState {
        switch self {
        case .draft: .none
        case .undoable, .queued: .queued
        case .sending: .sending
        case .sent: .sent
        case .unknown, .failed: .failed
        }
    }
}
