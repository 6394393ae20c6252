internal import MailTypes

/// A word typed by the user, in the form used to search the keys.
struct ContactPattern {
    /// Folded words separated by SP: "kim.park@ex" is "kim park ex".
    let octets: [UInt8]
    /// Whether a word must end where the pattern does, because the user typed something after it: "kim@" does not match
    /// Kimberly.
    let isWhole: Bool

    /// The maximum number of words that are used.
    private static let maximumCount = 8
    private static let maximumLength = 256

    static func patterns(of text: String) -> [ContactPattern] {
        text.utf8.prefix(maximumLength).split { $0 <= 0x20 || $0 == 0x2C || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 }
            .prefix(maximumCount)
            .compactMap { word in
                var octets: [UInt8] = []
                let word = Array(word)
                SearchFold.words(of: word.span, into: &octets)
                guard let last = word.last, !octets.isEmpty else { return nil }
                let isWordOctet = last > 0x7F || (last | 0x20) &- 0x61 < 26 || last &- 0x30 < 10
                return ContactPattern(octets: octets, isWhole: !isWordOctet)
            }
    }

    /// Returns whether the key at `start` begins with the pattern. The text of the keys must end in a byte that is in
    /// no word.
    @inline(__always)
    func matches(_ text: Span<UInt8>, at start: Int) -> Bool {
        guard octets.count < text.count - start else { return false }
        for offset in octets.indices where text[start &+ offset] != octets[offset] { return false }
        return !isWhole || text[start &+ octets.count] <= 0x20
    }
}
