public import Disk
public import MailTypes

/// Why a draft or a queued message was left as it is.
public enum DraftError: Error, Sendable {
    case file(FileError)
    /// There is no draft and no message in the outbox of that identity.
    case missing(DraftID)
    /// It is on its way: nothing can be changed any more.
    case beingSent(DraftID)
    /// A newer program wrote what is known of it, in a format of that version.
    case newer(DraftID, Int64)
}
