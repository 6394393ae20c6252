public import Disk
public import MailTypes

/// Why a draft or a queued message could not be changed.
public enum DraftError: Error, Sendable {
    case file(FileError)
    /// There is no draft or queued message with this ID.
    case missing(DraftID)
    /// The message is being sent and can no longer be changed.
    case beingSent(DraftID)
    /// The metadata was written by a newer petrel, with this format version.
    case newer(DraftID, Int64)
}
