/// The conversations of one account, updated incrementally as messages are added and removed.
///
/// Messages that share an identifier are in one conversation, even if the message with that identifier is missing. The
/// others are grouped by `SubjectGroups`. The result depends only on the set of messages, not on their order. Only
/// conversations and subjects that changed are recomputed.
public struct ConversationGrouping: Sendable {
    var slots: [Int64: Int32] = [:]
    var nodes: [ConversationGroupingNode] = []
    var freeNodes: [Int32] = []
    var components = ThreadComponentTable()

    /// Identifiers, and the component of each. -1 if no message references the identifier.
    var ids = ByteStringTable()
    var componentOfID: [Int32] = []

    /// Base subjects, the first message of each, and which of them must be regrouped.
    var subjects = ByteStringTable()
    var firstOfSubject: [Int32] = []
    var isSubjectDirty: [Bool] = []
    var dirtySubjects: [Int32] = []

    public init() {}

    /// The number of messages.
    public var count: Int { slots.count }

    /// Returns the conversation of a message as of the last call of `changes`. `nil` if the message is unknown or was
    /// added since.
    public func thread(of key: Int64) -> Int64? {
        slots[key].flatMap { nodes[Int($0)].thread }
    }

    /// Adds a message, or replaces the one with the same key.
    public mutating func insert(_ message: ThreadMessage) {
        remove(message.key)
        var node = ConversationGroupingNode(message)
        for id in message.links.ids { node.ids.append(numberID(id)) }
        node.subject = message.subject.isEmpty ? -1 : numberSubject(message.subject)
        let slot = freeNodes.popLast() ?? Int32(nodes.count)
        if Int(slot) == nodes.count { nodes.append(node) } else { nodes[Int(slot)] = node }
        slots[message.key] = slot
        enterSubject(slot)
        enterComponent(slot)
    }

    /// Removes a message, if it exists.
    public mutating func remove(_ key: Int64) {
        guard let slot = slots.removeValue(forKey: key) else { return }
        nodes[Int(slot)].isRemoved = true
        leaveSubject(slot)
        components.markBroken(nodes[Int(slot)].component)
    }

    /// Returns the effect of the messages added and removed since the last call: each message that is new or whose
    /// conversation changed, sorted by key.
    public mutating func changes() -> [ThreadReassignment] {
        var changes: [ThreadReassignment] = []
        mendComponents()
        nameComponents(&changes)
        nameLoose(&changes)
        return changes.sorted { $0.key < $1.key }
    }

    /// Names each component after the smallest key of its messages. A loose message is left to its subject.
    private mutating func nameComponents(_ changes: inout [ThreadReassignment]) {
        for component in components.takeDirty() {
            let record = components[component]
            var slot = record.first
            while slot >= 0 {
                if !isLoose(slot) || nodes[Int(slot)].subject < 0, set(slot, to: record.smallestKey, &changes) {
                    markSubject(nodes[Int(slot)].subject)
                }
                slot = nodes[Int(slot)].nextOfComponent
            }
        }
    }

    private mutating func nameLoose(_ changes: inout [ThreadReassignment]) {
        for subject in dirtySubjects {
            isSubjectDirty[Int(subject)] = false
            var members: [(slot: Int32, entry: SubjectGroups.Entry)] = []
            var slot = firstOfSubject[Int(subject)]
            while slot >= 0 {
                members.append((slot, entry(slot)))
                slot = nodes[Int(slot)].nextOfSubject
            }
            members.sort { SubjectGroups.precedes($0.entry, $1.entry) }
            let anchors = SubjectGroups.anchors(members.map(\.entry))
            for (member, anchor) in zip(members, anchors) where member.entry.component == nil {
                let entry = members[anchor].entry
                _ = set(member.slot, to: entry.component ?? entry.key, &changes)
            }
        }
        dirtySubjects.removeAll(keepingCapacity: true)
    }

    private func entry(_ slot: Int32) -> SubjectGroups.Entry {
        let node = nodes[Int(slot)]
        return SubjectGroups.Entry(
            key: node.key, date: node.date, component: isLoose(slot) ? nil : components[node.component].smallestKey)
    }

    /// Returns whether the message neither references another nor is referenced.
    func isLoose(_ slot: Int32) -> Bool {
        !nodes[Int(slot)].isReply && components[nodes[Int(slot)].component].count == 1
    }

    /// Sets the conversation of a message. Returns whether the message was in another conversation before.
    private mutating func set(_ slot: Int32, to thread: Int64, _ changes: inout [ThreadReassignment]) -> Bool {
        guard nodes[Int(slot)].thread != thread else { return false }
        nodes[Int(slot)].thread = thread
        changes.append(ThreadReassignment(key: nodes[Int(slot)].key, thread: thread))
        return true
    }
}
