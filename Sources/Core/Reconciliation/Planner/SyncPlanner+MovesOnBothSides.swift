import MailTypes

/// Messages that were moved here and are gone from their former mailboxes on the server: another client has moved or
/// deleted them there. A moved one goes where the server has it. A deleted one stays where it was moved here.
extension SyncPlanner {
    /// Returns contents of which messages were moved to one mailbox here and to another on the server, and how many. In that
    /// case the server wins.
    func contentsMovedOnBothSides() -> [InternedContentID: Int] {
        var gone: [InternedContentID: Int] = [:]
        for message in comparisons.lazy.flatMap(\.forgotten) { gone[message.content, default: 0] += 1 }
        guard !gone.isEmpty else { return [:] }
        var found: [InternedContentID: Int] = [:]
        for index in sides.indices where !comparisons[index].fresh.isEmpty && mayBeMovedTo(index) {
            for message in sides[index].server?.messages ?? [] where comparisons[index].fresh.contains(message.uid) {
                guard let content = message.content, let count = gone[content], count > 0 else { continue }
                gone[content] = count - 1
                found[content, default: 0] += 1
            }
        }
        return found
    }

    /// Returns how many messages with each content are gone on both sides. One whose file was only renamed does not count.
    func contentsGoneOnBothSides(among contents: Set<InternedContentID>) -> [InternedContentID: Int] {
        var counts: [InternedContentID: Int] = [:]
        guard !contents.isEmpty else { return counts }
        for comparison in comparisons where !comparison.forgotten.isEmpty {
            for message in comparison.forgotten where contents.contains(message.content) {
                counts[message.content, default: 0] += 1
            }
            for removal in comparison.removals where removal.uid == nil {
                if let count = counts[removal.content], count > 0 { counts[removal.content] = count - 1 }
            }
        }
        return counts
    }

    /// Returns whether to wait because another client may have moved the file's message to another mailbox. New messages
    /// of the other mailboxes are fetched first. If one has the file's content, the file becomes that message. Until
    /// then, the sync state keeps the message that is gone, so that an interrupted sync waits again.
    mutating func awaitsMessageElsewhere(_ file: LocalMessage, in target: Int) -> Bool {
        guard !file.isDraft, !file.isAwaited, let count = goneOnBothSides[file.content], count > 0 else { return false }
        switch search {
        case .notBegun: break
        case .inChangedMailboxes: guard mayComeElsewhere(file, than: target) else { return false }
        case .ended: return false
        }
        goneOnBothSides[file.content] = count - 1
        waiting.append((target, file.handle))
        carryFlags(of: file, in: target)
        comparisons[target].mayAdvance = false
        for index in sides.indices where comparisons[index].forgotten.contains(where: { $0.content == file.content }) {
            comparisons[index].mayAdvance = false
            comparisons[index].remembered.insert(file.content)
        }
        return true
    }

    /// Returns the files outside a mailbox that may be among its new messages.
    func filesMovedElsewhere(than index: Int) -> [LocalMessage.Handle] {
        mayBeMovedTo(index) ? waiting.filter { $0.mailbox != index }.map(\.handle).sorted() : []
    }

    private func mayComeElsewhere(_ file: LocalMessage, than target: Int) -> Bool {
        sides.indices.contains { $0 != target && mayBeMovedTo($0) && isPossiblyNew(file, in: $0) }
    }

    /// Whether a message that appears there was moved there. In Trash it was deleted, and a view only shows it.
    func mayBeMovedTo(_ index: Int) -> Bool {
        sides[index].kind == .mailbox && sides[index].name != .drafts
    }
}
