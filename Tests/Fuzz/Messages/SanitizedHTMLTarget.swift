@testable import InternetMessage

extension FuzzTarget {
    /// HTML sanitized for a browser. The output has only tags and attributes that load and run nothing, and is not
    /// changed by sanitizing it again.
    static let sanitizedHTML = FuzzTarget(name: "sanitizedHTML", maximumLength: 8192) { bytes in
        let image: ([UInt8]) -> [UInt8]? = { id in id.count % 2 == 0 ? nil : Array("GIF89a".utf8) + id }
        let once = HTMLSanitizer.fragment(bytes, image: image)
        expectUTF8(once, "sanitized HTML")
        expect(once.count <= bytes.count * 64 + 1024, "the output is bounded by the HTML")
        expect(HTMLSanitizer.fragment(once, image: image) == once, "sanitizing again changes nothing")
        var scanner = SanitizedHTMLScanner(rest: once[...])
        scanner.read()
    }
}

/// Parses sanitized HTML strictly, with rules that are written independently of the sanitizer.
private struct SanitizedHTMLScanner {
    var rest: ArraySlice<UInt8>

    private static let forbidden = words(
        """
        applet audio base body button canvas dialog embed form frame frameset head html iframe image input isindex link \
        listing marquee math meta noembed noframes noscript object option param picture plaintext portal script select \
        slot source style svg template textarea title track video xmp
        """)
    private static let loading = words(
        """
        action archive background cite classid code codebase data formaction icon id longdesc lowsrc manifest name ping \
        poster profile srcdoc srcset usemap xmlns
        """)

    private static func words(_ list: String) -> Set<String> {
        Set(list.utf8.split(separator: 0x20).map { String(decoding: Array($0), as: UTF8.self) })
    }

    mutating func read() {
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "<"): readTag()
            case UInt8(ascii: "&"): readReference()
            default:
                expect(byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\""), "text is escaped")
                expect(byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x09, "no control characters")
                rest.removeFirst()
            }
        }
    }

    private mutating func readTag() {
        rest.removeFirst()
        let isEnd = take("/")
        let name = readName()
        expect(!name.isEmpty && !Self.forbidden.contains(name), "the element \(name) is harmless")
        while take(" ") {
            expect(!isEnd, "end tags have no attributes")
            readAttribute(of: name)
        }
        expect(take(">"), "a tag ends")
    }

    private mutating func readAttribute(of element: String) {
        let name = readName()
        expect(take("=\""), "a value is quoted")
        let value = readValue()
        expect(!name.hasPrefix("on") && !Self.loading.contains(name), "the attribute \(name) is harmless")
        let text = String(decoding: value, as: UTF8.self).lowercased()
        switch name {
        case "src":
            expect(element == "img" && text.hasPrefix("data:image/"), "only images of the message are loaded")
            expect(!text.hasPrefix("data:image/svg"), "no image can run scripts")
        case "href":
            expect(
                ["http:", "https:", "mailto:"].contains { text.hasPrefix($0) }, "a link leads to the Web or to mail")
        case "style":
            for word in ["url", "expression", "image", "\\", "@", "/*", "var(", "src(", "import"]
            where text.contains(word + "(") {
                expect(false, "a style loads nothing")
            }
            expect(!text.contains("\\") && !text.contains("@") && !text.contains("*"), "a style has one reading")
            expect(!text.contains("position:"), "a style covers nothing")
        default: break
        }
    }

    private mutating func readName() -> String {
        let name = rest.prefix { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 }
        rest = rest.dropFirst(name.count)
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func readValue() -> [UInt8] {
        let value = rest.prefix { $0 != UInt8(ascii: "\"") }
        expect(!value.contains(UInt8(ascii: "<")) && !value.contains(UInt8(ascii: ">")), "a value is escaped")
        rest = rest.dropFirst(value.count)
        expect(take("\""), "a value ends")
        return Array(value)
    }

    private mutating func readReference() {
        expect(["&amp;", "&lt;", "&gt;", "&quot;", "&#96;"].contains { take($0) }, "only these references come out")
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }
}
