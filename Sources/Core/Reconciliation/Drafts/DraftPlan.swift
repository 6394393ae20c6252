public import MailTypes

/// The steps that bring the server's drafts in line with the local ones. Versions from the server are already stored
/// locally when the plan is made, so it covers mainly the opposite direction.
public struct DraftPlan: Hashable, Sendable {
    /// A local draft.
    public struct Local: Hashable, Sendable {
        public let id: DraftID
        /// The server message with the same content; `nil` if the draft is newer or the server has no version of it.
        public var uid: UID?
        /// The server message that the draft was made from.
        public var base: UID?
        /// Whether the draft may be uploaded now; `false` while it is being edited, for example.
        public var isReady: Bool
        /// Whether the draft is open in an editor, possibly with unsaved changes.
        public var isOpen: Bool

        public init(_ id: DraftID, uid: UID? = nil, base: UID? = nil, isReady: Bool = true, isOpen: Bool = false) {
            self.id = id
            self.uid = uid
            self.base = base
            self.isReady = isReady
            self.isOpen = isOpen
        }
    }

    /// The state that a plan is made from.
    public struct Situation: Hashable, Sendable {
        public var drafts: [Local]
        /// The server messages that both sides last agreed on.
        public var agreed: UIDSet
        /// Those of `agreed` whose files are here, or were when this sync scanned the directory.
        public var present = UIDSet()
        /// Those of `agreed` that must stay for now, such as the originals of unsent messages in the outbox.
        public var reserved = UIDSet()
        /// Missing on the server since an earlier sync; no successor has arrived.
        public var missing = UIDSet()
        /// Missing on the server since this sync; a successor may still arrive.
        public var justMissing = UIDSet()
        /// Those of `agreed` that this sync has fetched.
        public var arrived = UIDSet()
        /// Deletions that an earlier sync has asked about.
        public var questioned = UIDSet()
        /// Deletions that the user has confirmed.
        public var confirmed = UIDSet()

        public init(drafts: [Local], agreed: UIDSet) {
            self.drafts = drafts
            self.agreed = agreed
        }
    }

    public enum Step: Hashable, Sendable {
        case append(DraftID)
        case replace(DraftID, UID)
        /// The draft was deleted by another client.
        case removeLocalDraft(DraftID, UID)
        /// The drafts of these messages were sent or discarded.
        case remove(UIDSet)
        /// So many deletions that the user must confirm them.
        case ask(UIDSet, of: Int)
    }

    public private(set) var steps: [Step] = []
    /// Missing messages that no local draft is based on.
    public private(set) var forgotten = UIDSet()

    /// The deletions that the user must confirm.
    public var questioned: UIDSet {
        for case .ask(let uids, _) in steps { return uids }
        return UIDSet()
    }

    public init(_ situation: Situation) {
        var kept = situation.present.union(situation.reserved)
        var awaited = UIDSet()
        for draft in situation.drafts {
            let origin = draft.uid ?? draft.base
            if let origin { kept.insert(origin) }
            if let origin, situation.missing.contains(origin) {
                awaited.insert(origin)
                if !draft.isOpen { steps.append(.removeLocalDraft(draft.id, origin)) }
            } else if let origin, situation.justMissing.contains(origin) {
                awaited.insert(origin)
            } else if let uid = draft.uid, situation.agreed.contains(uid) {
                continue
            } else if draft.isReady {
                let base = draft.base.flatMap { situation.agreed.contains($0) ? $0 : nil }
                steps.append(base.map { .replace(draft.id, $0) } ?? .append(draft.id))
            }
        }
        forgotten = situation.missing.union(situation.justMissing).subtracting(awaited)
        let gone = situation.agreed.subtracting(kept)
        guard !gone.isEmpty else { return }
        let doubtful = gone.subtracting(situation.confirmed)
        let asked = situation.mustConfirm(doubtful) ? doubtful : UIDSet()
        if asked != gone { steps.append(.remove(gone.subtracting(asked))) }
        if !asked.isEmpty { steps.append(.ask(asked, of: situation.agreed.count)) }
    }
}

extension DraftPlan.Situation {
    /// If all drafts are gone and there were at least this many, their disk is probably not mounted.
    private static let implausibleLoss = 3

    /// Whether the user must confirm the deletion of these drafts.
    fileprivate func mustConfirm(_ uids: UIDSet) -> Bool {
        guard !uids.isEmpty else { return false }
        // Drafts that have just arrived say nothing about the disk of the others.
        let isEmptied =
            uids.count >= Self.implausibleLoss
            && drafts.allSatisfy { $0.uid.map { arrived.contains($0) } ?? false }
        let wasAsked = !uids.intersection(questioned).isEmpty
        return isEmptied || wasAsked || MassDeletionLimit.isExceeded(uids.count, of: agreed.count)
    }
}
