/// Rewrites the HTML of a message so that a browser can show it without loading or running anything.
///
/// Nothing of the original markup is copied. Text is escaped again, and of tags and attributes only those on lists are
/// written anew, with their values decoded, checked and quoted. So it does not matter how the original would be parsed:
/// the output has one reading. Takes time proportional to the length for any input.
public struct HTMLSanitizer {
    /// A sanitized document.
    public struct Document: Sendable {
        /// In UTF-8.
        public let html: [UInt8]
        /// The number of images left out, because they are on a server, not in the message, or not images.
        public let omittedImages: Int
        /// Whether the end of the message was left out because it is too long.
        public let isCut: Bool
    }

    /// In bytes. Longer documents are cut.
    private static let longest = 8 << 20
    /// The bytes of an image, and of all images of a document. Images beyond that are left out.
    private static let largestImage = 8 << 20
    private static let largestImages = 32 << 20
    private static let longestValue = 1000

    /// A second wall: even if the sanitizer overlooked something, the browser would load and run nothing but images
    /// and styles in the document itself [CSP3].
    public static let policy =
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    /// Returns a document with the sanitized `html`. `image` returns the content of the part with a Content-ID, which is
    /// percent-encoded as in `cid:` [RFC 2392].
    public static func document(
        _ html: [UInt8], title: String, image: ([UInt8]) -> [UInt8]?
    ) -> Document {
        var sanitizer = HTMLSanitizer()
        sanitizer.write(
            """
            <!DOCTYPE html>
            <html><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">
            <title>
            """)
        sanitizer.escape(Array(title.utf8))
        sanitizer.write("</title></head><body>\n")
        sanitizer.sanitize(html, image)
        sanitizer.write("\n</body></html>\n")
        return Document(
            html: sanitizer.output, omittedImages: sanitizer.omittedImages, isCut: html.count > longest)
    }

    /// Returns only the sanitized content. The result of sanitizing it again is the same.
    static func fragment(_ html: [UInt8], image: ([UInt8]) -> [UInt8]? = { _ in nil }) -> [UInt8] {
        var sanitizer = HTMLSanitizer()
        sanitizer.sanitize(html, image)
        return sanitizer.output
    }

    private var output: [UInt8] = []
    private var omittedImages = 0
    private var imageBytes = 0

    private mutating func sanitize(_ html: [UInt8], _ image: ([UInt8]) -> [UInt8]?) {
        var valid: [UInt8] = []
        var repair = LossyUTF8Decoder()
        repair.decode(html.span.extracting(0..<min(html.count, Self.longest)), isLast: true, into: &valid)
        let bytes = valid.span
        var tokenizer = HTMLTokenizer()
        while let token = tokenizer.next(bytes) {
            switch token {
            case .text(let range): escape(HTMLCharacterReference.decodeText(bytes, range))
            case .start(let tag): start(tag, bytes, image)
            case .end(_, let name):
                guard let element = AllowedElements.name(bytes, name), !element.isVoid else { continue }
                output += [ASCII.less, ASCII.slash] + element.text + [ASCII.greater]
            }
        }
    }

    private mutating func start(_ tag: HTMLTag, _ bytes: Span<UInt8>, _ image: ([UInt8]) -> [UInt8]?) {
        guard let element = AllowedElements.name(bytes, tag.name) else { return }
        output += [ASCII.less] + element.text
        var seen: Set<HTMLName> = []
        var attributes = HTMLAttributeScanner(tag.rest)
        while let (range, valueRange) = attributes.next(bytes) {
            guard ByteScan.first(0, in: bytes, range) == range.upperBound,
                let name = HTMLName(bytes, range, foldingCase: true),
                let kind = AllowedAttributes.kind(name, of: element.name), seen.insert(name).inserted
            else { continue }
            let value = HTMLCharacterReference.decodeAttribute(bytes, valueRange)
            switch kind {
            case .plain: attribute(bytes, range, Self.beginning(of: value))
            case .style:
                let style = SanitizedStyle.of(value)
                if !style.isEmpty { attribute(bytes, range, style) }
            case .link:
                guard let address = HTMLLinkAddress(attribute: value)?.openable else { continue }
                attribute(bytes, range, address)
                write(" rel=\"noreferrer noopener nofollow\" target=\"_blank\"")
            case .image: source(value, image)
            }
        }
        output.append(ASCII.greater)
    }

    private static func beginning(of value: [UInt8]) -> [UInt8] {
        guard value.count > longestValue else { return value }
        var end = longestValue
        while end > 0, value[end] & 0xC0 == 0x80 { end &-= 1 }
        return Array(value[..<end])
    }

    /// Writes an image of the message as `data:`, with the type that its content has.
    private mutating func source(_ value: [UInt8], _ image: ([UInt8]) -> [UInt8]?) {
        let address = value.drop { $0 <= ASCII.space }
        var content: [UInt8]?
        if address.prefix(4).equalsIgnoringCase("cid:") {
            content = image(Array(address.dropFirst(4)))
        } else if address.prefix(5).equalsIgnoringCase("data:"),
            let comma = address.prefix(100).firstIndex(of: ASCII.comma),
            address[..<comma].suffix(7).equalsIgnoringCase(";base64")
        {
            let encoded = Array(address[(comma &+ 1)...])
            content = Base64.decode(encoded.span)
        }
        guard let content, content.count <= Self.largestImage, imageBytes &+ content.count <= Self.largestImages,
            let format = ImageProperties(content)?.format
        else {
            omittedImages &+= 1
            return
        }
        imageBytes &+= content.count
        write(" src=\"data:\(format.mediaType);base64,")
        Base64.encode(content.span, into: &output)
        output.append(ASCII.quote)
    }

    // MARK: - Writing

    private mutating func write(_ text: String) { output += text.utf8 }

    private mutating func attribute(_ bytes: Span<UInt8>, _ name: Range<Int>, _ value: [UInt8]) {
        output.append(ASCII.space)
        for index in name { output.append(bytes[index].lowercased) }
        output += [ASCII.equals, ASCII.quote]
        escape(value)
        output.append(ASCII.quote)
    }

    /// Writes text so that it has no meaning in text or in quotes. Control characters are left out.
    private mutating func escape(_ text: [UInt8]) {
        for byte in text {
            switch byte {
            case ASCII.ampersand: write("&amp;")
            case ASCII.less: write("&lt;")
            case ASCII.greater: write("&gt;")
            case ASCII.quote: write("&quot;")
            case UInt8(ascii: "`"): write("&#96;")
            case ASCII.tab, ASCII.lf, ASCII.space...0x7E, 0x80...: output.append(byte)
            default: break
            }
        }
    }
}
