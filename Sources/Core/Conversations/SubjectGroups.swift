public import MailTypes

/// Assigns messages with the same subject to conversations if their identifiers do not.
///
/// A *loose* message references no other message and is referenced by none. It joins the conversation of the message
/// nearest in date that is not loose, if that is at most `window` away. The remaining loose messages are grouped in
/// order of date. The first opens a conversation that includes all within `window` of it, the next one outside opens
/// another, and so on.
///
/// The result depends only on the set of messages.
public enum SubjectGroups {
    /// 30 days, in seconds. Beyond this, the same subject is a different conversation.
    public static let window: UInt64 = 30 * 86400

    /// A message with the subject.
    public struct Entry: Hashable, Sendable {
        public let key: Int64
        public let date: Instant
        /// The smallest key among the messages that identifiers connect to this one. `nil` for a loose message.
        public let component: Int64?

        public init(key: Int64, date: Instant, component: Int64?) {
            self.key = key
            self.date = date
            self.component = component
        }
    }

    /// Returns the conversation of each message by key: the component that it is in or joins, or the smallest key of
    /// the group of loose messages. All entries must have the same non-empty base subject and distinct keys.
    public static func assign(_ entries: [Entry]) -> [Int64: Int64] {
        let sorted = entries.sorted(by: precedes)
        let anchors = anchors(sorted)
        var groups: [Int64: Int64] = [:]
        groups.reserveCapacity(sorted.count)
        for (entry, anchor) in zip(sorted, anchors) {
            groups[entry.key] = sorted[anchor].component ?? sorted[anchor].key
        }
        return groups
    }

    static func precedes(_ one: Entry, _ other: Entry) -> Bool {
        (one.date.seconds, one.key) < (other.date.seconds, other.key)
    }

    /// Returns, for each of the sorted entries, the index of the entry that provides the key of its conversation.
    static func anchors(_ entries: [Entry]) -> [Int] {
        var anchors = Array(entries.indices)
        let firm = entries.indices.filter { entries[$0].component != nil }
        /// The number of `firm` entries not later than the entry, and the first of those that share the date of the
        /// last one.
        var passed = 0
        var nearest = 0
        var cluster: [Int] = []
        for (index, entry) in entries.enumerated() where entry.component == nil {
            while passed < firm.count, entries[firm[passed]].date <= entry.date {
                if entries[firm[passed]].date != entries[firm[nearest]].date { nearest = passed }
                passed += 1
            }
            let before = passed > 0 ? firm[nearest] : nil
            let after = passed < firm.count ? firm[passed] : nil
            if let anchor = nearer(before, after, to: entry, entries) {
                anchors[index] = anchor
                continue
            }
            if let first = cluster.first, distance(entries[first].date, entry.date) > window {
                close(&cluster, entries, &anchors)
            }
            cluster.append(index)
        }
        close(&cluster, entries, &anchors)
        return anchors
    }

    /// Returns the nearer of two neighbors, or the earlier one if both are equally near. `nil` if none is within the
    /// window.
    private static func nearer(_ before: Int?, _ after: Int?, to entry: Entry, _ entries: [Entry]) -> Int? {
        let toBefore = before.map { distance(entries[$0].date, entry.date) } ?? .max
        let toAfter = after.map { distance(entry.date, entries[$0].date) } ?? .max
        guard min(toBefore, toAfter) <= window else { return nil }
        return toBefore <= toAfter ? before : after
    }

    private static func close(_ cluster: inout [Int], _ entries: [Entry], _ anchors: inout [Int]) {
        guard let anchor = cluster.min(by: { entries[$0].key < entries[$1].key }) else { return }
        for index in cluster { anchors[index] = anchor }
        cluster.removeAll(keepingCapacity: true)
    }

    /// Returns the seconds from an earlier to a later date. The dates are untrusted and may be any value.
    private static func distance(_ earlier: Instant, _ later: Instant) -> UInt64 {
        UInt64(bitPattern: later.seconds &- earlier.seconds)
    }
}
