/// Finds bold and italic text in a line after its links and backslashes have been parsed.
struct MarkupEmphasis {
    private let octets: [UInt8]
    private let links: [MarkupSpan]
    private let escapes: [Int]
    private(set) var spans: [MarkupSpan] = []
    private var openers = Openers()

    init(_ octets: [UInt8], links: [MarkupSpan], escapes: [Int]) {
        self.octets = octets
        self.links = links
        self.escapes = escapes
    }

    /// Opening marks that have not been closed, from the outermost to the innermost.
    private struct Openers {
        /// Up to three stars; the innermost are closed first.
        struct Opener {
            var end: Int
            var isBold: Bool
            var isItalic: Bool
        }

        private(set) var all: [Opener] = []
        private var bold = 0
        private var italic = 0

        mutating func push(_ run: Range<Int>) {
            let opener = Opener(end: run.upperBound, isBold: run.count > 1, isItalic: run.count != 2)
            all.append(opener)
            count(opener, 1)
        }

        /// Returns the kind of emphasis that a run with this many stars left closes.
        func kind(closedBy stars: Int) -> MarkupSpan.Kind? {
            switch stars {
            case 1: italic > 0 ? .italic : nil
            case 2: bold > 0 ? .bold : nil
            default: all.last.map { $0.isItalic ? .italic : .bold }
            }
        }

        /// Closes the innermost opener of a kind and returns its mark. Openers inside it stay unmatched.
        mutating func close(_ kind: MarkupSpan.Kind) -> Range<Int>? {
            while var opener = all.popLast() {
                count(opener, -1)
                guard kind == .bold ? opener.isBold : opener.isItalic else { continue }
                let width = kind == .bold ? 2 : 1
                let mark = opener.end - width..<opener.end
                opener.end -= width
                if kind == .bold { opener.isBold = false } else { opener.isItalic = false }
                if opener.isBold || opener.isItalic {
                    all.append(opener)
                    count(opener, 1)
                }
                return mark
            }
            return nil
        }

        private mutating func count(_ opener: Opener, _ change: Int) {
            if opener.isBold { bold += change }
            if opener.isItalic { italic += change }
        }
    }

    mutating func read() {
        var nextLink = links.startIndex
        var nextEscape = escapes.startIndex
        // Emphasis is either inside the text of a link or around the whole link.
        var outside = Openers()
        var index = 0
        while index < octets.count {
            if nextEscape < escapes.endIndex, escapes[nextEscape] == index {
                nextEscape += 1
                index += 2
            } else if nextLink < links.endIndex, links[nextLink].opening.lowerBound == index {
                let link = links[nextLink]
                if case .picture = link.kind {
                    nextLink += 1
                    index = link.closing.upperBound
                    while nextEscape < escapes.endIndex, escapes[nextEscape] < index { nextEscape += 1 }
                } else {
                    swap(&outside, &openers)
                    index = link.opening.upperBound
                }
            } else if nextLink < links.endIndex, links[nextLink].closing.lowerBound == index {
                openers = outside
                outside = Openers()
                index = links[nextLink].closing.upperBound
                nextLink += 1
            } else if octets[index] == MarkupCharacter.star {
                let start = index
                while index < octets.count, octets[index] == MarkupCharacter.star { index += 1 }
                take(start..<index)
            } else {
                index += 1
            }
        }
    }

    private mutating func take(_ run: Range<Int>) {
        guard run.count <= 3 else { return }
        let before = FlankingCharacter(before: run.lowerBound, in: octets)
        let after = FlankingCharacter(after: run.upperBound, in: octets)
        if before != .blank, before != .openingBracket, after != .word, close(run) { return }
        if after != .blank, after != .closingBracket, before != .word { openers.push(run) }
    }

    /// Returns whether the run closed any emphasis.
    private mutating func close(_ run: Range<Int>) -> Bool {
        var start = run.lowerBound
        while start < run.upperBound, let kind = openers.kind(closedBy: run.upperBound - start),
            let opening = openers.close(kind)
        {
            let end = start + opening.count
            spans.append(MarkupSpan(kind: kind, opening: opening, closing: start..<end))
            start = end
        }
        return start > run.lowerBound
    }
}
