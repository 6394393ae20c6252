import MailTypes

/// How to reconcile a message that both sides had, based on the change on each side.
///
/// Flags are merged one by one. A flag is either set or not, so if both sides changed it, they agree. The server
/// decides where a message is: if it is gone there, it is removed here, whatever flags were set in the meantime. If it
/// is gone only here, the user deleted it.
public enum ConflictResolution: Hashable, Sendable {
    case nothing
    /// Flags to send to the server and flags received from it. `pull` also contains flags that the file already has,
    /// because the baseline lacks them.
    case merge(push: FlagDelta, pull: FlagDelta)
    case removeHere
    /// Like `removeHere`, but for a draft, which is first kept as a recoverable version.
    case keepVersion
    /// Gone here: search the other mailboxes, and delete the message on the server if it is in none of them.
    case removeThere
    /// Gone on both sides.
    case forget

    public init(here: ObservedMessageChange, there: ObservedMessageChange, isDraft: Bool = false) {
        switch (here, there) {
        case (.gone, .gone): self = .forget
        case (.gone, .none), (.gone, .flags), (.gone, .unknown): self = .removeThere
        case (.unknown, .none), (.unknown, .flags), (.unknown, .gone), (.unknown, .unknown): self = .nothing
        case (.none, .gone), (.flags, .gone): self = isDraft ? .keepVersion : .removeHere
        case (.none, .none), (.none, .unknown): self = .nothing
        case (.none, .flags(let pull)): self = .merge(push: FlagDelta(), pull: pull)
        case (.flags(let push), .none), (.flags(let push), .unknown): self = .merge(push: push, pull: FlagDelta())
        case (.flags(let mine), .flags(let theirs)):
            let push = FlagDelta(
                adding: FlagSet(mine.added.flags.filter { !theirs.added.contains($0) }),
                removing: FlagSet(mine.removed.flags.filter { !theirs.removed.contains($0) }))
            self = .merge(push: push, pull: theirs)
        }
    }
}
