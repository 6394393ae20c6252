internal import MailTypes

/// Writes lines as HTML. Whatever the lines contain, the output has no tags other than those written here, and only the
/// closing quotation mark written here ends an attribute.
struct MarkupHTML {
    private let pictures: [String: MessageID]
    private var output: [UInt8] = []
    private var isInParagraph = false
    /// Whether a space written now would be collapsed.
    private var isBehindBlank = true

    init(pictures: [String: MessageID]) {
        self.pictures = pictures
    }

    /// Returns whether the identifier can be used unescaped in a `cid` URL [RFC 2392].
    static func isShowable(_ id: MessageID) -> Bool {
        !id.text.isEmpty
            && id.text.utf8.allSatisfy { $0 < 0x7F && $0 != 0x25 && $0 != 0x26 && MarkupLinkAddress.canHold($0) }
    }

    mutating func write(_ line: MarkupLine) {
        guard line.octets.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
            endParagraph()
            return
        }
        put(isInParagraph ? "<br>\n" : "<p>")
        isInParagraph = true
        isBehindBlank = true
        var isInAttribute = false
        for piece in line.pieces {
            switch piece {
            case .text(let range):
                if isInAttribute { writeAttribute(line.octets[range]) } else { writeText(line.octets[range]) }
            case .opening(let span):
                open(span, line.octets)
                if case .picture = span.kind { isInAttribute = true }
            case .closing(let span):
                close(span)
                if case .picture = span.kind { isInAttribute = false }
            case .escape:
                break
            }
        }
    }

    mutating func finish() -> String {
        endParagraph()
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func endParagraph() {
        if isInParagraph { put("</p>\n") }
        isInParagraph = false
    }

    private mutating func open(_ span: MarkupSpan, _ octets: [UInt8]) {
        switch span.kind {
        case .bold: put("<b>")
        case .italic: put("<i>")
        case .link(let address):
            put("<a href=\"")
            for octet in octets[address] {
                if octet < 0x80 { writeEscaped(octet) } else { put("%" + Self.hexadecimal(octet)) }
            }
            put("\">")
        case .picture(let name):
            put("<img src=\"cid:")
            put(pictures[MarkupPictureName.read(octets[name])]?.text ?? "")
            put("\" alt=\"")
        }
    }

    private mutating func close(_ span: MarkupSpan) {
        switch span.kind {
        case .bold: put("</b>")
        case .italic: put("</i>")
        case .link: put("</a>")
        case .picture:
            put("\">")
            isBehindBlank = false
        }
    }

    /// Writes leading and repeated spaces as `&nbsp;`, because HTML would collapse them.
    private mutating func writeText(_ text: ArraySlice<UInt8>) {
        for (index, octet) in zip(text.indices, text) {
            switch octet {
            case 0x20: writeBlank()
            case 0x09: for _ in 0..<4 { writeBlank() }
            default:
                writeCharacterOctet(octet, after: index > text.startIndex ? text[index - 1] : 0)
                isBehindBlank = false
            }
        }
    }

    private mutating func writeAttribute(_ text: ArraySlice<UInt8>) {
        for (index, octet) in zip(text.indices, text) {
            writeCharacterOctet(octet == 0x09 ? 0x20 : octet, after: index > text.startIndex ? text[index - 1] : 0)
        }
    }

    private mutating func writeBlank() {
        put(isBehindBlank ? "&nbsp;" : " ")
        isBehindBlank = true
    }

    /// Control characters are not allowed in HTML, so they are replaced with U+FFFD [WHATWG HTML §13.2.3.5].
    private mutating func writeCharacterOctet(_ octet: UInt8, after previous: UInt8) {
        if octet < 0x20 || octet == 0x7F {
            put("\u{FFFD}")
        } else if previous == 0xC2, octet < 0xA0 {
            output.removeLast()
            put("\u{FFFD}")
        } else {
            writeEscaped(octet)
        }
    }

    private mutating func writeEscaped(_ octet: UInt8) {
        switch octet {
        case UInt8(ascii: "&"): put("&amp;")
        case UInt8(ascii: "<"): put("&lt;")
        case UInt8(ascii: ">"): put("&gt;")
        case UInt8(ascii: "\""): put("&quot;")
        default: output.append(octet)
        }
    }

    private mutating func put(_ text: String) {
        output += text.utf8
    }

    private static func hexadecimal(_ octet: UInt8) -> String {
        let digits = String(octet, radix: 16, uppercase: true)
        return octet < 0x10 ? "0" + digits : digits
    }
}
