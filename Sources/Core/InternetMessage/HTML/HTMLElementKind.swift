/// The effect of an element on its text. Elements with the same effect share a kind.
enum HTMLElementKind: UInt8, CaseIterable {
    // Phrasing: does not break lines. Includes unknown elements [WHATWG HTML §3.2.5.2.5].
    case inline, span, anchor, quotation, button
    // Blocks.
    case division, block, paragraph, heading, preformatted, blockquote, select, option
    case unorderedList, orderedList, listItem, definitionList, term, definition
    case table, caption, section, row, cell
    // Without content and end tag [WHATWG HTML §13.1.2].
    case lineBreak, rule, image, area, input, void
    // Content that is not markup [WHATWG HTML §13.1.2].
    case script, style, title, textArea, rawText
    /// Elements whose content is not part of the text.
    case dropped
    /// The document itself: these tags do not affect the text.
    case document

    init(_ bytes: Span<UInt8>, _ name: Range<Int>) {
        self = HTMLName(bytes, name, foldingCase: true).flatMap { Self.byName[$0] } ?? .inline
    }

    static func isKnown(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        HTMLName(bytes, name, foldingCase: true).flatMap { byName[$0] } != nil
    }

    var isVoid: Bool {
        switch self {
        case .lineBreak, .rule, .image, .area, .input, .void: true
        default: false
        }
    }

    /// Whether the element's own end tag closes it even if elements inside it are open. Other end tags apply only up to
    /// the nearest special element ["special", WHATWG HTML §13.2.4.2].
    var isSpecial: Bool {
        switch self {
        case .inline, .span, .anchor, .quotation: false
        default: true
        }
    }

    /// Whether its start tag ends a paragraph whose end tag is omitted [WHATWG HTML §13.1.2.4].
    var endsParagraph: Bool {
        switch self {
        case .division, .block, .paragraph, .heading, .preformatted, .blockquote, .unorderedList, .orderedList,
            .listItem, .definitionList, .term, .definition, .table, .rule:
            true
        default: false
        }
    }

    private static let byName: [HTMLName: HTMLElementKind] = [
        "abbr": .inline, "acronym": .inline, "b": .inline, "bdi": .inline, "bdo": .inline, "big": .inline,
        "cite": .inline, "code": .inline, "del": .inline, "dfn": .inline, "em": .inline, "font": .inline, "i": .inline,
        "ins": .inline, "kbd": .inline, "label": .inline, "mark": .inline, "nobr": .inline, "s": .inline,
        "samp": .inline, "small": .inline, "strike": .inline, "strong": .inline, "sub": .inline, "sup": .inline,
        "tt": .inline, "u": .inline, "var": .inline, "time": .inline, "object": .inline, "picture": .inline,
        "span": .span, "a": .anchor, "q": .quotation, "button": .button,

        "div": .division, "p": .paragraph, "pre": .preformatted, "listing": .preformatted, "xmp": .preformatted,
        "blockquote": .blockquote, "h1": .heading, "h2": .heading, "h3": .heading, "h4": .heading, "h5": .heading,
        "h6": .heading,
        "address": .block, "article": .block, "aside": .block, "center": .block, "details": .block, "dialog": .block,
        "fieldset": .block, "figcaption": .block, "figure": .block, "footer": .block, "form": .block,
        "header": .block, "hgroup": .block, "legend": .block, "main": .block, "nav": .block, "search": .block,
        "section": .block, "summary": .block, "select": .select, "option": .option, "optgroup": .block,

        "ul": .unorderedList, "menu": .unorderedList, "dir": .unorderedList, "ol": .orderedList, "li": .listItem,
        "dl": .definitionList, "dt": .term, "dd": .definition,
        "table": .table, "caption": .caption, "thead": .section, "tbody": .section, "tfoot": .section, "tr": .row,
        "td": .cell, "th": .cell,

        "br": .lineBreak, "hr": .rule, "img": .image, "image": .image, "area": .area, "input": .input, "base": .void,
        "basefont": .void, "bgsound": .void, "col": .void, "embed": .void, "frame": .void, "link": .void,
        "meta": .void, "param": .void, "source": .void, "track": .void, "wbr": .void, "colgroup": .void,

        "script": .script, "style": .style, "title": .title, "textarea": .textArea, "iframe": .rawText,
        "noembed": .rawText, "noframes": .rawText,
        "noscript": .dropped, "template": .dropped, "xml": .dropped,
        "html": .document, "head": .document, "body": .document, "map": .document,
    ]
}
