/// What is seen of a line, octet by octet, and where in the line it stands.
struct MarkupText {
    /// What an octet looks like, besides what it is.
    struct Look: Equatable {
        var isBold = false
        var isItalic = false
        var link: ArraySlice<UInt8>?
        var isDescription = false
    }

    private(set) var octets: [UInt8] = []
    /// Where each octet stands in the line, with the backslash before it.
    private(set) var places: [Range<Int>] = []
    var looks: [Look] = []

    /// Marks that are ignored are not seen, and change nothing.
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

    /// The octets seen of a part of the line, without blanks at its ends; `nil` where there is nothing else.
    func indices(in range: Range<Int>) -> Range<Int>? {
        let isInside = { (index: Int) in
            range.contains(places[index].lowerBound) && places[index].upperBound <= range.upperBound
                && octets[index] != 0x20 && octets[index] != 0x09
        }
        guard let first = octets.indices.first(where: isInside), let last = octets.indices.last(where: isInside)
        else { return nil }
        return first..<last + 1
    }

    /// Whether the text can be cut there without cutting a character.
    func isCharacter(at index: Int) -> Bool {
        index == octets.count || octets[index] & 0xC0 != 0x80
    }

    /// Where those octets stand in the line.
    func place(of indices: Range<Int>) -> Range<Int> {
        places[indices.lowerBound].lowerBound..<places[indices.upperBound - 1].upperBound
    }

    /// Whether the same is seen and looks the same.
    func shows(_ other: MarkupText) -> Bool {
        octets == other.octets && looks == other.looks
    }
}
