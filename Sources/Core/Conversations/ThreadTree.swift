public import MailTypes

/// The replies of a conversation as a tree, in reading order: each message is followed by its replies [RFC 5256,
/// REFERENCES].
public struct ThreadTree: Sendable {
    public struct Message: Sendable {
        /// `nil` if the message has none.
        public let id: [UInt8]?
        /// The messages that it replies to, the nearest last.
        public let references: [[UInt8]]
        public let date: Instant

        public init(id: [UInt8]?, references: [[UInt8]], date: Instant) {
            self.id = id
            self.references = references
            self.date = date
        }
    }

    public struct Row: Hashable, Sendable {
        /// The index of the message.
        public let message: Int
        /// The index of the message that it replies to; `nil` if that is not in the conversation.
        public let parent: Int?
        /// 0 for a message without a parent.
        public let level: Int
        /// For each level from 1, whether a line to a later reply passes this row. Deep levels are left out.
        public let branches: [Bool]
    }

    public let rows: [Row]

    /// Deeper replies are drawn at this level.
    public static let deepestDrawn = 8

    public init(_ messages: [Message]) {
        let parents = Self.parents(of: messages)
        var replies: [[Int]] = Array(repeating: [], count: messages.count)
        var roots: [Int] = []
        for (index, parent) in parents.enumerated() {
            if let parent { replies[parent].append(index) } else { roots.append(index) }
        }
        let isEarlier = { (one: Int, other: Int) in (messages[one].date, one) < (messages[other].date, other) }
        // A stack instead of recursion: a sender can nest replies as deeply as it likes.
        var stack = roots.sorted(by: isEarlier).reversed().map { Row(message: $0, parent: nil, level: 0, branches: []) }
        var rows: [Row] = []
        rows.reserveCapacity(messages.count)
        while let row = stack.popLast() {
            rows.append(row)
            let next = replies[row.message].sorted(by: isEarlier)
            for (place, reply) in next.enumerated().reversed() {
                var branches = row.branches
                if row.level < Self.deepestDrawn { branches.append(place < next.count - 1) }
                stack.append(Row(message: reply, parent: row.message, level: row.level + 1, branches: branches))
            }
        }
        self.rows = rows
    }

    /// Returns the parent of each message: the nearest message that it references. Messages that reference each other in
    /// a circle begin at the earliest one.
    private static func parents(of messages: [Message]) -> [Int?] {
        var places: [[UInt8]: Int] = [:]
        for (index, message) in messages.enumerated() {
            if let id = message.id, places[id] == nil { places[id] = index }
        }
        var parents: [Int?] = messages.enumerated().map { index, message in
            for reference in message.references.reversed() {
                if let place = places[reference], place != index { return place }
            }
            return nil
        }
        var isChecked = Array(repeating: false, count: messages.count)
        for start in messages.indices where !isChecked[start] {
            var path: [Int] = []
            var onPath: Set<Int> = []
            var current: Int? = start
            while let index = current, !isChecked[index], onPath.insert(index).inserted {
                path.append(index)
                current = parents[index]
            }
            if let index = current, onPath.contains(index), let from = path.firstIndex(of: index) {
                let first = path[from...].min { (messages[$0].date, $0) < (messages[$1].date, $1) }
                if let first { parents[first] = nil }
            }
            for index in path { isChecked[index] = true }
        }
        return parents
    }
}
