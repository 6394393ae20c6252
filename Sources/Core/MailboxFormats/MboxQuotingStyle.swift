/// How lines of a message that begin with "From " are marked in an mbox.
public enum MboxQuotingStyle: String, Hashable, Sendable, CaseIterable {
    /// One ">" is added to every line that begins with any number of them and "From ", so that it can be undone.
    case mboxrd
    /// ">" is added to lines that begin with "From " only.
    case mboxo
}
