/// The name of an element, attribute or character reference, packed into two words, so that comparing and hashing it
/// does not create a string.
struct HTMLName: Hashable, ExpressibleByStringLiteral {
    /// The maximum length in bytes; no known name is longer.
    static let longest = 16

    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(stringLiteral value: StaticString) {
        unsafe self.init(UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
    }

    /// Creates a name from the first 16 bytes.
    init(_ bytes: some Sequence<UInt8>) {
        var index = 0
        for byte in bytes.prefix(Self.longest) {
            set(byte, at: index)
            index &+= 1
        }
    }

    /// Returns `nil` if the range is longer than any known name.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>, foldingCase: Bool) {
        guard range.count <= Self.longest else { return nil }
        var index = 0
        for position in range {
            set(foldingCase ? bytes[position].lowercased : bytes[position], at: index)
            index &+= 1
        }
    }

    @inline(__always)
    private mutating func set(_ byte: UInt8, at index: Int) {
        if index < 8 {
            low |= UInt64(byte) &<< UInt64(truncatingIfNeeded: index &* 8)
        } else {
            high |= UInt64(byte) &<< UInt64(truncatingIfNeeded: (index &- 8) &* 8)
        }
    }
}
