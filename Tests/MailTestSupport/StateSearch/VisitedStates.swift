/// The states that a search has found: a 64-bit digest of each, and the state from which it was reached. A state takes
/// some 20 bytes.
public struct VisitedStates: Sendable {
    private var digests: [UInt64] = []
    private var parents: [UInt32] = []
    /// An open hash table of indices into `digests`, plus one. Zero is a free place.
    private var table: [UInt32]
    private var mask: Int

    public init(capacity: Int = 1 << 16) {
        var size = 1 << 10
        while size < capacity * 2 { size *= 2 }
        table = Array(repeating: 0, count: size)
        mask = size - 1
    }

    public var count: Int { digests.count }

    /// Adds a state and returns its index, or `nil` if it is known.
    public mutating func insert(_ digest: UInt64, from parent: Int?) -> Int? {
        if digests.count * 2 > table.count { grow() }
        var place = Int(truncatingIfNeeded: digest) & mask
        while table[place] != 0 {
            if digests[Int(table[place]) - 1] == digest { return nil }
            place = (place + 1) & mask
        }
        digests.append(digest)
        parents.append(parent.map { UInt32($0) } ?? .max)
        table[place] = UInt32(digests.count)
        return digests.count - 1
    }

    /// Returns the digests of the states that lead to a state, from the initial one on.
    public func path(to index: Int) -> [UInt64] {
        var path: [UInt64] = []
        var next: Int? = index
        while let here = next {
            path.append(digests[here])
            next = parents[here] == .max ? nil : Int(parents[here])
        }
        return path.reversed()
    }

    private mutating func grow() {
        table = Array(repeating: 0, count: table.count * 2)
        mask = table.count - 1
        for (index, digest) in digests.enumerated() {
            var place = Int(truncatingIfNeeded: digest) & mask
            while table[place] != 0 { place = (place + 1) & mask }
            table[place] = UInt32(index + 1)
        }
    }
}
