/// Finds links, pictures and backslash escapes in a line.
///
/// Links cannot be nested: if brackets are nested, the innermost pair followed by an address is the link.
struct MarkupLinkAndEscapeScanner {
    private let octets: [UInt8]
    private let pictures: Set<String>
    private(set) var spans: [MarkupSpan] = []
    private(set) var escapes: [Int] = []

    /// The closing parenthesis for each "(" after a "]", for addresses and for names.
    private let addressEnds: [Int: Int]
    private let nameEnds: [Int: Int]

    /// More than the length of any file name with each character escaped.
    private static let maximumNameLength = 1024

    init(_ octets: [UInt8], pictures: Set<String>) {
        self.octets = octets
        self.pictures = pictures
        addressEnds = Self.ends(octets, isStop: { !MarkupLinkAddress.canHold($0) })
        nameEnds = pictures.isEmpty ? [:] : Self.ends(octets, isStop: { $0 < 0x20 || $0 == 0x7F })
    }

    /// Returns the matching ")" for each "(" after a "]", if no stop byte is between them.
    private static func ends(_ octets: [UInt8], isStop: (UInt8) -> Bool) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        var open: [Int] = []
        var index = 0
        while index < octets.count {
            let octet = octets[index]
            if isStop(octet) {
                open.removeAll(keepingCapacity: true)
            } else if octet == MarkupCharacter.backslash {
                index += 1
            } else if octet == MarkupCharacter.leftParenthesis {
                open.append(index)
            } else if octet == MarkupCharacter.rightParenthesis, let start = open.popLast(),
                start > 0, octets[start - 1] == MarkupCharacter.rightBracket
            {
                ends[start] = index
            }
            index += 1
        }
        return ends
    }

    private struct Opener {
        let bracket: Int
        let isPicture: Bool
    }

    mutating func read() {
        var openers: [Opener] = []
        var index = 0
        while index < octets.count {
            let octet = octets[index]
            if octet == MarkupCharacter.backslash {
                index = readBackslashes(from: index) - 1
            } else if octet == MarkupCharacter.leftBracket {
                let isPicture =
                    index > 0 && octets[index - 1] == MarkupCharacter.exclamation && escapes.last != index - 2
                openers.append(Opener(bracket: index, isPicture: isPicture))
            } else if octet == MarkupCharacter.rightBracket, let opener = openers.popLast(),
                let span = span(opener, index)
            {
                spans.append(span)
                openers.removeAll(keepingCapacity: true)
                index = span.closing.upperBound - 1
            }
            index += 1
        }
    }

    /// Returns the index after the backslashes, and after the character that the last one escapes.
    private mutating func readBackslashes(from start: Int) -> Int {
        let end = octets[start...].firstIndex { $0 != MarkupCharacter.backslash } ?? octets.count
        guard end < octets.count, MarkupCharacter.canBeEscaped(octets[end]) else { return end }
        var index = start
        while index < end {
            escapes.append(index)
            index += 2
        }
        return index
    }

    private func span(_ opener: Opener, _ end: Int) -> MarkupSpan? {
        let content = opener.bracket + 1..<end
        if opener.isPicture {
            guard let close = nameEnds[end + 1], isPicture(end + 2..<close) else { return nil }
            return MarkupSpan(
                kind: .picture(end + 2..<close), opening: opener.bracket - 1..<content.lowerBound,
                closing: end..<close + 1)
        }
        guard let close = addressEnds[end + 1], MarkupLinkAddress.isAllowed(octets[end + 2..<close]),
            content.contains(where: { octets[$0] != 0x20 && octets[$0] != 0x09 })
        else { return nil }
        return MarkupSpan(
            kind: .link(end + 2..<close), opening: opener.bracket..<content.lowerBound, closing: end..<close + 1)
    }

    private func isPicture(_ name: Range<Int>) -> Bool {
        name.count <= Self.maximumNameLength && pictures.contains(MarkupPictureName.read(octets[name]))
    }
}
