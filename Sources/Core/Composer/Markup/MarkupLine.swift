/// A line of a body, parsed into text and marks in time linear in its length.
struct MarkupLine {
    let octets: [UInt8]
    /// Any two spans are disjoint, or one is inside the content of the other.
    let spans: [MarkupSpan]
    /// The positions of backslashes that escape the byte after them, in order.
    let escapes: [Int]

    /// Parses a line. A quoted line, which begins with ">", is another person's text and has no marks.
    init(_ line: String, pictures: Set<String> = []) {
        self.init(Array(line.utf8), pictures: pictures)
    }

    init(_ octets: [UInt8], pictures: Set<String> = []) {
        guard octets.first != MarkupCharacter.quotation,
            octets.contains(where: {
                $0 == MarkupCharacter.star || $0 == MarkupCharacter.leftBracket || $0 == MarkupCharacter.backslash
            })
        else {
            self.init(plain: octets)
            return
        }
        var links = MarkupLinkAndEscapeScanner(octets, pictures: pictures)
        links.read()
        var emphasis = MarkupEmphasis(octets, links: links.spans, escapes: links.escapes)
        emphasis.read()
        self.init(octets, spans: links.spans + emphasis.spans, escapes: links.escapes)
    }

    /// Creates a line in which all characters are literal.
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
        /// The backslash at this position, which is not visible.
        case escape(Int)
    }

    /// The whole line in order, without gaps.
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
