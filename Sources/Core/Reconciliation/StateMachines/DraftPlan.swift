public import MailTypes

/// What is to be done so that the drafts here and those of the server are the same. Texts that came from the server are
/// here already when it is made: it is about what goes there.
public struct DraftPlan: Hashable, Sendable {
    /// A draft as it stands here.
    public struct Local: Hashable, Sendable {
        public let id: DraftID
        /// The message of the server that it is; `nil` where it is newer, or the server has none.
        public var uid: UID?
        /// The message of the server that it was made from.
        public var base: UID?
        /// Whether it may go up: nobody is in the middle of writing it.
        public var isReady: Bool
        /// Whether it is open somewhere, perhaps with lines that nobody has saved.
        public var isOpen: Bool

        public init(_ id: DraftID, uid: UID? = nil, base: UID? = nil, isReady: Bool = true, isOpen: Bool = false) {
            self.id = id
            self.uid = uid
            self.base = base
            self.isReady = isReady
            self.isOpen = isOpen
        }
    }

    /// What is known when it is made.
    public struct Situation: Hashable, Sendable {
        public var drafts: [Local]
        /// Messages of the server that both sides last agreed on.
        public var agreed: UIDSet
        /// Those of them whose files are here, or were when this sync last looked.
        public var present = UIDSet()
        /// Those that messages in the outbox were made from: they stay until those are sent.
        public var reserved = UIDSet()
        /// Gone from the server when an earlier sync looked, and nothing has come in their place.
        public var missing = UIDSet()
        /// Gone since: something may come yet.
        public var justMissing = UIDSet()
        /// Whether all deletions here were meant.
        public var isConfirmed = false

        public init(drafts: [Local], agreed: UIDSet) {
            self.drafts = drafts
            self.agreed = agreed
        }
    }

    public enum Step: Hashable, Sendable {
        case append(DraftID)
        case replace(DraftID, UID)
        /// It was deleted elsewhere.
        case removeLocalDraft(DraftID, UID)
        /// Their drafts were sent or discarded.
        case remove(UIDSet)
        /// So many that only the user can say whether that was meant.
        case ask(UIDSet, of: Int)
    }

    public private(set) var steps: [Step] = []
    /// Missing ones that no draft here goes back to.
    public private(set) var forgotten = UIDSet()

    /// So many drafts do not all go at once: the disk that holds them is not there.
    private static let implausibleLoss = 3

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
        let isEmptied = situation.drafts.isEmpty && gone.count >= Self.implausibleLoss
        if !situation.isConfirmed, isEmptied || MassDeletion.isSuspected(gone.count, of: situation.agreed.count) {
            steps.append(.ask(gone, of: situation.agreed.count))
        } else {
            steps.append(.remove(gone))
        }
    }
}
