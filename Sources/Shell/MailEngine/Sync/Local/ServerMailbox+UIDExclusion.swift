internal import MailTypes
internal import Reconciliation

extension ServerMailbox {
    /// Removes messages that are left to another program from what the server reported.
    mutating func leaveOut(_ uids: UIDSet) {
        messages.removeAll { uids.contains($0.uid) }
        guard case .complete(let present) = presence else { return }
        status.messages -= present.intersection(uids).count
        presence = .complete(present.subtracting(uids))
    }
}
