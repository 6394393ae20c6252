/// Puts messages that nothing but their subject connects into conversations.
enum SubjectThreads {
    struct Member: Hashable, Sendable {
        /// The smallest identifier of the message's component.
        var component: UInt64
        var isLoose: Bool
        var date: Int64
    }

    /// 30 days, in seconds.
    static let window: Int64 = 30 * 86_400

    /// The conversation of each loose member; all members have one base subject. A loose message joins the nearest
    /// message in time that is not loose; those that find none gather around the first one of a month.
    static func threads(of members: [Member]) -> [UInt64: UInt64] {
        let anchors = members.filter { !$0.isLoose }.sorted { ($0.date, $0.component) < ($1.date, $1.component) }
        let loose = members.filter(\.isLoose).sorted { ($0.date, $0.component) < ($1.date, $1.component) }
        var threads: [UInt64: UInt64] = [:]
        var rest: [Member] = []
        var next = 0
        /// The first anchor that has the date of the one before `next`.
        var before = 0
        for member in loose {
            while next < anchors.count, anchors[next].date < member.date {
                if anchors[next].date != anchors[before].date { before = next }
                next += 1
            }
            var best = next > 0 ? anchors[before] : nil
            if next < anchors.count, best.map({ anchors[next].date - member.date < member.date - $0.date }) ?? true {
                best = anchors[next]
            }
            if let best, abs(best.date - member.date) <= window {
                threads[member.component] = best.component
            } else {
                rest.append(member)
            }
        }
        var start = 0
        while start < rest.count {
            var end = start
            while end < rest.count, rest[end].date - rest[start].date <= window { end += 1 }
            let key = rest[start..<end].map(\.component).min() ?? 0
            for member in rest[start..<end] { threads[member.component] = key }
            start = end
        }
        return threads
    }
}
