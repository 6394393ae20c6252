/// The visible bytes of a line, with their positions in it.
struct MarkupVisibleText {
    /// The formatting of a byte.
    struct Look: Equatable {
        var isBold = false
        var isItalic = false
        var link: ArraySlice<UInt8>?
        var isDescription = false
    }

    private(set) var octets: [UInt8] = []
    /// The position of each byte in the line, including a backslash before it.
    private(set) var places: [Range<Int>] = []
    var looks: [Look] = []

    /// Ignored marks are neither visible nor applied.
    init(_ line: MarkupLine, ignoring isIgnored: (MarkupSpan) -> Bool = { _ in false }) {
        var bold = 0
        var italic = 0
        var look = Look()
        var escape: Int?
        for piece in line.pieces {
            switch piece {
            case .text(let range):
                for index in range {
                    octets.append(line.octets[index])
                    places.append((escape ?? index)..<index + 1)
                    looks.append(look)
                    escape = nil
                }
            case .escape(let index):
                escape = index
            case .opening(let span), .closing(let span):
                if isIgnored(span) { continue }
                let isOpening = if case .opening = piece { true } else { false }
                switch span.kind {
                case .bold: bold += isOpening ? 1 : -1
                case .italic: italic += isOpening ? 1 : -1
                case .link(let address): look.link = isOpening ? line.octets[address] : nil
                case .picture: look.isDescription = isOpening
                }
                (look.isBold, look.isItalic) = (bold > 0, italic > 0)
            }
        }
    }

    /// Returns the indices of the visible bytes in part of the line, without blanks at both ends; `nil` if only blanks
    /// are left.
    func indices(in range: Range<Int>) -> Range<Int>? {
        let isInside = { (index: Int) in
            range.contains(places[index].lowerBound) && places[index].upperBound <= range.upperBound
                && octets[index] != 0x20 && octets[index] != 0x09
        }
        guard let first = octets.indices.first(where: isInside), let last = octets.indices.last(where: isInside)
        else { return nil }
        return first..<last + 1
    }

    /// Returns whether `index` is on a character boundary.
    func isCharacter(at index: Int) -> Bool {
        index == octets.count || octets[index] & 0xC0 != 0x80
    }

    /// Returns the position of these bytes in the line.
    func place(of indices: Range<Int>) -> Range<Int> {
        places[indices.lowerBound].lowerBound..<places[indices.upperBound - 1].upperBound
    }

    /// Returns whether both show the same text with the same formatting.
    func shows(_ other: MarkupVisibleText) -> Bool {
        octets == other.octets && looks == other.looks
    }
}
