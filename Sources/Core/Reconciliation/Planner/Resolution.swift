import MailTypes

/// What becomes of a message that both sides had, by what each of them did with it since.
///
/// A flag is on or off, so where both sides changed it they agree, and there is nothing to decide: flags are merged one
/// by one. On where a message is the server has the last word: what is gone there goes here, whatever flags it got
/// meanwhile. What is gone here alone was deleted by the user.
public enum Resolution: Hashable, Sendable {
    case nothing
    /// Flags that the server is told, and flags that it told. The second also where the file has them already: the
    /// anchor does not.
    case merge(push: FlagDelta, pull: FlagDelta)
    case removeHere
    /// The same for a draft, which first becomes a version that can be had back.
    case keepVersion
    /// Gone here: to be looked for in other mailboxes, else deleted.
    case removeThere
    /// Gone on both sides.
    case forget

    public init(here: Change, there: Change, isDraft: Bool = false) {
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
