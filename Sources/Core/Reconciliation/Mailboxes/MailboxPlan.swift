public import MailTypes

/// Which mailboxes there are to be on both sides, and which of them a sync has to open: most are as they were, and that
/// can be seen from their numbers.
public struct MailboxPlan: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        /// Its removal here was stopped, and the server has it after all: what both sides agreed on is forgotten, and all
        /// that is here and there is matched anew. Again: nothing is agreed on.
        case startOver(MailboxName)
        /// A directory is renamed, as the server renamed the mailbox. Again: it has that name.
        case renameHere(from: MailboxName, to: MailboxName)
        /// A directory is made. Again: it is there.
        case makeHere(MailboxName)
        /// RENAME. Again: the server says that there is no such mailbox, and the new one is listed.
        case renameOnServer(from: MailboxName, to: MailboxName)
        /// CREATE. Again: the server says that it exists.
        case makeOnServer(MailboxName)
        /// Its messages are moved to Trash, then DELETE. Again: it is gone.
        case removeOnServer(MailboxName)
        /// What is in it and was never uploaded goes to the kept versions; then the directory goes. Again: it is gone.
        case removeHere(MailboxName)
        /// SELECT, and a plan of its messages.
        case open(MailboxName, Reason)
    }

    public enum Reason: Hashable, Sendable {
        case first
        case renumbered
        /// The server's numbers are others than the anchor's.
        case changedThere
        /// Files came, went or have other flags.
        case changedHere
        /// Messages are awaited from a sync that did not come to its end.
        case unfinished
        /// The server gives no numbers without being asked.
        case noStatus
    }

    public enum Notice: Hashable, Sendable {
        /// The server no longer lists it, with so many messages. It is listed again before that is believed, and the user
        /// is asked where they are many.
        case goneOnServer(MailboxName, Int)
        /// Its directory is gone. Only the user can say that the mailbox is to go.
        case goneHere(MailboxName)
    }

    /// What starts over first, then renamings, then what is made, then what is removed, then what is opened; each by name, INBOX first.
    public let steps: [Step]
    public let notices: [Notice]

    /// `listed`: all of them, or the plan would take the others for removed. `verified`: a second listing lacked the same
    /// ones. `confirmed`: the removals that the user said yes to. `leaving`: mailboxes whose removal here has begun.
    public init(
        listed: [ListedMailbox], directories: [LocalDirectory], anchors: [MailboxName: SyncAnchor],
        uses: [MailboxName: SpecialUse], isVerified: Bool = false, confirmed: Set<MailboxName> = [],
        leaving: Set<MailboxName> = []
    ) {
        var planner = MailboxPlanner(listed, directories, anchors, uses, leaving)
        planner.startOver()
        planner.findRenamed()
        planner.makeAndRemove(isVerified: isVerified, confirmed: confirmed)
        planner.open()
        steps = planner.steps
        notices = planner.notices
    }

    /// Whether a mailbox is synced at all: not what shows all mail or what the server takes for important, as every
    /// message of theirs stands in another one too.
    public static func isSynced(_ use: SpecialUse?) -> Bool {
        switch use {
        case .all, .important: false
        case .archive, .drafts, .flagged, .junk, .sent, .trash, nil: true
        }
    }
}

struct MailboxPlanner {
    private var listed: [MailboxName: ListedMailbox] = [:]
    private var directories: [MailboxName: LocalDirectory] = [:]
    private var anchors: [MailboxName: SyncAnchor]
    /// Listed and not to be synced.
    private var leftOut: Set<MailboxName> = []
    /// Some of their files may be gone, which says nothing about what anybody wants.
    private let leaving: Set<MailboxName>
    private(set) var steps: [MailboxPlan.Step] = []
    private(set) var notices: [MailboxPlan.Notice] = []

    init(
        _ mailboxes: [ListedMailbox], _ folders: [LocalDirectory], _ anchors: [MailboxName: SyncAnchor],
        _ uses: [MailboxName: SpecialUse], _ leaving: Set<MailboxName>
    ) {
        self.leaving = leaving
        for mailbox in mailboxes {
            if mailbox.isSelectable, MailboxPlan.isSynced(uses[mailbox.name]) {
                listed[mailbox.name] = mailbox
            } else {
                leftOut.insert(mailbox.name)
            }
        }
        for folder in folders { directories[folder.name] = folder }
        self.anchors = anchors
    }

    mutating func startOver() {
        for name in leaving.sorted() where listed[name] != nil && anchors[name] != nil {
            steps.append(.startOver(name))
            anchors[name] = nil
        }
    }

    /// By the mailbox's id; else by its numbers, where just one went and just one came that has them; else, for one that
    /// was renamed here, by what its files say.
    mutating func findRenamed() {
        let gone = anchors.keys.filter { listed[$0] == nil && !leftOut.contains($0) && !leaving.contains($0) }
            .sorted()
        let new = listed.keys.filter { anchors[$0] == nil && directories[$0] == nil }.sorted()
        for name in gone {
            let found = new.filter { isSame(anchors[name], listed[$0]) }
            guard found.count == 1, gone.count(where: { isSame(anchors[$0], listed[found[0]]) }) == 1 else { continue }
            steps.append(.renameHere(from: name, to: found[0]))
            carry(name, to: found[0])
        }
        let lost = anchors.keys.filter { directories[$0] == nil && listed[$0] != nil }.sorted()
        for name in lost {
            let found = directories.values.filter {
                $0.origin == name && anchors[$0.name] == nil && listed[$0.name] == nil
            }
            guard found.count == 1, name != .inbox else { continue }
            steps.append(.renameOnServer(from: name, to: found[0].name))
            listed[found[0].name] = listed.removeValue(forKey: name)
            anchors[found[0].name] = anchors.removeValue(forKey: name)
        }
    }

    private func isSame(_ anchor: SyncAnchor?, _ mailbox: ListedMailbox?) -> Bool {
        guard let anchor, let mailbox else { return false }
        if let one = anchor.mailboxID, let other = mailbox.mailboxID { return one == other }
        guard let status = mailbox.status, status.messages > 0 else { return false }
        return status.uidValidity == anchor.status.uidValidity && status.uidNext == anchor.status.uidNext
            && status.uidNext != nil && status.messages == anchor.status.messages
    }

    private mutating func carry(_ name: MailboxName, to other: MailboxName) {
        anchors[other] = anchors.removeValue(forKey: name)
        if let folder = directories.removeValue(forKey: name) {
            directories[other] = LocalDirectory(other, isChanged: true, messages: folder.messages)
        }
    }

    mutating func makeAndRemove(isVerified: Bool, confirmed: Set<MailboxName>) {
        let names = Set(listed.keys).union(directories.keys).union(anchors.keys).subtracting(leftOut).sorted()
        var removals: [MailboxPlan.Step] = []
        for name in names {
            switch (listed[name] != nil, directories[name] != nil, anchors[name] != nil) {
            case (true, false, false):
                steps.append(.makeHere(name))
            case (false, true, false):
                steps.append(.makeOnServer(name))
            case (false, true, true):
                let count = anchors[name]?.count ?? 0
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
                // Else one of that name which is made there later would count as removed here.
                if isVerified || leaving.contains(name) { removals.append(.removeHere(name)) }
            case (true, true, _), (false, false, false):
                break
            }
        }
        steps += removals
    }

    mutating func open() {
        for name in listed.keys.sorted() where directories[name] != nil || anchors[name] == nil {
            if let reason = reason(name) { steps.append(.open(name, reason)) }
        }
    }

    private func reason(_ name: MailboxName) -> MailboxPlan.Reason? {
        guard let anchor = anchors[name] else { return .first }
        guard let status = listed[name]?.status else { return .noStatus }
        if status.uidValidity != anchor.status.uidValidity { return .renumbered }
        if !isUnchanged(status, anchor.status) { return .changedThere }
        // What is to come has to be asked for, whatever changed here.
        if !anchor.pending.isEmpty { return .unfinished }
        return directories[name]?.isChanged ?? true ? .changedHere : nil
    }

    /// What one side does not say is no difference, but UIDNEXT [RFC 9051 §2.3.1.1] is needed: without it a message that
    /// came for one that went would not be seen.
    private func isUnchanged(_ now: MailboxStatus, _ then: MailboxStatus) -> Bool {
        guard let next = now.uidNext, next == then.uidNext, now.messages == then.messages else { return false }
        if let unseen = now.unseen, let before = then.unseen, unseen != before { return false }
        return now.highestModSequence == then.highestModSequence
    }
}
