import MailTypes

/// The text of a message for reading and quoting.
public enum ReadableText {
    /// Returns the text in UTF-8 with LF line ends. Uses plain text if an alternative offers it, otherwise rendered
    /// HTML. Attachments and embedded messages are left out; the paragraphs of flowed text are joined. If it `isSpoken`,
    /// HTML is rendered for a screen reader.
    public static func of(_ part: Part, isSpoken: Bool = false) -> [UInt8] {
        var text: [UInt8] = []
        var none: LinkNumbering?
        collect(part, Selection(isSpoken: isSpoken), &none, into: &text)
        return text
    }

    /// Which leaves the text is made of, and how HTML is rendered.
    private struct Selection {
        var isSpoken = false
        var isWanted: (Part) -> Bool = { _ in true }
    }

    /// A text in which links are followed by their numbers: "the plan [1]" or, if it is spoken, "the plan, link 1".
    public struct Numbered: Sendable {
        public let text: [UInt8]
        /// The first one has the number 1.
        public let links: [MessageLink]
    }

    /// Returns the same text with numbered links.
    public static func numbered(_ part: Part, isSpoken: Bool = false) -> Numbered {
        var numbering: LinkNumbering? = LinkNumbering()
        var text: [UInt8] = []
        collect(part, Selection(isSpoken: isSpoken), &numbering, into: &text)
        return Numbered(text: text, links: numbering?.links ?? [])
    }

    /// Returns the text of only those leaves for which `isWanted` returns true.
    static func of(_ part: Part, where isWanted: @escaping (Part) -> Bool) -> [UInt8] {
        var text: [UInt8] = []
        var none: LinkNumbering?
        collect(part, Selection(isWanted: isWanted), &none, into: &text)
        return text
    }

    private static func collect(
        _ part: Part, _ selection: Selection, _ numbering: inout LinkNumbering?, into text: inout [UInt8]
    ) {
        switch part.kind {
        case .message:
            break
        case .multipart:
            let type = part.contentType
            let children = Array(part.children)
            if children.isEmpty {
                append(lines(of: part), to: &text)
            } else if type.is("multipart", "alternative") {
                append(firstText(of: byPreference(children), selection, &numbering), to: &text)
            } else if type.is("multipart", "related") {
                append(firstText(of: rootFirst(children, type), selection, &numbering), to: &text)
            } else {
                for child in children { collect(child, selection, &numbering, into: &text) }
            }
        case .leaf:
            let type = part.contentType
            guard type.isText, !(part.contentDisposition?.isAttachment ?? false), selection.isWanted(part) else {
                return
            }
            if type.is("text", "html") {
                append(
                    HTMLToText.render(part.textOctets, isSpoken: selection.isSpoken, numbering: &numbering), to: &text)
            } else if type.is("text", "plain") || part.filename == nil {
                let isPlain = type.is("text", "plain")
                let format = isPlain ? FlowedText.Format(type) : nil
                let plain = format.map { FlowedText.join(lines(of: part), $0) } ?? lines(of: part)
                PlainTextLinks.number(in: plain, &numbering)
                append(plain, to: &text)
            }
        }
    }

    /// Returns the text of the first part whose text is not blank.
    private static func firstText(
        of parts: [Part], _ selection: Selection, _ numbering: inout LinkNumbering?
    ) -> [UInt8] {
        for part in parts {
            var text: [UInt8] = []
            let former = numbering
            collect(part, selection, &numbering, into: &text)
            if !text.allSatisfy(\.isWhitespace) { return text }
            numbering = former
        }
        return []
    }

    /// Sorts alternatives: plain text, then HTML, then other types. Among equals, the last one is first, because the
    /// sender considers it the best [RFC 2046 §5.1.4].
    private static func byPreference(_ alternatives: [Part]) -> [Part] {
        let ranks = alternatives.map(rank)
        func ofRank(_ rank: Rank) -> [Part] { zip(alternatives, ranks).filter { $0.1 == rank }.map(\.0) }
        return ofRank(.plain) + ofRank(.html).reversed() + ofRank(.other).reversed()
    }

    private enum Rank {
        case plain
        case html
        case other
    }

    /// Returns the best rank that a part has to offer.
    private static func rank(_ part: Part) -> Rank {
        switch part.kind {
        case .message:
            return .other
        case .leaf:
            let type = part.contentType
            return type.is("text", "plain") ? .plain : type.is("text", "html") ? .html : .other
        case .multipart:
            var best = Rank.other
            for child in part.children {
                switch rank(child) {
                case .plain: return .plain
                case .html: best = .html
                case .other: break
                }
            }
            return best
        }
    }

    /// Moves the root of a multipart/related to the front: the part that `start` names, or the first one [RFC 2387
    /// §3.2].
    private static func rootFirst(_ parts: [Part], _ type: ContentType) -> [Part] {
        guard let start = type.parameters["start"].map({ MessageID($0.filter { $0 != "<" && $0 != ">" }) }),
            let root = parts.first(where: { $0.header.contentID == start })
        else { return parts }
        return [root] + parts.filter { $0.number != root.number }
    }

    private static func append(_ addition: consuming [UInt8], to text: inout [UInt8]) {
        guard !addition.isEmpty else { return }
        if text.isEmpty {
            text = addition
            return
        }
        if text.last != ASCII.lf { text.append(ASCII.lf) }
        text.append(ASCII.lf)
        text.append(contentsOf: addition)
    }

    /// Returns the text of a part with LF for CR LF and for a lone CR. Converts in place, because the text may be as
    /// large as the message.
    private static func lines(of part: Part) -> [UInt8] {
        var text = part.textOctets
        let count = text.count
        var end = ByteScan.first(ASCII.cr, in: text.span, 0..<count)
        var index = end
        var span = text.mutableSpan
        while index < count {
            let octet = span[index]
            index &+= 1
            if octet == ASCII.cr {
                if index < count, span[index] == ASCII.lf { continue }
                span[end] = ASCII.lf
            } else {
                span[end] = octet
            }
            end &+= 1
        }
        text.removeSubrange(end...)
        return text
    }
}
