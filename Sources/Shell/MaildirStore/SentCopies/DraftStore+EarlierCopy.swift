public import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
    /// Whether Sent has a copy of a queued message that was filed after it was queued. Then it was sent, and its files came
    /// back to the outbox afterwards, for example from a backup. `octets`: the message.
    ///
    /// A message that is transmitted again on purpose may have a copy: it has waited for recipients that did not accept it,
    /// the user has released it although it may have been sent, or its Resent fields say so.
    public func hasEarlierCopy(of sidecar: Sidecar, _ octets: [UInt8], at now: Instant) throws(FileError) -> Bool {
        let message = DraftHeader.remove(from: octets)
        guard let queued = sidecar.queuedDate, sidecar.attempt?.accepted.isEmpty ?? true,
            sidecar.earlierDelivery == nil, !sidecar.sendsAgain,
            !Message(message).header.allFields.contains(where: { $0.name.lowercased().hasPrefix("resent-") }),
            let sent = try mail.maildir(.sent)
        else { return false }
        return try SentCopy(message, of: sidecar, in: sent, memory).isStored(
            for: sidecar.draftID, since: queued, at: now)
    }
}
