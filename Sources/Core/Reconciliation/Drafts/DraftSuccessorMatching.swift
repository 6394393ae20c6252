public import MailTypes

/// Finds which new messages in Drafts are new versions of drafts that are gone from it. Other clients delete a draft
/// and append the edited text; few keep a header field that identifies it.
public enum DraftSuccessorMatching {
    /// The properties by which a version of a draft can be recognized.
    public struct Features: Hashable, Sendable {
        public var draft: DraftID?
        public var messageID: MessageID?
        /// Apple Mail's X-Universally-Unique-Identifier, which is the same in all versions of a draft.
        public var universalID: [UInt8]?
        public var inReplyTo: [MessageID] = []
        public var subject: [UInt8] = []
        /// The addresses, case-folded.
        public var recipients: Set<[UInt8]> = []
        /// When the server received it.
        public var arrived: Instant?

        public init() {}
    }

    /// The maximum number of seconds between two versions if no header field identifies the draft.
    private static let nearness: Int64 = 600

    /// Returns, for each of `gone`, the index of its successor in `new`.
    public static func successors(of gone: [Features], among new: [Features]) -> [Int?] {
        var found: [Int?] = Array(repeating: nil, count: gone.count)
        var isTaken = Array(repeating: false, count: new.count)
        for isSame in [isSameDraft, isSameMessage, isSameObject, isAlike] {
            for index in gone.indices where found[index] == nil {
                let candidates = new.indices.filter { !isTaken[$0] && isSame(gone[index], new[$0]) }
                // If there are several candidates, the match is ambiguous.
                guard candidates.count == 1, let candidate = candidates.first else { continue }
                let rivals = gone.indices.filter { found[$0] == nil && isSame(gone[$0], new[candidate]) }
                guard rivals.count == 1 else { continue }
                found[index] = candidate
                isTaken[candidate] = true
            }
        }
        return found
    }

    private static func isSameDraft(_ old: Features, _ new: Features) -> Bool {
        old.draft != nil && old.draft == new.draft
    }

    private static func isSameMessage(_ old: Features, _ new: Features) -> Bool {
        old.messageID != nil && old.messageID == new.messageID
    }

    private static func isSameObject(_ old: Features, _ new: Features) -> Bool {
        old.universalID != nil && old.universalID == new.universalID
    }

    /// Whether both reply to the same message under the same subject, or have the same subject and recipients, within a
    /// short time.
    private static func isAlike(_ old: Features, _ new: Features) -> Bool {
        guard new.draft == nil, old.subject == new.subject, isNear(old, new) else { return false }
        if !old.inReplyTo.isEmpty, old.inReplyTo == new.inReplyTo { return true }
        return !old.recipients.isEmpty && old.recipients == new.recipients
    }

    private static func isNear(_ old: Features, _ new: Features) -> Bool {
        guard let before = old.arrived, let after = new.arrived else { return false }
        return abs(after.seconds - before.seconds) <= nearness
    }
}
