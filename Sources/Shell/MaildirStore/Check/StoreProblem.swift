public import Disk

/// A problem found in a store.
public struct StoreProblem: Sendable {
    /// The kind of problem. The names are stable: they are part of the JSON output.
    public enum Code: String, Sendable, CaseIterable {
        /// A Maildir lacks one of its subdirectories.
        case incompleteMaildir
        /// Several directories have the name of one mailbox, and petrel uses another one of them.
        case unusedMaildir
        /// An entry among the messages is a symbolic link, directory or pipe. It is neither read nor followed.
        case notAMessage
        /// A message file is empty.
        case emptyMessage
        /// Two files in a mailbox have the same name except for the flags.
        case doubledName
        /// Another program edited a message in place after petrel indexed it.
        case editedMessage
        /// A temporary file has not changed for 36 hours.
        case leftover
        /// A message in the outbox has no metadata.
        case unknownDraft
        /// The metadata of a draft is damaged.
        case damagedSidecar
        /// The metadata was written by a newer version of petrel.
        case newerSidecar
        /// The metadata describes a message that does not exist.
        case orphanedSidecar
        /// A draft has more than one revision.
        case oldRevision
        /// A file was not written by petrel.
        case strayFile
        /// The file with the draft counters is damaged.
        case damagedCounters
        /// Some of the contact files cannot be read.
        case damagedContacts
        /// A directory of mail belongs to no account.
        case mailWithoutAccount
        /// A file or directory cannot be read.
        case unreadable
    }

    public let code: Code
    public let path: Path
    /// The problem, its effect on the mail, and what was or can be done.
    public let sentence: String
    public let isRepaired: Bool

    public init(_ code: Code, _ path: Path, _ sentence: String, isRepaired: Bool) {
        self.code = code
        self.path = path
        self.sentence = sentence
        self.isRepaired = isRepaired
    }
}
