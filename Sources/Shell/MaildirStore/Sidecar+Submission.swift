internal import MailTypes
public import Outbox

extension Sidecar {
    /// Where the message stands on its way out. One in the outbox that nobody ordered to be sent is no other than a
    /// draft in this respect.
    public var submission: Submission {
        switch sendState {
        case .none: .draft
        case .queued: isDraft ? .draft : isUndoable ? .undoable : .queued
        case .sending: .sending
        case .sent: .sent
        case .failed: .failed
        }
    }
    /// Holds a message that is on its way, and says whether it was.
    mutating func hold(because reason: Hold) -> Bool {
        guard let held = submission.after(.hold) else { return false }
        sendState = held.sendState
        hold = reason
        return true
    }
}
