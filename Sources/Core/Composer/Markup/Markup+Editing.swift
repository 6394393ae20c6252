extension Markup {
    /// What a phrase can be made.
    public enum Style: Hashable, Sendable {
        case bold
        case italic
        /// A link to this address.
        case link(String)
    }

    /// Why a line stays as it is.
    public enum Refusal: Error, Hashable {
        /// Bold is to be put on what is bold, or marks are to be taken from what has none.
        case isSoAlready
        /// The phrase ends inside a word, or other marks begin in it and end outside.
        case cannotBeMarked
        /// The link would lead to something that is not on the web and no mail address.
        case isNoAddress
    }

    /// The line with marks around what stands in `range`, which is in octets; nothing else in it looks different.
    ///
    /// Marks of the same kind inside the phrase go, and signs in it get backslashes where they would be marks.
    public static func adding(
        _ style: Style, to range: Range<Int>, of line: String, pictures: Set<String> = []
    ) throws(Refusal) -> String {
        let before = MarkupLine(line, pictures: pictures)
        let text = MarkupText(before)
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
        let escapes = Self.escapes(in: place, of: text, isLink: marks.address != nil)
        return try first(of: [edits, edits.adding(escapes)], for: before, showing: wanted, pictures)
    }

    /// The line without the marks that touch `range`, which is in octets; nothing else in it looks different.
    public static func removingMarks(
        from range: Range<Int>, of line: String, pictures: Set<String> = []
    ) throws(Refusal) -> String {
        let before = MarkupLine(line, pictures: pictures)
        let text = MarkupText(before)
        guard let phrase = text.indices(in: range) else { throw .isSoAlready }
        let place = text.place(of: phrase)
        let spans = before.spans.filter { !$0.isPicture && $0.content.overlaps(place) }
        guard !spans.isEmpty else { throw .isSoAlready }
        var edits: [Int: MarkupEdit] = [:]
        for mark in spans.flatMap({ [$0.opening, $0.closing] }) {
            edits[mark.lowerBound] = MarkupEdit(removed: mark.count)
        }
        let openings = Set(spans.map(\.opening))
        let wanted = MarkupText(before) { openings.contains($0.opening) }
        var bare = edits
        for escape in before.escapes where spans.contains(where: { $0.needed(escape, in: before.octets) }) {
            bare[escape] = MarkupEdit(removed: 1)
        }
        let escapes = Self.escapes(in: 0..<before.octets.count, of: text, isLink: false)
        return try first(of: [bare, edits, edits.adding(escapes)], for: before, showing: wanted, pictures)
    }

    /// A picture of the draft as it stands in the text.
    public static func picture(_ name: String, description: String) -> String {
        let octets =
            Array("![".utf8) + MarkupName.written(description) + Array("](".utf8) + MarkupName.written(name)
            + [Sign.rightParenthesis]
        return String(decoding: octets, as: UTF8.self)
    }

    private static func marks(
        _ style: Style
    ) throws(Refusal) -> (opening: [UInt8], closing: [UInt8], address: [UInt8]?) {
        switch style {
        case .bold: return ([Sign.star, Sign.star], [Sign.star, Sign.star], nil)
        case .italic: return ([Sign.star], [Sign.star], nil)
        case .link(let address):
            guard let address = MarkupAddress.written(address) else { throw .isNoAddress }
            let closing = [Sign.rightBracket, Sign.leftParenthesis] + address + [Sign.rightParenthesis]
            return ([Sign.leftBracket], closing, address)
        }
    }

    /// Backslashes before all signs that are seen there, and before an exclamation mark that a link would make a picture.
    private static func escapes(in place: Range<Int>, of text: MarkupText, isLink: Bool) -> [Int] {
        text.octets.indices.compactMap { index in
            let stand = text.places[index]
            guard stand.count == 1 else { return nil }
            if isLink, stand.upperBound == place.lowerBound, text.octets[index] == Sign.exclamation {
                return stand.lowerBound
            }
            guard place.contains(stand.lowerBound) else { return nil }
            switch text.octets[index] {
            case Sign.star, Sign.leftBracket, Sign.rightBracket, Sign.backslash: return stand.lowerBound
            default: return nil
            }
        }
    }

    private static func first(
        of edits: [[Int: MarkupEdit]], for line: MarkupLine, showing wanted: MarkupText, _ pictures: Set<String>
    ) throws(Refusal) -> String {
        for edits in edits {
            let octets = edits.applied(to: line.octets)
            if MarkupText(MarkupLine(octets, pictures: pictures)).shows(wanted) {
                return String(decoding: octets, as: UTF8.self)
            }
        }
        throw .cannotBeMarked
    }
}

/// A change at one place of a line.
private struct MarkupEdit {
    var inserted: [UInt8] = []
    /// How many octets behind the place go.
    var removed = 0
}

extension [Int: MarkupEdit] {
    fileprivate func adding(_ escapes: [Int]) -> Self {
        var edits = self
        for escape in escapes { edits[escape, default: MarkupEdit()].inserted.append(Sign.backslash) }
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

    /// Whether a backslash may be there only because of the marks: inside them, or before the exclamation mark that would
    /// have made a link a picture.
    fileprivate func needed(_ escape: Int, in octets: [UInt8]) -> Bool {
        content.contains(escape)
            || escape + 2 == opening.lowerBound && octets[escape + 1] == Sign.exclamation && opening.count == 1
                && octets[opening.lowerBound] == Sign.leftBracket
    }

    fileprivate func isKind(of style: Markup.Style) -> Bool {
        switch (kind, style) {
        case (.bold, .bold), (.italic, .italic), (.link, .link): true
        default: false
        }
    }
}

extension MarkupText.Look {
    fileprivate mutating func become(_ style: Markup.Style, _ address: [UInt8]?) {
        switch style {
        case .bold: isBold = true
        case .italic: isItalic = true
        case .link: link = address?[...]
        }
    }
}
