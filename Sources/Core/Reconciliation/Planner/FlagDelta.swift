public import MailTypes

/// Flags added and flags removed. Deltas commute, so the changes of both sides can be applied in either order.
public struct FlagDelta: Hashable, Sendable {
    public var added: FlagSet
    public var removed: FlagSet

    public init(adding added: FlagSet = FlagSet(), removing removed: FlagSet = FlagSet()) {
        self.added = added
        self.removed = removed
    }

    /// Creates the delta from `old` to `new`, limited to the flags in `scope`. `\Recent` is ignored
    /// [RFC 9051 appendix A].
    public init(from old: FlagSet, to new: FlagSet, within scope: FlagSet? = nil) {
        self.init()
        if old == new { return }
        let isInScope = { (flag: Flag) in flag != .recent && scope?.contains(flag) ?? true }
        for flag in new.flags where !old.contains(flag) && isInScope(flag) { added.insert(flag) }
        for flag in old.flags where !new.contains(flag) && isInScope(flag) { removed.insert(flag) }
    }

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Returns the part of this delta that changes a file with `flags`, limited to the flags in `scope`.
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

    public func applying(_ change: FlagDelta) -> FlagSet {
        var result = self
        if !change.isEmpty { result.apply(change) }
        return result
    }
}
