/// The connected components of messages joined by identifiers. Each is a linked list through its nodes.
struct ThreadComponentTable: Sendable {
    struct Record: Sendable {
        var first: Int32
        var last: Int32
        var count: Int
        /// The sum of the weights of its nodes.
        var weight: Int
        var smallestKey: Int64
        /// Whether it is in the list of dirty components.
        var isDirty: Bool
        /// Whether one of its messages was removed, so that it may have to be split.
        var isBroken = false
    }

    private var records: [Record] = []
    private var free: [Int32] = []
    private var dirty: [Int32] = []

    subscript(_ component: Int32) -> Record {
        get { records[Int(component)] }
        set { records[Int(component)] = newValue }
    }

    /// Adds a component of one message.
    mutating func add(_ slot: Int32, _ node: ConversationGroupingNode) -> Int32 {
        let component = free.popLast() ?? Int32(records.count)
        let record = Record(
            first: slot, last: slot, count: 1, weight: node.weight, smallestKey: node.key,
            isDirty: Int(component) < records.count && records[Int(component)].isDirty)
        if Int(component) == records.count { records.append(record) } else { records[Int(component)] = record }
        markDirty(component)
        return component
    }

    mutating func free(_ component: Int32) {
        records[Int(component)].count = 0
        records[Int(component)].first = -1
        records[Int(component)].isBroken = false
        free.append(component)
    }

    mutating func markDirty(_ component: Int32) {
        guard !records[Int(component)].isDirty else { return }
        records[Int(component)].isDirty = true
        dirty.append(component)
    }

    mutating func markBroken(_ component: Int32) {
        records[Int(component)].isBroken = true
        markDirty(component)
    }

    /// The components from which messages were removed.
    var broken: [Int32] { dirty.filter { records[Int($0)].isBroken } }

    /// Returns the components that changed, and marks them as clean.
    mutating func takeDirty() -> [Int32] {
        for component in dirty { records[Int(component)].isDirty = false }
        defer { dirty = [] }
        return dirty.filter { records[Int($0)].count > 0 }
    }
}
