/// The conversations of one account, kept up to date while messages come and go.
///
/// Messages that name a common identifier are one conversation, through messages that are not here as well; the others
/// are joined by `SubjectGroups`. The outcome depends on the messages alone, never on the order in which they came. Only
/// conversations and subjects that changed are computed anew.
public struct ThreadGraph: Sendable {
    var slots: [Int64: Int32] = [:]
    var nodes: [ThreadNode] = []
    var freeNodes: [Int32] = []
    var components = ThreadComponents()

    /// Identifiers, and the component of each; -1 where no message names it any more.
    var ids = ByteStringTable()
    var componentOfID: [Int32] = []

    /// Base subjects, the first message of each, and which are to be grouped anew.
    var subjects = ByteStringTable()
    var firstOfSubject: [Int32] = []
    var isSubjectDirty: [Bool] = []
    var dirtySubjects: [Int32] = []

    public init() {}

    /// How many messages there are.
    public var count: Int { slots.count }

    /// The conversation of a message as `changes` last found it; `nil` for one that is not here or newer than that.
    public func thread(of key: Int64) -> Int64? {
        slots[key].flatMap { nodes[Int($0)].thread }
    }

    /// Adds a message, in place of the one that has its key.
    public mutating func insert(_ message: ThreadMessage) {
        remove(message.key)
        var node = ThreadNode(message)
        for id in message.links.ids { node.ids.append(numberID(id)) }
        node.subject = message.subject.isEmpty ? -1 : numberSubject(message.subject)
        let slot = freeNodes.popLast() ?? Int32(nodes.count)
        if Int(slot) == nodes.count { nodes.append(node) } else { nodes[Int(slot)] = node }
        slots[message.key] = slot
        enterSubject(slot)
        enterComponent(slot)
    }

    /// Takes a message out, if it is here.
    public mutating func remove(_ key: Int64) {
        guard let slot = slots.removeValue(forKey: key) else { return }
        nodes[Int(slot)].isRemoved = true
        leaveSubject(slot)
        components.markBroken(nodes[Int(slot)].component)
    }

    /// Computes what the messages added and taken out since the last call have changed: each message that is in another
    /// conversation than before, or new, in the order of the keys.
    public mutating func changes() -> [ThreadChange] {
        var changes: [ThreadChange] = []
        mendComponents()
        nameComponents(&changes)
        nameLoose(&changes)
        return changes.sorted { $0.key < $1.key }
    }

    /// What identifiers join has the smallest key of its messages. A loose message is left to its subject.
    private mutating func nameComponents(_ changes: inout [ThreadChange]) {
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

    private mutating func nameLoose(_ changes: inout [ThreadChange]) {
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

    /// Whether neither it nor any other message says what it belongs to.
    func isLoose(_ slot: Int32) -> Bool {
        !nodes[Int(slot)].isReply && components[nodes[Int(slot)].component].count == 1
    }

    /// Returns whether the message was in another conversation.
    private mutating func set(_ slot: Int32, to thread: Int64, _ changes: inout [ThreadChange]) -> Bool {
        guard nodes[Int(slot)].thread != thread else { return false }
        nodes[Int(slot)].thread = thread
        changes.append(ThreadChange(key: nodes[Int(slot)].key, thread: thread))
        return true
    }
}
