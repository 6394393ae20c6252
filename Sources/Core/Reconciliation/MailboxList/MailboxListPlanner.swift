internal import MailTypes

struct MailboxListPlanner {
    private var listed: [MailboxName: MailboxListing] = [:]
    private var directories: [MailboxName: LocalDirectory] = [:]
    private var baselines: [MailboxName: SyncBaseline]
    /// Listed but not synced.
    private var leftOut: Set<MailboxName> = []
    /// Those of them that are only levels of the hierarchy on the server.
    private var parents: Set<MailboxName> = []
    /// Mailboxes whose local removal has begun. Missing files do not mean that the user deleted those messages.
    private let leaving: Set<MailboxName>
    private(set) var steps: [MailboxListPlan.Step] = []
    private(set) var notices: [MailboxListPlan.Notice] = []

    init(
        _ mailboxes: [MailboxListing], _ folders: [LocalDirectory], _ baselines: [MailboxName: SyncBaseline],
        _ uses: [MailboxName: SpecialUse], _ leaving: Set<MailboxName>
    ) {
        self.leaving = leaving
        for mailbox in mailboxes {
            if mailbox.isSelectable, MailboxListPlan.isSynced(uses[mailbox.name]) {
                listed[mailbox.name] = mailbox
            } else {
                leftOut.insert(mailbox.name)
                if !mailbox.isSelectable, MailboxListPlan.isSynced(uses[mailbox.name]) { parents.insert(mailbox.name) }
            }
        }
        for folder in folders { directories[folder.name] = folder }
        self.baselines = baselines
    }

    mutating func startOver() {
        for name in leaving.sorted() where listed[name] != nil && baselines[name] != nil {
            steps.append(.startOver(name))
            baselines[name] = nil
        }
    }

    /// Finds the mailboxes that were renamed on the server, then those that were renamed here. Those below them follow.
    mutating func findRenamed() {
        // A mailbox that follows the one that it is below may also have been renamed itself, so look again after each.
        while let (name, target) = nextRenamedOnServer() {
            if directories[name] != nil {
                renameHere(name, to: target)
            } else if directories[target]?.origin == name {
                recordRename(name, to: target)
            } else if let other = nameHere(ofMissing: name) {
                // It was renamed here, too. The server's name wins.
                recordRename(name, to: other)
                renameHere(other, to: target)
            } else {
                recordRename(name, to: target)
            }
        }
        var targets: Set<MailboxName> = []
        while let (name, target) = nextRenamedHere(besides: targets) {
            targets.insert(target)
            renameOnServer(name, to: target)
        }
    }

    /// Returns a mailbox that was renamed on the server, and its new name. It is recognized by its status
    /// if exactly one missing and one new mailbox match.
    private func nextRenamedOnServer() -> (MailboxName, MailboxName)? {
        let gone = baselines.keys.filter { listed[$0] == nil && !leftOut.contains($0) && !leaving.contains($0) }
            .sorted()
        guard !gone.isEmpty else { return nil }
        let new = listed.keys.filter { baselines[$0] == nil }.sorted()
        for name in gone {
            let found = new.filter {
                let isFree = directories[$0] == nil || directories[name] == nil && directories[$0]?.origin == name
                return isFree && isSame(baselines[name], listed[$0])
            }
            if found.count == 1, gone.count(where: { isSame(baselines[$0], listed[found[0]]) }) == 1 {
                return (name, found[0])
            }
        }
        return nil
    }

    /// Returns a mailbox that was renamed here, and its new name. It is recognized by the mailbox that its files name. One
    /// that is still in the same place below another is renamed with that one [RFC 9051 §6.3.6]. If one was moved below
    /// another, that one must have its new name first.
    private func nextRenamedHere(besides targets: Set<MailboxName>) -> (MailboxName, MailboxName)? {
        var renamed: [MailboxName: MailboxName] = [:]
        for name in baselines.keys where directories[name] == nil && listed[name] != nil && name != .inbox {
            if let target = nameHere(ofMissing: name), !targets.contains(target) { renamed[name] = target }
        }
        let own = renamed.filter { name, target in
            !renamed.contains { name.isInferior(to: $0.key) && name.renamed(by: $0.key, to: $0.value) == target }
        }
        return own.min { $0.value < $1.value }.map { ($0.key, $0.value) }
    }

    /// Returns the new name of a mailbox whose directory was renamed here.
    private func nameHere(ofMissing name: MailboxName) -> MailboxName? {
        let found = directories.values.filter {
            $0.origin == name && baselines[$0.name] == nil && listed[$0.name] == nil
        }
        return found.count == 1 ? found[0].name : nil
    }

    /// Gives a mailbox, and those below it, the name that it has on the server.
    private mutating func renameHere(_ name: MailboxName, to target: MailboxName) {
        steps.append(.renameHere(from: name, to: target))
        for old in directories.keys.sorted() {
            guard let new = old.renamed(by: name, to: target), directories[new] == nil,
                let directory = directories.removeValue(forKey: old)
            else { continue }
            directories[new] = LocalDirectory(
                new, isChanged: true, messages: directory.messages, origin: directory.origin)
        }
        let carried = carryBaselines(name, to: target)
        for (old, new) in carried where listed[old] != nil && listed[new] == nil && baselines[new] != nil {
            // The server has left this one where it was.
            if directories[new] == nil { recordRename(new, to: old) } else { renameHere(new, to: old) }
        }
    }

    /// Records that a mailbox has a new name here, with those below it that have moved along.
    private mutating func recordRename(_ name: MailboxName, to target: MailboxName) {
        for old in baselines.keys.sorted() {
            guard let new = old.renamed(by: name, to: target), baselines[new] == nil,
                old == name || directories[old] == nil && directories[new]?.origin == old
            else { continue }
            steps.append(.recordRename(from: old, to: new))
            baselines[new] = baselines.removeValue(forKey: old)
        }
    }

    /// The server renames those below the mailbox, too.
    private mutating func renameOnServer(_ name: MailboxName, to target: MailboxName) {
        steps.append(.renameOnServer(from: name, to: target))
        for old in listed.keys.sorted() {
            guard let new = old.renamed(by: name, to: target), listed[new] == nil else { continue }
            listed[new] = listed.removeValue(forKey: old)
        }
        _ = carryBaselines(name, to: target)
    }

    /// Carries the sync state of a mailbox, and of those below it, to their new names. Returns both names of those below.
    private mutating func carryBaselines(
        _ name: MailboxName, to target: MailboxName
    ) -> [(MailboxName, MailboxName)] {
        var carried: [(MailboxName, MailboxName)] = []
        for old in baselines.keys.sorted() {
            guard let new = old.renamed(by: name, to: target), baselines[new] == nil else { continue }
            baselines[new] = baselines.removeValue(forKey: old)
            if old != name { carried.append((old, new)) }
            // A directory that was renamed separately is still recognized.
            for (place, directory) in directories where directory.origin == old { directories[place]?.origin = new }
        }
        return carried
    }

    /// Whether the two are probably one mailbox. MAILBOXID would tell [RFC 8474 §4], but Cyrus 3.6 puts random memory
    /// into the one that it lists.
    private func isSame(_ baseline: SyncBaseline?, _ mailbox: MailboxListing?) -> Bool {
        guard let then = baseline?.status, let now = mailbox?.status, now.messages > 0,
            now.uidValidity == then.uidValidity, let next = now.uidNext, let formerNext = then.uidNext
        else { return false }
        if next == formerNext, now.messages == then.messages { return true }
        // It may have changed, too. Many servers use the time of creation as UIDVALIDITY, and some the same number for all
        // mailboxes.
        let hasMoved = now.highestModSequence.map { then.highestModSequence ?? $0 <= $0 } ?? true
        return next >= formerNext && hasMoved && isUnique(now.uidValidity)
    }

    private func isUnique(_ uidValidity: UIDValidity) -> Bool {
        baselines.values.count { $0.status.uidValidity == uidValidity } == 1
            && listed.values.count { $0.status?.uidValidity == uidValidity } == 1
    }

    /// Local mailboxes that are not synced. Those that are only parents on the server are created there.
    var unsynced: [MailboxName] {
        leftOut.subtracting(parents).filter { directories[$0] != nil && baselines[$0] == nil }.sorted()
    }

    mutating func makeAndRemove(isVerified: Bool) {
        // CREATE makes a mailbox of a name that only leads to others [RFC 9051 §6.3.4].
        for name in parents.sorted() where directories[name] != nil && baselines[name] == nil {
            steps.append(.makeOnServer(name))
        }
        let names = Set(listed.keys).union(directories.keys).union(baselines.keys).subtracting(leftOut).sorted()
        var removals: [MailboxListPlan.Step] = []
        for name in names {
            switch (listed[name] != nil, directories[name] != nil, baselines[name] != nil) {
            case (true, false, false):
                steps.append(.makeHere(name))
            case (false, true, false):
                steps.append(.makeOnServer(name))
            case (false, true, true):
                let count = baselines[name]?.count ?? 0
                let isBelieved = leaving.contains(name) || isVerified && count <= MailboxListPlan.mostRemovedMessages
                // Every server has INBOX [RFC 9051 §5.1], so a listing without it is wrong.
                if isBelieved, name != .inbox {
                    removals.append(.removeHere(name))
                } else {
                    notices.append(.goneOnServer(name, count))
                }
            case (true, false, true):
                // New mail must arrive. The user is asked about the messages that are gone.
                steps.append(.makeHere(name))
                directories[name] = LocalDirectory(name, isChanged: true)
            case (false, false, true):
                // Otherwise a mailbox created on the server later with this name would be treated as removed here.
                if isVerified || leaving.contains(name) { removals.append(.removeHere(name)) }
            case (true, true, _), (false, false, false):
                break
            }
        }
        steps += removals
    }

    mutating func open() {
        for name in listed.keys.sorted() where directories[name] != nil || baselines[name] == nil {
            if let reason = reason(name) { steps.append(.open(name, reason)) }
        }
    }

    private func reason(_ name: MailboxName) -> MailboxListPlan.Reason? {
        guard let baseline = baselines[name] else { return .first }
        guard let status = listed[name]?.status else { return .noStatus }
        if status.uidValidity != baseline.status.uidValidity { return .renumbered }
        if !isUnchanged(status, baseline.status) { return .changedThere }
        // Pending messages must be requested from the server, whatever changed here.
        if !baseline.pending.isEmpty { return .unfinished }
        return directories[name]?.isChanged ?? true ? .changedHere : nil
    }

    /// A missing unseen count is not a difference, but UIDNEXT is required [RFC 9051 §2.3.1.1]: without it, a message
    /// that replaced a removed one would go unnoticed.
    private func isUnchanged(_ now: MailboxFingerprint, _ then: MailboxFingerprint) -> Bool {
        guard let next = now.uidNext, next == then.uidNext, now.messages == then.messages else { return false }
        if let unseen = now.unseen, let before = then.unseen, unseen != before { return false }
        return now.highestModSequence == then.highestModSequence
    }
}
