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

    /// Finds renamed mailboxes by mailbox ID, or by status if exactly one missing and one new mailbox match. Mailboxes
    /// renamed here are found by the mailbox that their files name.
    mutating func findRenamed() {
        let gone = baselines.keys.filter { listed[$0] == nil && !leftOut.contains($0) && !leaving.contains($0) }
            .sorted()
        let new = listed.keys.filter { baselines[$0] == nil && directories[$0] == nil }.sorted()
        for name in gone {
            let found = new.filter { isSame(baselines[name], listed[$0]) }
            guard found.count == 1, gone.count(where: { isSame(baselines[$0], listed[found[0]]) }) == 1 else {
                continue
            }
            steps.append(.renameHere(from: name, to: found[0]))
            carry(name, to: found[0])
        }
        let lost = baselines.keys.filter { directories[$0] == nil && listed[$0] != nil }.sorted()
        for name in lost {
            let found = directories.values.filter {
                $0.origin == name && baselines[$0.name] == nil && listed[$0.name] == nil
            }
            guard found.count == 1, name != .inbox else { continue }
            steps.append(.renameOnServer(from: name, to: found[0].name))
            listed[found[0].name] = listed.removeValue(forKey: name)
            baselines[found[0].name] = baselines.removeValue(forKey: name)
        }
    }

    private func isSame(_ baseline: SyncBaseline?, _ mailbox: MailboxListing?) -> Bool {
        guard let baseline, let mailbox else { return false }
        if let one = baseline.mailboxID, let other = mailbox.mailboxID { return one == other }
        guard let status = mailbox.status, status.messages > 0 else { return false }
        return status.uidValidity == baseline.status.uidValidity && status.uidNext == baseline.status.uidNext
            && status.uidNext != nil && status.messages == baseline.status.messages
    }

    private mutating func carry(_ name: MailboxName, to other: MailboxName) {
        baselines[other] = baselines.removeValue(forKey: name)
        if let folder = directories.removeValue(forKey: name) {
            directories[other] = LocalDirectory(other, isChanged: true, messages: folder.messages)
        }
    }

    /// Local mailboxes that are not synced. Those that are only parents on the server are created there.
    var unsynced: [MailboxName] {
        leftOut.subtracting(parents).filter { directories[$0] != nil && baselines[$0] == nil }.sorted()
    }

    mutating func makeAndRemove(isVerified: Bool, confirmed: Set<MailboxName>) {
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
                let isBelieved = leaving.contains(name) || isVerified && (count <= 20 || confirmed.contains(name))
                if isBelieved {
                    removals.append(.removeHere(name))
                } else {
                    notices.append(.goneOnServer(name, count))
                }
            case (true, false, true):
                if confirmed.contains(name), name != .inbox {
                    removals.append(.removeOnServer(name))
                    listed[name] = nil
                } else {
                    notices.append(.goneHere(name))
                }
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
