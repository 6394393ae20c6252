public import Disk

/// Something in a store that is not as it should be.
public struct StoreProblem: Sendable {
    /// Words that do not change.
    public enum Code: String, Sendable, CaseIterable {
        /// A Maildir lacks one of its directories.
        case incompleteMaildir
        /// What stands among messages is a link, a directory, a pipe: it is neither read nor followed.
        case notAMessage
        /// A message without a single octet.
        case emptyMessage
        /// Two files of a mailbox have one name but for the flags.
        case doubledName
        /// A temporary file that nobody has touched for 36 hours, or that only this program writes.
        case leftover
        /// A message in the outbox that nothing is known of yet.
        case unknownDraft
        /// What is known of a draft is not to be believed.
        case damagedSidecar
        /// A newer program wrote it.
        case newerSidecar
        /// It describes a message that is not there.
        case orphanedSidecar
        /// A draft has more than one revision.
        case oldRevision
        /// What this program did not put there.
        case strayFile
        /// The file that counts drafts is damaged.
        case damagedCounters
        /// Part of the contacts cannot be read.
        case damagedContacts
        /// It cannot be read at all.
        case unreadable
    }

    public let code: Code
    public let path: Path
    /// What it is, what it means for the mail, and what was or can be done.
    public let sentence: String
    public let isRepaired: Bool

    public init(_ code: Code, _ path: Path, _ sentence: String, isRepaired: Bool) {
        self.code = code
        self.path = path
        self.sentence = sentence
        self.isRepaired = isRepaired
    }
}
