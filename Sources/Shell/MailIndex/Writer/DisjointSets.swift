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
