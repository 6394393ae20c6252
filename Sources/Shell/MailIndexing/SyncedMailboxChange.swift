package import MaildirStore

/// The changes that a sync made to the directories of a mailbox while no other program changed them. If the previous
/// names are known, the directories need not be read again.
public struct SyncedMailboxChange: Hashable, Sendable {
    /// The facts of the mailbox's signature before the changes.
    let before: [UInt8]
    /// The facts of the signature after the changes. Reliable however recent, because the directories were stamped.
    package let after: [UInt8]
    /// The added files under their current names; `nil` if there were too many to track.
    let came: Set<Maildir.Entry>?
    let went: Set<Maildir.Entry>?

    package init(before: [UInt8], after: [UInt8], came: Set<Maildir.Entry>?, went: Set<Maildir.Entry>?) {
        self.before = before
        self.after = after
        self.came = came
        self.went = went
    }

    /// Returns this change combined with the one that followed it; `nil` if anything else changed in between.
    package func followed(by next: SyncedMailboxChange) -> SyncedMailboxChange? {
        guard after == next.before else { return nil }
        guard let came, let went, let nextCame = next.came, let nextWent = next.went else {
            return SyncedMailboxChange(before: before, after: next.after, came: nil, went: nil)
        }
        return SyncedMailboxChange(
            before: before, after: next.after, came: came.subtracting(nextWent).union(nextCame),
            went: went.union(nextWent.subtracting(came)).subtracting(nextCame))
    }
}
