/// Computes the digest of a state from its parts.
public struct StateDigest: Sendable {
    public private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    public init() {}

    @inlinable
    public mutating func add(_ part: Int) { add(UInt64(bitPattern: Int64(part))) }

    public mutating func add(_ part: UInt64) {
        // SplitMix64's mixer, which changes half of the bits of the result for each bit of a part.
        var mixed = value ^ (part &+ 0x9E37_79B9_7F4A_7C15 &+ (value << 6))
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        value = mixed ^ mixed >> 31
    }
}
