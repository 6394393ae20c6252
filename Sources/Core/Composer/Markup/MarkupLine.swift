/// A piece of a line that is marked, from the first octet of its opening mark to the last one of its closing mark.
struct MarkupSpan {
    enum Kind: Hashable {
        case bold
        case italic
        /// To the address in these octets of the line.
        case link(Range<Int>)
        /// Named by these octets of the line, in which backslashes have their meaning.
        case picture(Range<Int>)
    }

    let kind: Kind
    let opening: Range<Int>
    let closing: Range<Int>

    /// What stands between the marks; it is never empty, but for pictures without a description.
    var content: Range<Int> { opening.upperBound..<closing.lowerBound }
    /// With the marks.
    var whole: Range<Int> { opening.lowerBound..<closing.upperBound }
}

/// A line of a body, taken apart into text and marks in time linear in its length.
struct MarkupLine {
    let octets: [UInt8]
    /// Any two are apart, or one stands in the content of the other.
    let spans: [MarkupSpan]
    /// Backslashes that make the octet behind them just a sign, in order.
    let escapes: [Int]

    /// Text of somebody else, which a line that begins with ">" quotes, has no marks.
    init(_ line: String, pictures: Set<String> = []) {
        self.init(Array(line.utf8), pictures: pictures)
    }

    init(_ octets: [UInt8], pictures: Set<String> = []) {
        guard octets.first != Sign.quotation,
            octets.contains(where: { $0 == Sign.star || $0 == Sign.leftBracket || $0 == Sign.backslash })
        else {
            self.init(plain: octets)
            return
        }
        var links = MarkupLinks(octets, pictures: pictures)
        links.read()
        var emphasis = MarkupEmphasis(octets, links: links.spans, escapes: links.escapes)
        emphasis.read()
        self.init(octets, spans: links.spans + emphasis.spans, escapes: links.escapes)
    }

    /// A line in which every sign is just a sign.
    init(plain line: String) {
        self.init(plain: Array(line.utf8))
    }

    private init(plain octets: [UInt8]) {
        self.init(octets, spans: [], escapes: [])
    }

    private init(_ octets: [UInt8], spans: [MarkupSpan], escapes: [Int]) {
        self.octets = octets
        self.spans = spans
        self.escapes = escapes
    }

    enum Piece {
        case text(Range<Int>)
        case opening(MarkupSpan)
        case closing(MarkupSpan)
        /// The backslash at this place, which is not seen.
        case escape(Int)
    }

    /// All of the line in order, without gaps.
    var pieces: [Piece] {
        var marks = escapes.map { (range: $0..<$0 + 1, piece: Piece.escape($0)) }
        for span in spans {
            marks.append((span.opening, .opening(span)))
            marks.append((span.closing, .closing(span)))
        }
        marks.sort { $0.range.lowerBound < $1.range.lowerBound }
        var pieces: [Piece] = []
        pieces.reserveCapacity(2 * marks.count + 1)
        var index = 0
        for mark in marks {
            if index < mark.range.lowerBound { pieces.append(.text(index..<mark.range.lowerBound)) }
            pieces.append(mark.piece)
            index = mark.range.upperBound
        }
        if index < octets.count { pieces.append(.text(index..<octets.count)) }
        return pieces
    }
}
