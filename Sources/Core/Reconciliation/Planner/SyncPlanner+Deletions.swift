import MailTypes

extension SyncPlanner {
    /// Handles messages that are gone here and whose files were not found elsewhere: the user deleted them, if that is
    /// plausible.
    mutating func planDeletions(_ index: Int) {
        let unexplained = comparisons[index].vanished.indices.filter { !explained[index].contains($0) }
            .map { comparisons[index].vanished[$0] }
        let duplicates = duplicates(of: Set(unexplained.map(\.content)))
        for message in unexplained where duplicates.removed.contains(message.content) {
            restored[index].insert(message.uid)
        }
        let missing = unexplained.filter {
            !unplaced.contains($0.content) && !duplicates.doubtful.contains($0.content)
                && !duplicates.removed.contains($0.content) && !comparisons[index].alike.contains($0.content)
        }
        if missing.count < unexplained.count { comparisons[index].mayAdvance = false }
        guard !missing.isEmpty else { return }
        // A file may have been moved into a mailbox that is unreadable or still changing.
        guard !sides.contains(where: { $0.local.map { $0.look != .settled } ?? false }) else {
            comparisons[index].mayAdvance = false
            return
        }
        let vanished = askAboutMany(removeMoved(missing, index), index)
        guard !vanished.isEmpty else { return }
        let side = sides[index]
        var deleted: [UID] = []
        for message in vanished {
            if side.isReadOnly || failures.isRefused(.removal(side.name, message.uid)) {
                restored[index].insert(message.uid)
                notices.append(.reverted(side.name, message.uid, .deletion))
            } else {
                deleted.append(message.uid)
            }
        }
        guard !deleted.isEmpty else { return }
        switch side.kind {
        case .archive:
            return
        case .trash:
            operations.append(.expunge(side.name, UIDSet(deleted)))
        case .view(let flag):
            takeOut(vanished.filter { deleted.contains($0.uid) }, of: side.name, flag)
        case .mailbox:
            guard let trash = sides.first(where: { $0.kind == .trash && $0.isOnServer }) else {
                notices.append(.noTrash(side.name, UIDSet(deleted)))
                comparisons[index].mayAdvance = false
                return
            }
            var transfer = SyncOperation.Transfer(source: side.name, target: trash.name, messages: [])
            transfer.messages = deleted.map { SyncOperation.Transfer.Message(uid: $0, handle: nil) }
            operations.append(.move(transfer))
        }
    }

    /// Asks about messages that the user must confirm to have deleted. Returns the others.
    private mutating func askAboutMany(
        _ vanished: [MailboxComparison.Absence], _ index: Int
    ) -> [MailboxComparison.Absence] {
        let side = sides[index]
        let uids = UIDSet(vanished.map(\.uid)).subtracting(side.confirmed)
        guard side.mustConfirm(uids) else { return vanished }
        notices.append(.deletionQuestion(side.name, uids, of: side.baseline?.count ?? 0))
        comparisons[index].mayAdvance = false
        return vanished.filter { !uids.contains($0.uid) }
    }

    /// Removes messages from the server whose contents remain on both sides in other messages. Another program has moved
    /// their files and uploaded them where they are now, and may remove the originals only later. These get no copy in
    /// Trash. Returns the other messages.
    private mutating func removeMoved(
        _ missing: [MailboxComparison.Absence], _ index: Int
    ) -> [MailboxComparison.Absence] {
        let side = sides[index]
        guard isShared, side.kind == .mailbox || side.kind == .trash, !side.isReadOnly else { return missing }
        let remaining = contentsOnBothSides(among: Set(missing.map(\.content)))
        let moved = missing.filter {
            remaining.contains($0.content) && !failures.isRefused(.removal(side.name, $0.uid))
        }
        guard !moved.isEmpty else { return missing }
        let uids = UIDSet(moved.map(\.uid))
        operations.append(.expunge(side.name, uids))
        return missing.filter { !uids.contains($0.uid) }
    }

    /// Returns the contents of which a message is both here and on the server.
    private func contentsOnBothSides(among contents: Set<InternedContentID>) -> Set<InternedContentID> {
        var found: Set<InternedContentID> = []
        for (side, comparison) in zip(sides, comparisons) where !comparison.isFrozen && !side.isUnobserved {
            if case .view = side.kind { continue }
            guard side.local == nil || comparison.isProven else { continue }
            let absent = comparison.gone.union(UIDSet(comparison.vanished.map(\.uid)))
            for message in side.baseline?.messages ?? [] where contents.contains(message.content) {
                if !absent.contains(message.uid) { found.insert(message.content) }
            }
        }
        return found
    }

    /// Keeps the file of a message that is gone on the server while another message with the same content is in a
    /// mailbox that is unreadable or still changing. The file may have been moved out of that mailbox; if so, the other
    /// message is not deleted but fetched again.
    mutating func holdRemovals() {
        let changing = sides.indices.filter { sides[$0].local.map { $0.look != .settled } ?? false }
        guard !changing.isEmpty else { return }
        for index in sides.indices where !comparisons[index].removals.isEmpty && !comparisons[index].isFrozen {
            let contents = Set(changing.filter { $0 != index }.flatMap { baselineContents($0) })
            let count = comparisons[index].removals.count
            comparisons[index].removals.removeAll { contents.contains($0.content) }
            if comparisons[index].removals.count < count { comparisons[index].mayAdvance = false }
        }
    }

    private func baselineContents(_ index: Int) -> [InternedContentID] {
        (sides[index].baseline?.messages ?? []).map(\.content)
    }

    /// Returns contents of which another file here may be the missing message. They are doubtful if the server's state
    /// is not proven, since the message that the file belongs to may be gone. They are `removed` if the file is about
    /// to be removed because its message is gone. Doubtful ones wait for proof, and removed ones are fetched again.
    private func duplicates(of contents: Set<InternedContentID>) -> (
        doubtful: Set<InternedContentID>, removed: Set<InternedContentID>
    ) {
        var doubtful: Set<InternedContentID> = []
        var removed: Set<InternedContentID> = []
        guard !contents.isEmpty else { return (doubtful, removed) }
        for index in sides.indices {
            let removals = Set(comparisons[index].removals.map(\.handle))
            let isDoubtful = sides[index].isOnServer && !comparisons[index].isProven
            guard isDoubtful || !removals.isEmpty else { continue }
            for file in sides[index].local?.messages ?? [] where contents.contains(file.content) {
                if isDoubtful { doubtful.insert(file.content) }
                if removals.contains(file.handle) { removed.insert(file.content) }
            }
        }
        return (doubtful, removed)
    }

    /// Handles messages removed from a view: clears the flag and leaves the message where it is.
    private mutating func takeOut(_ messages: [MailboxComparison.Absence], of view: MailboxName, _ flag: Flag) {
        let flagged = UIDSet(messages.lazy.filter { $0.flags.contains(flag) }.map(\.uid))
        let others = UIDSet(messages.lazy.filter { !$0.flags.contains(flag) }.map(\.uid))
        if !flagged.isEmpty { operations.append(.removeFlags(view, flagged, FlagSet([flag]))) }
        if !others.isEmpty { operations.append(.forget(view, others)) }
    }
}

extension ThreeWayMailboxState {
    /// Whether the user must confirm the deletion of these messages.
    fileprivate func mustConfirm(_ uids: UIDSet) -> Bool {
        guard !uids.isEmpty else { return false }
        let isEmptied = local?.messages.isEmpty ?? true
        // Messages that have arrived since the question do not answer it.
        let wasAsked = !uids.intersection(questioned).isEmpty
        return isEmptied || wasAsked || MassDeletionLimit.isExceeded(uids.count, of: baseline?.count ?? 0)
    }
}
