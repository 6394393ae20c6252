import MailTypes

/// Builds a plan. Each mailbox is first compared separately. Then new files are matched with missing messages across
/// the account. What remains was deleted or is new.
struct SyncPlanner {
    let sides: [ThreeWayMailboxState]
    /// For each of `sides`, the UIDs of the baseline that the server never assigned. The baselines of `sides` lack them.
    let neverAssigned: [UIDSet]
    let failures: RejectedChangeCounts
    /// Whether another program syncs the same files.
    let isShared: Bool
    var comparisons: [MailboxComparison]
    var operations: [SyncOperation] = []
    var notices: [SyncNotice] = []
    /// For each mailbox, the messages to fetch again because their deletion is refused.
    var restored: [UIDSet]
    /// For each mailbox, the indices in `vanished` whose file was found elsewhere.
    var explained: [Set<Int>]
    /// Contents in mailboxes whose files this plan cannot place yet. No message with such a content is treated as
    /// deleted.
    let unplaced: Set<InternedContentID>
    var transfers = MoveAndCopyGroups()
    /// Files that were moved to one mailbox here while their messages were moved to another on the server, by content.
    var elsewhere: [InternedContentID: [(mailbox: Int, handle: LocalMessage.Handle)]] = [:]
    /// For each content, the number of messages that were moved here and elsewhere on the server, and whose files were not
    /// found yet.
    var movedOnBothSides: [InternedContentID: Int] = [:]
    /// For each content, the number of messages that are gone on both sides and for which no file waits.
    var goneOnBothSides: [InternedContentID: Int] = [:]
    /// Files that were moved here and wait for the new messages of other mailboxes.
    var waiting: [(mailbox: Int, handle: LocalMessage.Handle)] = []
    /// Files whose messages are gone from their mailboxes on the server, and whose flags were changed here, by content. They
    /// wait for the new messages of other mailboxes if those are not known yet.
    var flagged: [InternedContentID: [(mailbox: Int, handle: LocalMessage.Handle)]] = [:]
    var waitingForFlags: [(mailbox: Int, handle: LocalMessage.Handle)] = []
    /// For the files of `elsewhere`, `waiting` and `flagged`, the changes of their flags.
    var carriedChanges: [LocalMessage.Handle: SyncOperation.Fetch.LocalChange] = [:]
    let search: MovedMessageSearch
    /// Server object IDs of which one message is fetched.
    private var coming: Set<[UInt8]> = []
    /// Whether other messages with such an object ID wait for it.
    private(set) var awaitsCopies = false

    init(
        _ sides: [ThreeWayMailboxState], _ failures: RejectedChangeCounts, isShared: Bool, _ search: MovedMessageSearch
    ) {
        var sides = sides
        let neverAssigned = sides.map { MailboxComparison.neverAssigned($0) }
        for index in sides.indices where !neverAssigned[index].isEmpty {
            sides[index].baseline?.forget(neverAssigned[index])
        }
        self.sides = sides
        self.neverAssigned = neverAssigned
        self.failures = failures
        self.isShared = isShared
        self.search = search
        var comparisons = sides.map { MailboxComparison($0, failures: failures) }
        var movedContents: [InternedContentID: Int] = [:]
        for comparison in comparisons where comparison.isProven {
            for message in comparison.vanished { movedContents[message.content, default: 0] += 1 }
        }
        for index in sides.indices { comparisons[index].matchDeleted(sides[index], movedContents) }
        for index in sides.indices { comparisons[index].excludeMovedContents(&movedContents) }
        var lostFlags: [InternedContentID: FlagSet] = [:]
        for message in comparisons.lazy.flatMap(\.forgotten) { lostFlags[message.content] = message.flags }
        for index in sides.indices {
            comparisons[index].finish(sides[index], movedContents: &movedContents, lostFlags: lostFlags)
        }
        var unplaced: Set<InternedContentID> = []
        for (side, comparison) in zip(sides, comparisons) where comparison.isFrozen || !side.isOnServer {
            if case .archive = side.kind { continue }
            unplaced.formUnion((side.local?.messages ?? []).lazy.map(\.content))
        }
        self.comparisons = comparisons
        self.unplaced = unplaced
        restored = Array(repeating: UIDSet(), count: sides.count)
        explained = Array(repeating: [], count: sides.count)
    }

    mutating func plan() {
        begin()
        detachReassigned()
        holdRemovals()
        restart()
        placeFiles()
        operations += transfers.operations
        for index in sides.indices {
            notices += comparisons[index].notices
            planDeletions(index)
            planFlags(index)
        }
        findFlagged()
        let sources = linkSources()
        var wanted: [UIDSet] = []
        for index in sides.indices {
            operations += comparisons[index].namings.map { .name($0) }
            wanted.append(planLinks(index, sources))
        }
        holdFlagged()
        for index in sides.indices { planFetch(wanted[index], index) }
        for index in sides.indices {
            planRemovals(index)
            planBaseline(index)
        }
    }

    private mutating func begin() {
        for side in sides where side.baseline == nil && side.local != nil {
            if case .archive = side.kind { continue }
            if let server = side.server { operations.append(.begin(side.name, server.status.uidValidity)) }
        }
    }

    private mutating func detachReassigned() {
        for index in sides.indices where sides[index].local?.look == .settled {
            let name = sides[index].name
            if !sides[index].reassigned.isEmpty { operations.append(.distrust(name, sides[index].reassigned)) }
            operations += comparisons[index].detached.map { .detach(name, $0) }
        }
    }

    /// Sends equal flag changes in one command.
    private mutating func planFlags(_ index: Int) {
        let name = sides[index].name
        var added = FlagGroups()
        var removed = FlagGroups()
        for push in comparisons[index].pushes {
            added.insert(push.uid, push.change.added)
            removed.insert(push.uid, push.change.removed)
        }
        operations += added.groups.map { .addFlags(name, UIDSet($0.uids), $0.flags) }
        operations += removed.groups.map { .removeFlags(name, UIDSet($0.uids), $0.flags) }
        operations += comparisons[index].flaggings.map { .flag($0) }
    }

    /// Returns a file for each content that is new in some mailbox on the server.
    private func linkSources() -> [InternedContentID: (mailbox: Int, handle: LocalMessage.Handle)] {
        var wanted: Set<InternedContentID> = []
        for index in sides.indices where !comparisons[index].fresh.isEmpty {
            for message in sides[index].server?.messages ?? [] where comparisons[index].fresh.contains(message.uid) {
                if let content = message.content { wanted.insert(content) }
            }
        }
        guard !wanted.isEmpty else { return [:] }
        var sources: [InternedContentID: (mailbox: Int, handle: LocalMessage.Handle)] = [:]
        for index in sides.indices {
            for message in sides[index].local?.messages ?? [] where wanted.contains(message.content) {
                if let found = sources[message.content], (found.mailbox, found.handle) <= (index, message.handle) {
                    continue
                }
                sources[message.content] = (index, message.handle)
            }
        }
        return sources
    }

    /// Links new server messages if their content is already here. Returns the others, which must be fetched.
    private mutating func planLinks(
        _ index: Int, _ sources: [InternedContentID: (mailbox: Int, handle: LocalMessage.Handle)]
    ) -> UIDSet {
        let name = sides[index].name
        let wanted = comparisons[index].fresh.union(restored[index])
        if !restored[index].isEmpty { operations.append(.expect(name, restored[index])) }
        var linked: [UID] = []
        for message in sides[index].server?.messages ?? [] {
            guard let content = message.content, let flags = message.flags, let source = sources[content] else {
                continue
            }
            guard wanted.contains(message.uid) else { continue }
            linked.append(message.uid)
            let moved = movedFile(content, to: index)
            let file = moved ?? source
            operations.append(
                .link(
                    SyncOperation.Link(
                        mailbox: name, uid: message.uid, sourceMailbox: sides[file.mailbox].name,
                        source: file.handle, isMove: moved != nil, flags: flags,
                        change: moved.flatMap { carriedChanges[$0.handle]?.flags } ?? FlagDelta(), content: content)))
        }
        return wanted.subtracting(UIDSet(linked))
    }

    /// Returns a file whose message another client has moved to this mailbox, and takes it out of those that wait.
    private mutating func movedFile(
        _ content: InternedContentID, to index: Int
    ) -> (mailbox: Int, handle: LocalMessage.Handle)? {
        if mayBeMovedTo(index), let moved = elsewhere[content]?.popLast() {
            comparisons[moved.mailbox].removals.removeAll { $0.handle == moved.handle }
            return moved
        }
        return mayReceiveFlags(index) ? flagged[content]?.popLast() : nil
    }

    private mutating func planFetch(_ listed: UIDSet, _ index: Int) {
        let copies = copies(among: listed, index)
        if !copies.isEmpty { awaitsCopies = true }
        let wanted = listed.subtracting(copies)
        guard !wanted.isEmpty else { return }
        let own = Set(comparisons[index].candidates)
        for file in comparisons[index].unclaimed where own.contains(file.handle) {
            let isOwn = comparisons[index].isRequestedCopy(file, sides[index])
            if isOwn { keepFlags(of: file, in: index) } else { carryFlags(of: file, in: index) }
        }
        let candidates =
            own.sorted() + filesMovedElsewhere(than: index) + flaggedFiles(newIn: index)
        var changes: [LocalMessage.Handle: SyncOperation.Fetch.LocalChange] = [:]
        for handle in candidates { changes[handle] = carriedChanges[handle] }
        operations.append(
            .fetch(
                SyncOperation.Fetch(
                    mailbox: sides[index].name, uids: wanted, candidates: candidates, changes: changes)))
    }

    /// Returns messages whose content is fetched with another message. The next plan links them to it.
    private mutating func copies(among wanted: UIDSet, _ index: Int) -> UIDSet {
        var copies: [UID] = []
        for message in sides[index].server?.messages ?? [] where wanted.contains(message.uid) {
            guard let object = message.object, message.content == nil else { continue }
            if !coming.insert(object).inserted { copies.append(message.uid) }
        }
        return UIDSet(copies)
    }

    private mutating func planRemovals(_ index: Int) {
        let name = sides[index].name
        for removal in comparisons[index].removals {
            operations.append(
                removal.isKept
                    ? .keepVersion(name, removal.handle, removal.uid) : .remove(name, removal.handle, removal.uid))
        }
        let remembered = comparisons[index].remembered
        let gone = comparisons[index].forgotten.filter { !remembered.contains($0.content) }
        var forgotten = UIDSet(gone.map(\.uid))
        // As long as files have such UIDs in their names, the sync state keeps them, so that the next plan compares again.
        if !neverAssigned[index].isEmpty, isSettled(index), !comparisons[index].isFrozen, placesAllFiles(of: index) {
            forgotten = forgotten.union(neverAssigned[index])
        }
        if !forgotten.isEmpty { operations.append(.forget(name, forgotten)) }
    }

    /// Whether the plan renames or removes every file of a mailbox that has no known UID. Drafts are planned separately.
    private func placesAllFiles(of index: Int) -> Bool {
        var placed: Set<LocalMessage.Handle> = []
        for case .name(let naming) in operations { placed.insert(naming.handle) }
        for case .takeBack(let back) in operations { placed.insert(back.handle) }
        for case .remove(_, let handle, _) in operations { placed.insert(handle) }
        for case .keepVersion(_, let handle, _) in operations { placed.insert(handle) }
        return comparisons[index].unclaimed.allSatisfy { $0.isDraft || placed.contains($0.handle) }
    }

    private mutating func planBaseline(_ index: Int) {
        let comparison = comparisons[index]
        let name = sides[index].name
        if let restart = comparison.restart { operations.append(.restart(name, restart)) }
        guard comparison.mayAdvance, !comparison.isFrozen, sides[index].local != nil, let server = sides[index].server
        else { return }
        let expected = comparison.fresh.union(comparison.settledFresh).union(restored[index])
        var status = server.status
        status.uidNext = server.firstFreeUID
        if case .unknown = server.presence, !server.isCounted {
            status.highestModSequence = sides[index].baseline?.status.highestModSequence
        }
        let seen = [
            sides[index].baseline?.messages.last?.uid, expected.last, sides[index].baseline?.status.uidNext?.previous,
        ]
        if status.uidNext == nil { status.uidNext = seen.compactMap(\.self).max()?.next ?? .first }
        let baseline = sides[index].baseline
        if baseline?.status != status || baseline?.renumberings != 0 || baseline?.pending != expected {
            operations.append(.checkpoint(name, status, expecting: expected))
        }
    }
}

/// UIDs grouped by the flags to be set or removed, in the order of their insertion.
struct FlagGroups {
    private(set) var groups: [(flags: FlagSet, uids: [UID])] = []
    private var indices: [FlagSet: Int] = [:]

    mutating func insert(_ uid: UID, _ flags: FlagSet) {
        guard !flags.isEmpty else { return }
        if let index = indices[flags] {
            groups[index].uids.append(uid)
        } else {
            indices[flags] = groups.count
            groups.append((flags, [uid]))
        }
    }
}

extension SyncPlanner {
    /// After a UIDVALIDITY change, a missing file counts as moved only if a file with its content waits in another
    /// mailbox. The next plan then finds its message missing, as it would have without the change. Other files may have
    /// been removed by an interrupted sync, and are fetched again.
    mutating func restart() {
        guard comparisons.contains(where: { !$0.absent.isEmpty }) else { return }
        let waiting = Set(comparisons.flatMap(\.unclaimed).map(\.content))
        for index in sides.indices {
            let movedContents = comparisons[index].absent.filter { waiting.contains($0.content) }
            comparisons[index].restart?.agree(movedContents)
        }
    }
}
