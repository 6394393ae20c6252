public import MailTypes

/// Flags that came and flags that went. Deltas commute: it is no matter in which order two sides' changes are made.
public struct FlagDelta: Hashable, Sendable {
    public var added: FlagSet
    public var removed: FlagSet

    public init(adding added: FlagSet = FlagSet(), removing removed: FlagSet = FlagSet()) {
        self.added = added
        self.removed = removed
    }

    /// What makes `new` out of `old`, as far as `scope` goes. `\Recent` is nobody's flag [RFC 9051 appendix A].
    public init(from old: FlagSet, to new: FlagSet, within scope: FlagSet? = nil) {
        self.init()
        if old == new { return }
        let isInScope = { (flag: Flag) in flag != .recent && scope?.contains(flag) ?? true }
        for flag in new.flags where !old.contains(flag) && isInScope(flag) { added.insert(flag) }
        for flag in old.flags where !new.contains(flag) && isInScope(flag) { removed.insert(flag) }
    }

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// What this is to a file that has `flags` and can say those of `scope`.
    func within(_ scope: FlagSet, of flags: FlagSet) -> FlagDelta {
        isEmpty ? self : FlagDelta(from: flags, to: flags.applying(self), within: scope)
    }

    func filtered(_ isKept: (Flag) -> Bool) -> FlagDelta {
        isEmpty
            ? self
            : FlagDelta(adding: FlagSet(added.flags.filter(isKept)), removing: FlagSet(removed.flags.filter(isKept)))
    }
}

extension FlagSet {
    public mutating func apply(_ change: FlagDelta) {
        for flag in change.added.flags { insert(flag) }
        for flag in change.removed.flags { remove(flag) }
    }

    func applying(_ change: FlagDelta) -> FlagSet {
        var result = self
        if !change.isEmpty { result.apply(change) }
        return result
    }
}

/// What one side did with a message since both agreed on it.
public enum Change: Hashable, Sendable {
    case none
    case flags(FlagDelta)
    /// It is proven to be gone from this mailbox.
    case gone
    /// It was not seen, and that proves nothing.
    case unknown
}
