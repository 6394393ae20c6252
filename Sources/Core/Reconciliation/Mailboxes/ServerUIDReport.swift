public import MailTypes

/// What is known about the messages that the server still has.
public enum ServerUIDReport: Hashable, Sendable {
    /// The UIDs of all messages: UID SEARCH ALL, or with a window, SEARCH SINCE combined with searches for all messages
    /// that are here, all that the baseline has pending, and all from its UIDNEXT on. A pending message may be the copy
    /// of a file that is here, even if it is older than the window by now.
    case complete(UIDSet)
    /// The UIDs removed since the baseline's mod-sequence: VANISHED (EARLIER) [RFC 7162 §3.2.10].
    case vanished(UIDSet)
    /// Nothing except perhaps a count. Without a count, the baseline's mod-sequence must not advance: earlier removals
    /// would never be reported.
    case unknown
}
