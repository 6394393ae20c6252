/// The SHA-256 of a message with CRLF line endings [FIPS 180-4]. Collisions cannot be constructed, so two messages with
/// the same digest have the same content, without comparing their bytes.
public struct ContentDigest: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Returns `nil` unless there are 32 bytes.
    public init?(_ octets: [UInt8]) {
        guard octets.count == 32 else { return nil }
        func word(_ index: Int) -> UInt64 {
            octets[(index * 8)..<(index * 8 + 8)].reduce(0) { $0 << 8 | UInt64($1) }
        }
        words = (word(0), word(1), word(2), word(3))
    }

    public var octets: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            (0..<8 as Range<UInt64>).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
    }

    public static func == (one: ContentDigest, other: ContentDigest) -> Bool {
        one.words.0 == other.words.0 && one.words.1 == other.words.1 && one.words.2 == other.words.2
            && one.words.3 == other.words.3
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }
}
