import MailTypes

/// Messages whose flags were changed here and that are gone from their mailboxes on the server. If another client has
/// moved one, also away and back, its file becomes that of the new message and keeps the changes, which the next plan
/// sends.
extension SyncPlanner {
    mutating func findFlagged() {
        for index in sides.indices where mayReceiveFlags(index) && !comparisons[index].isFrozen {
            for removal in comparisons[index].removals where !removal.change.isEmpty {
                flagged[removal.content, default: []].append((index, removal.handle))
                carriedChanges[removal.handle] = .init(content: removal.content, flags: removal.change)
            }
        }
    }

    /// Keeps the files of `flagged` until the new messages of all mailboxes are known. The sync state keeps the
    /// messages that are gone, so that an interrupted sync waits again.
    mutating func holdFlagged() {
        guard search != .ended, flagged.contains(where: { !$0.value.isEmpty }) else { return }
        for index in sides.indices {
            let held = awaitedFlaggedFiles(in: index)
            guard !held.isEmpty else { continue }
            let removals = comparisons[index].removals
            comparisons[index].remembered.formUnion(removals.lazy.filter { held.contains($0.handle) }.map(\.content))
            comparisons[index].removals = removals.filter { !held.contains($0.handle) }
            comparisons[index].mayAdvance = false
            waitingForFlags += held.sorted().map { (index, $0) }
        }
    }

    /// Returns the files of `flagged` in a mailbox whose messages may be among the new ones of any mailbox.
    private func awaitedFlaggedFiles(in index: Int) -> Set<LocalMessage.Handle> {
        let removed = Set(comparisons[index].removals.lazy.filter { !$0.change.isEmpty }.map(\.handle))
        guard !removed.isEmpty else { return [] }
        var found: Set<LocalMessage.Handle> = []
        for file in sides[index].local?.messages ?? [] where removed.contains(file.handle) {
            guard flagged[file.content]?.contains(where: { $0.handle == file.handle }) ?? false else { continue }
            if search == .notBegun || mayComeWithFlags(file) { found.insert(file.handle) }
        }
        return found
    }

    /// Returns the files of `flagged` that may be among the new messages of a mailbox.
    func flaggedFiles(newIn index: Int) -> [LocalMessage.Handle] {
        mayReceiveFlags(index) ? waitingForFlags.map(\.handle) : []
    }

    /// Records how the flags were changed here of a message that was also moved here.
    mutating func carryFlags(of file: LocalMessage, in target: Int) {
        let expressible = sides[target].local?.expressible ?? .maildir
        let change = comparisons[target].changeSinceLost(file, within: expressible)
        if !change.isEmpty { carriedChanges[file.handle] = .init(content: file.content, flags: change) }
    }

    /// Keeps all flags of a file that may belong to a copy that petrel requested, whose UID it was not told.
    mutating func keepFlags(of file: LocalMessage, in target: Int) {
        let expressible = sides[target].local?.expressible ?? .maildir
        let others = FlagSet(expressible.flags.filter { !file.flags.contains($0) })
        let change = FlagDelta(from: others, to: file.flags, within: expressible)
        carriedChanges[file.handle] = .init(content: file.content, flags: change)
    }

    /// Whether a message there may be one that was in another mailbox. Unlike a file that was moved here, a flag also
    /// follows a message to Trash.
    func mayReceiveFlags(_ index: Int) -> Bool {
        (sides[index].kind == .mailbox || sides[index].kind == .trash) && sides[index].name != .drafts
    }

    private func mayComeWithFlags(_ file: LocalMessage) -> Bool {
        sides.indices.contains { mayReceiveFlags($0) && isPossiblyNew(file, in: $0) }
    }
}
