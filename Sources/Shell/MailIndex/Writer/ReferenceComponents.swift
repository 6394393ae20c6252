/// Groups messages that are connected by the identifiers they name, including identifiers of messages that are not in
/// the index. The result depends only on the set of messages.
struct ReferenceComponents {
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

/// A disjoint-set forest [union by size, path halving].
struct DisjointSets {
    private var parents: [Int32]
    private var sizes: [Int32]

    init(count: Int) {
        parents = (0..<Int32(count)).map(\.self)
        sizes = [Int32](repeating: 1, count: count)
    }

    mutating func root(_ element: Int) -> Int {
        var element = Int32(element)
        while parents[Int(element)] != element {
            let grandparent = parents[Int(parents[Int(element)])]
            parents[Int(element)] = grandparent
            element = grandparent
        }
        return Int(element)
    }

    mutating func join(_ one: Int, _ other: Int) {
        var (large, small) = (root(one), root(other))
        if large == small { return }
        if sizes[large] < sizes[small] { swap(&large, &small) }
        parents[small] = Int32(large)
        sizes[large] += sizes[small]
    }
}
