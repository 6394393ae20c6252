/// Groups messages that are connected by the identifiers they name, including identifiers of messages that are not in
/// the index. The result depends only on the set of messages.
struct ReferenceGraphComponents {
    struct Component: Hashable, Sendable {
        /// The smallest identifier named in the component.
        var key: UInt64
        /// Whether the component is a single message that neither names other messages nor is named by them.
        var isLoose: Bool
    }

    private var sets: DisjointSets
    private var smallest: [UInt64]
    /// The total number of identifiers that the messages of each component name.
    private var names: [UInt32]
    private var previous: (id: UInt64, member: Int)?

    init(count: Int) {
        sets = DisjointSets(count: count)
        smallest = [UInt64](repeating: .max, count: count)
        names = [UInt32](repeating: 0, count: count)
    }

    /// Step 1: adds an identifier that a message names. Equal identifiers must be added consecutively.
    mutating func join(_ id: UInt64, _ member: Int) {
        if let previous, previous.id == id { sets.join(previous.member, member) }
        previous = (id, member)
        smallest[member] = min(smallest[member], id)
        names[member] &+= 1
    }

    /// Step 2: combines the values of each component's members. Must be called once.
    mutating func finish() {
        for member in smallest.indices {
            let root = sets.root(member)
            if root == member { continue }
            smallest[root] = min(smallest[root], smallest[member])
            names[root] &+= names[member]
        }
    }

    /// Step 3: returns the component of a message.
    mutating func component(of member: Int) -> Component {
        let root = sets.root(member)
        return Component(key: smallest[root], isLoose: names[root] == 1)
    }
}
