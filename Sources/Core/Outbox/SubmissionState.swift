public import MailTypes

/// The state of a message from being sent by the user to being accepted by the server [FR-COMP-02].
///
/// `after` defines all valid transitions. Every state change must use it.
public enum SubmissionState: Hashable, Sendable, CaseIterable {
    /// The message is being edited.
    case draft
    /// Sending can still be undone. The session that started it waits for the end of the undo window.
    case undoable
    /// The message waits for a sender, a network connection, or a retry.
    case queued
    /// A sender is delivering the message.
    case sending
    /// The connection was lost after the complete message was sent and before the server answered. The message may have
    /// been delivered, so the user must decide what to do.
    case unknown
    case sent
    /// The message was rejected, or the retries are exhausted. It is unchanged.
    case failed

    /// A change to the state of a message.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The user sends the message, with an undo window.
        case send
        /// The user sends the message without an undo window.
        case sendAtOnce
        /// The user undoes sending in time.
        case undo
        /// The undo window has ended.
        case windowElapsed
        /// The session that owned the undo window ended, so the user can no longer undo.
        case ownerGone
        /// A sender claims the message.
        case claim
        /// The server accepted the message.
        case accept
        /// The attempt failed, and a retry is planned.
        case postpone
        /// The server rejected the message, or the last attempt failed.
        case reject
        /// The connection was lost after the complete message was sent.
        case lose
        /// The message has reached the maximum age.
        case expire
        /// The user requests another attempt.
        case retry
        /// The user turns the message back into a draft.
        case takeBack
        /// The user confirms that the message was delivered.
        case confirm
        /// The data directory is a copy, and the original may send the message too. Returns the message to the drafts
        /// until the user sends it again.
        case hold
    }

    /// Returns the state after an event; `nil` if the event cannot happen in this state, and nothing must change.
    public func after(_ event: Event) -> SubmissionState? {
        switch self {
        case .draft: [.send: .undoable, .sendAtOnce: .queued][event]
        case .undoable: [.undo: .draft, .takeBack: .draft, .ownerGone: .draft, .windowElapsed: .queued][event]
        case .queued: [.claim: .sending, .takeBack: .draft, .hold: .draft, .expire: .failed][event]
        case .sending: [.accept: .sent, .postpone: .queued, .reject: .failed, .lose: .unknown, .hold: .draft][event]
        case .unknown, .failed: [.retry: .queued, .takeBack: .draft, .confirm: .sent][event]
        case .sent: nil
        }
    }

    /// The less detailed state that is stored and reported to other programs.
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
