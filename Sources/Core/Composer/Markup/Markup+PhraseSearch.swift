extension Markup {
    /// A place where a phrase occurs.
    public struct Occurrence: Hashable, Sendable {
        /// The index of the line, from 0.
        public let line: Int
        /// The byte range in that line, including marks inside the phrase.
        public let range: Range<Int>
    }

    /// Returns where a phrase occurs in the user's own text, ignoring marks.
    ///
    /// An exact match is preferred to one that ignores ASCII case, and whole words are preferred to parts of words.
    public static func occurrences(
        of phrase: String, in lines: [String], pictures: Set<String> = []
    ) -> [Occurrence] {
        let wanted = trimmed(Array(phrase.utf8))
        guard !wanted.isEmpty else { return [] }
        let own = lines[..<endOfOwnText(in: lines)]
        let texts = own.map { MarkupVisibleText(MarkupLine($0, pictures: pictures)) }
        for isExact in [true, false] {
            var found: [(place: Occurrence, isWhole: Bool)] = []
            for (number, text) in texts.enumerated() where own[number].utf8.first != MarkupCharacter.quotation {
                for indices in places(of: wanted, in: text.octets, isExact: isExact) {
                    let place = Occurrence(line: number, range: text.place(of: indices))
                    found.append((place, isWhole(indices, in: text.octets)))
                }
            }
            let whole = found.filter(\.isWhole)
            if !found.isEmpty { return (whole.isEmpty ? found : whole).map(\.place) }
        }
        return []
    }

    /// Returns the range of a line's text, without blanks at both ends and without a list item prefix; `nil` if nothing
    /// is left or the line is quoted.
    public static func phrase(ofWholeLine line: String) -> Range<Int>? {
        let octets = Array(line.utf8)
        guard octets.first != MarkupCharacter.quotation, var start = octets.firstIndex(where: { !isBlank($0) }),
            let last = octets.lastIndex(where: { !isBlank($0) })
        else { return nil }
        var end = start
        while end < octets.count, octets[end] &- 0x30 < 10 { end += 1 }
        let isNumbered = end > start && end < octets.count && [0x2E, 0x29].contains(octets[end])
        let isBulleted = end == start && [MarkupCharacter.star, 0x2B, 0x2D].contains(octets[end])
        if isNumbered || isBulleted, let text = octets[(end + 1)...].firstIndex(where: { !isBlank($0) }), text > end + 1
        {
            start = text
        }
        return start..<last + 1
    }

    private static func places(of phrase: [UInt8], in text: [UInt8], isExact: Bool) -> [Range<Int>] {
        let (phrase, text) = isExact ? (phrase, text) : (phrase.map(lowercased), text.map(lowercased))
        var places: [Range<Int>] = []
        var index = 0
        while index + phrase.count <= text.count {
            if text[index] == phrase[0], text[index...].starts(with: phrase) {
                places.append(index..<index + phrase.count)
                index += phrase.count
            } else {
                index += 1
            }
        }
        return places
    }

    private static func isWhole(_ indices: Range<Int>, in text: [UInt8]) -> Bool {
        let isInside = { (index: Int) in
            FlankingCharacter(before: index, in: text) == .word && FlankingCharacter(after: index, in: text) == .word
        }
        return !isInside(indices.lowerBound) && !isInside(indices.upperBound)
    }

    private static func trimmed(_ octets: [UInt8]) -> [UInt8] {
        guard let first = octets.firstIndex(where: { !isBlank($0) }),
            let last = octets.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(octets[first...last])
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

    private static func lowercased(_ octet: UInt8) -> UInt8 { octet &- 0x41 < 26 ? octet | 0x20 : octet }
}
