import Foundation

/// Random numbers that are reproducible from a seed [SplitMix64].
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The generator with the seed in PETREL_SEED, or with a new one. Tests include the seed in their failures.
    public static var fresh: SeededGenerator {
        let named = ProcessInfo.processInfo.environment["PETREL_SEED"].flatMap { UInt64($0) }
        return SeededGenerator(seed: named ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
