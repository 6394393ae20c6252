internal import MaildirStore

/// The changes of a sync to the directories of a mailbox, if no other program changed them meanwhile: with the former
/// names they need not be read again.
public struct MailboxChange: Hashable, Sendable {
    /// How the directories looked.
    let before: [UInt8]
    /// To be trusted however new it is, as the directories were stamped.
    let after: [UInt8]
    /// Files by their names now; `nil` where they were too many to be kept in mind.
    let came: Set<Maildir.Entry>?
    let went: Set<Maildir.Entry>?

    /// This one and the one that followed it; `nil` where something else happened in between.
    func followed(by next: MailboxChange) -> MailboxChange? {
        guard after == next.before else { return nil }
        guard let came, let went, let nextCame = next.came, let nextWent = next.went else {
            return MailboxChange(before: before, after: next.after, came: nil, went: nil)
        }
        return MailboxChange(
            before: before, after: next.after, came: came.subtracting(nextWent).union(nextCame),
            went: went.union(nextWent.subtracting(came)).subtracting(nextCame))
    }
}
