/// A set of the numbers of contents, one bit each, as the functions of `Database` for sets expect it. A million contents
/// take 125 kB.
struct ContentSet: Sendable {
    /// The lowest bit of the first byte is for 0.
    private(set) var octets: [UInt8]
    /// The members are at most this. Greater numbers were added to the index after the search began.
    private let greatest: Int64

    init(upTo greatest: Int64, _ octets: [UInt8] = []) {
        self.greatest = max(0, greatest)
        let size = Int(self.greatest >> 3) + 1
        self.octets = octets.count == size ? octets : [UInt8](repeating: 0, count: size)
    }

    mutating func insert(_ content: Int64) {
        guard 0...greatest ~= content else { return }
        octets[Int(content >> 3)] |= 1 << UInt8(content & 7)
    }

    mutating func formIntersection(_ other: ContentSet) {
        for index in 0..<min(octets.count, other.octets.count) { octets[index] &= other.octets[index] }
    }

    mutating func formUnion(_ other: ContentSet) {
        for index in 0..<min(octets.count, other.octets.count) { octets[index] |= other.octets[index] }
    }

    mutating func invert() {
        for index in octets.indices { octets[index] = ~octets[index] }
        octets[octets.count - 1] &= UInt8(truncatingIfNeeded: (1 << (Int(greatest & 7) + 1)) - 1)
    }

    var isEmpty: Bool { octets.allSatisfy { $0 == 0 } }

    var count: Int { octets.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// In ascending order.
    var members: [Int64] {
        var members: [Int64] = []
        for (index, byte) in octets.enumerated() where byte != 0 {
            for bit in 0..<8 where byte >> UInt8(bit) & 1 != 0 { members.append(Int64(index << 3 | bit)) }
        }
        return members
    }
}
