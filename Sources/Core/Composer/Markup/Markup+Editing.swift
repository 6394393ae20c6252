extension Markup {
    /// A format that can be applied to a phrase.
    public enum Style: Hashable, Sendable {
        case bold
        case italic
        /// A link to this address.
        case link(String)
    }

    /// The reason why a line cannot be changed.
    public enum Refusal: Error, Hashable {
        /// The phrase already has the style, or has no marks to remove.
        case isSoAlready
        /// The phrase ends inside a word, or partly overlaps other marked text.
        case cannotBeMarked
        /// The link is neither a web address nor a mail address.
        case isNoAddress
    }

    /// Returns the line with marks around `range`, given in bytes. Nothing else in the line changes its appearance.
    ///
    /// Marks of the same kind inside the phrase are removed, and characters in it that would become marks are escaped.
    public static func adding(
        _ style: Style, to range: Range<Int>, of line: String, pictures: Set<String> = []
    ) throws(Refusal) -> String {
        let before = MarkupLine(line, pictures: pictures)
        let text = MarkupVisibleText(before)
        let marks = try marks(style)
        guard let phrase = text.indices(in: range), text.isCharacter(at: phrase.lowerBound),
            text.isCharacter(at: phrase.upperBound)
        else { throw .cannotBeMarked }
        var wanted = text
        for index in phrase { wanted.looks[index].become(style, marks.address) }
        guard !wanted.shows(text) else { throw .isSoAlready }
        let place = text.place(of: phrase)
        var edits = [place.lowerBound: MarkupEdit(inserted: marks.opening)]
        edits[place.upperBound, default: MarkupEdit()].inserted += marks.closing
        for span in before.spans where span.isKind(of: style) && place.contains(span.content) {
            for mark in [span.opening, span.closing] {
                edits[mark.lowerBound, default: MarkupEdit()].removed = mark.count
            }
        }
        let escapes =
            Self.escapes(in: place, of: text, isLink: marks.address != nil)
            + Self.escapes(ofBackslashesBefore: [place.lowerBound, place.upperBound], of: text)
        return try first(of: [edits, edits.adding(escapes)], for: before, showing: wanted, pictures)
    }

    /// Returns the line without the marks that overlap `range`, given in bytes. Nothing else in the line changes its
    /// appearance.
    public static func removingMarks(
        from range: Range<Int>, of line: String, pictures: Set<String> = []
    ) throws(Refusal) -> String {
        let before = MarkupLine(line, pictures: pictures)
        let text = MarkupVisibleText(before)
        guard let phrase = text.indices(in: range) else { throw .isSoAlready }
        let place = text.place(of: phrase)
        let spans = before.spans.filter { !$0.isPicture && $0.content.overlaps(place) }
        guard !spans.isEmpty else { throw .isSoAlready }
        var edits: [Int: MarkupEdit] = [:]
        let marks = spans.flatMap { [$0.opening, $0.closing] }
        for mark in marks { edits[mark.lowerBound] = MarkupEdit(removed: mark.count) }
        let openings = Set(spans.map(\.opening))
        let wanted = MarkupVisibleText(before) { openings.contains($0.opening) }
        var bare = edits
        for escape in before.escapes where spans.contains(where: { $0.needed(escape, in: before.octets) }) {
            bare[escape] = MarkupEdit(removed: 1)
        }
        var barest = bare
        for escape in before.escapes where spans.contains(where: { $0.follows(escape, in: before.octets) }) {
            barest[escape] = MarkupEdit(removed: 1)
        }
        var plain = edits
        for escape in before.escapes where isOfBackslashes(escape, before: marks, in: before.octets) {
            plain[escape] = MarkupEdit(removed: 1)
        }
        let escapes = Self.escapes(in: 0..<before.octets.count, of: text, isLink: false)
        return try first(
            of: [barest, bare, plain, edits, plain.adding(escapes), edits.adding(escapes)], for: before,
            showing: wanted, pictures)
    }

    /// Returns the markup for a picture in the draft.
    public static func picture(_ name: String, description: String) -> String {
        let octets =
            Array("![".utf8) + escaped(description) + Array("](".utf8)
            + MarkupPictureName.written(name)
            + [MarkupCharacter.rightParenthesis]
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns text in which all characters are literal, also before a mark.
    private static func escaped(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        var backslashes = 0
        for octet in text.utf8 {
            if octet == MarkupCharacter.backslash {
                backslashes += 1
                continue
            }
            let isSpecial = MarkupCharacter.canBeEscaped(octet)
            let count = isSpecial ? 2 * backslashes + 1 : backslashes
            output += Array(repeating: MarkupCharacter.backslash, count: count) + [octet]
            backslashes = 0
        }
        return output + Array(repeating: MarkupCharacter.backslash, count: 2 * backslashes)
    }

    private static func marks(
        _ style: Style
    ) throws(Refusal) -> (opening: [UInt8], closing: [UInt8], address: [UInt8]?) {
        switch style {
        case .bold:
            return ([MarkupCharacter.star, MarkupCharacter.star], [MarkupCharacter.star, MarkupCharacter.star], nil)
        case .italic: return ([MarkupCharacter.star], [MarkupCharacter.star], nil)
        case .link(let address):
            guard let address = MarkupLinkAddress.written(address) else { throw .isNoAddress }
            let closing =
                [MarkupCharacter.rightBracket, MarkupCharacter.leftParenthesis] + address + [
                    MarkupCharacter.rightParenthesis
                ]
            return ([MarkupCharacter.leftBracket], closing, address)
        }
    }

    /// Returns positions for backslashes: before all special characters visible in the range except backslashes, and
    /// before an exclamation mark that would turn a link into a picture.
    private static func escapes(in place: Range<Int>, of text: MarkupVisibleText, isLink: Bool) -> [Int] {
        text.octets.indices.compactMap { index in
            let stand = text.places[index]
            guard stand.count == 1 else { return nil }
            if isLink, stand.upperBound == place.lowerBound, text.octets[index] == MarkupCharacter.exclamation {
                return stand.lowerBound
            }
            guard place.contains(stand.lowerBound) else { return nil }
            switch text.octets[index] {
            case MarkupCharacter.star, MarkupCharacter.leftBracket, MarkupCharacter.rightBracket:
                return stand.lowerBound
            default: return nil
            }
        }
    }

    /// Returns positions for backslashes before those that end at one of these positions, where a mark is inserted.
    private static func escapes(ofBackslashesBefore marks: [Int], of text: MarkupVisibleText) -> [Int] {
        text.octets.indices.filter { index in
            guard text.octets[index] == MarkupCharacter.backslash, text.places[index].count == 1 else { return false }
            let end = text.octets[index...].firstIndex { $0 != MarkupCharacter.backslash } ?? text.octets.count
            return marks.contains(text.places[end - 1].upperBound)
        }.map { text.places[$0].lowerBound }
    }

    /// Returns whether an escape is of backslashes that end at one of these marks, and are literal without it because of
    /// what follows.
    private static func isOfBackslashes(_ escape: Int, before marks: [Range<Int>], in octets: [UInt8]) -> Bool {
        var next = octets[escape...].firstIndex { $0 != MarkupCharacter.backslash } ?? octets.count
        let end = next
        while let mark = marks.first(where: { $0.lowerBound == next }) { next = mark.upperBound }
        return next > end && (next == octets.count || !MarkupCharacter.canBeEscaped(octets[next]))
    }

    private static func first(
        of edits: [[Int: MarkupEdit]], for line: MarkupLine, showing wanted: MarkupVisibleText, _ pictures: Set<String>
    ) throws(Refusal) -> String {
        for edits in edits {
            let octets = edits.applied(to: line.octets)
            if MarkupVisibleText(MarkupLine(octets, pictures: pictures)).shows(wanted) {
                return String(decoding: octets, as: UTF8.self)
            }
        }
        throw .cannotBeMarked
    }
}

/// A change at one position of a line.
private struct MarkupEdit {
    var inserted: [UInt8] = []
    /// The number of bytes to remove after the position.
    var removed = 0
}

extension [Int: MarkupEdit] {
    fileprivate func adding(_ escapes: [Int]) -> Self {
        var edits = self
        for escape in escapes { edits[escape, default: MarkupEdit()].inserted.append(MarkupCharacter.backslash) }
        return edits
    }

    fileprivate func applied(to octets: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index <= octets.count {
            let edit = self[index]
            if let edit { output += edit.inserted }
            if let edit, edit.removed > 0 {
                index += edit.removed
            } else {
                if index < octets.count { output.append(octets[index]) }
                index += 1
            }
        }
        return output
    }
}

extension MarkupSpan {
    fileprivate var isPicture: Bool {
        if case .picture = kind { true } else { false }
    }

    /// Whether a backslash may be needed only because of the span: it is inside the span, or before an exclamation mark
    /// that would have turned the link into a picture.
    fileprivate func needed(_ escape: Int, in octets: [UInt8]) -> Bool {
        content.contains(escape)
            || escape + 2 == opening.lowerBound && octets[escape + 1] == MarkupCharacter.exclamation
                && opening.count == 1
                && octets[opening.lowerBound] == MarkupCharacter.leftBracket
    }

    /// Whether the escape is of backslashes that end where the span begins.
    fileprivate func follows(_ escape: Int, in octets: [UInt8]) -> Bool {
        escape < opening.lowerBound
            && octets[escape..<opening.lowerBound].allSatisfy { $0 == MarkupCharacter.backslash }
    }

    fileprivate func isKind(of style: Markup.Style) -> Bool {
        switch (kind, style) {
        case (.bold, .bold), (.italic, .italic), (.link, .link): true
        default: false
        }
    }
}

extension MarkupVisibleText.Look {
    fileprivate mutating func become(_ style: Markup.Style, _ address: [UInt8]?) {
        switch style {
        case .bold: isBold = true
        case .italic: isItalic = true
        case .link: link = address?[...]
        }
    }
}
