/// Messages connected by the identifiers that they name, through messages that are not here as well. The result is a
/// function of the set of messages alone.
struct ReferenceComponents {
    struct Component: Hashable, Sendable {
        /// The smallest identifier that is named in it.
        var key: UInt64
        /// A message that names no other one and that no other one names.
        var isLoose: Bool
    }

    private var sets: DisjointSets
    private var smallest: [UInt64]
    /// How many identifiers the messages of a component name, each message for itself.
    private var names: [UInt32]
    private var previous: (id: UInt64, member: Int)?

    init(count: Int) {
        sets = DisjointSets(count: count)
        smallest = [UInt64](repeating: .max, count: count)
        names = [UInt32](repeating: 0, count: count)
    }

    /// First, each identifier that each message names, the same identifiers next to each other.
    mutating func join(_ id: UInt64, _ member: Int) {
        if let previous, previous.id == id { sets.join(previous.member, member) }
        previous = (id, member)
        smallest[member] = min(smallest[member], id)
        names[member] &+= 1
    }

    /// Then, once: adds up what is known of the members.
    mutating func finish() {
        for member in smallest.indices {
            let root = sets.root(member)
            if root == member { continue }
            smallest[root] = min(smallest[root], smallest[member])
            names[root] &+= names[member]
        }
    }

    /// Then: where a message belongs.
    mutating func component(of member: Int) -> Component {
        let root = sets.root(member)
        return Component(key: smallest[root], isLoose: names[root] == 1)
    }
}

/// Which of some things belong together [union by size, paths halved].
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
