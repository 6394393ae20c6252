/// Parses HTML with the tags of C08 only, and fails on anything else.
struct MarkupHTMLChecker {
    var html: ArraySlice<UInt8>
    private var open: [String] = []

    init(html: ArraySlice<UInt8>) {
        self.html = html
    }

    mutating func read() {
        while let octet = html.first {
            expect(octet >= 0x20 && octet != 0x7F || octet == 0x0A, "no control character comes out")
            expect(octet != UInt8(ascii: ">"), "every sign that ends a tag is one that ends a tag")
            if octet == UInt8(ascii: "<") {
                readTag()
            } else if octet == UInt8(ascii: "&") {
                readReference()
            } else {
                html.removeFirst()
            }
        }
        expect(open.isEmpty, "all that is opened is closed")
    }

    private mutating func readTag() {
        for name in ["b", "i", "p"] where take("<\(name)>") { return open.append(name) }
        for name in ["b", "i", "p", "a"] where take("</\(name)>") {
            return expect(open.popLast() == name, "what is closed was opened last")
        }
        if take("<br>") { return }
        if take("<img src=\"cid:p@x\" alt=\"") {
            _ = readAttribute()
            return expect(take(">"), "a picture has no more attributes")
        }
        expect(take("<a href=\""), "only the tags of C08 come out")
        let address = readAttribute().map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        expect(
            ["http://", "https://", "mailto:"].contains { address.starts(with: $0.utf8) },
            "a link leads to the web or to mail")
        expect(address.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "'") }, "an address is a plain word")
        expect(take(">"), "a link has no more attributes")
        expect(!open.contains("a"), "no link stands in a link")
        open.append("a")
    }

    /// Reads up to and including the quotation mark at the end.
    private mutating func readAttribute() -> [UInt8] {
        var value: [UInt8] = []
        while let octet = html.first {
            if octet == UInt8(ascii: "\"") {
                html.removeFirst()
                return value
            }
            expect(
                octet >= 0x20 && octet != UInt8(ascii: "<") && octet != UInt8(ascii: ">"), "an attribute is only text")
            value.append(octet)
            if octet == UInt8(ascii: "&") { readReference() } else { html.removeFirst() }
        }
        expect(false, "an attribute ends")
        return value
    }

    private mutating func readReference() {
        let isKnown = ["&amp;", "&lt;", "&gt;", "&quot;", "&nbsp;"].contains { take($0) }
        expect(isKnown, "an ampersand begins a character that is written here")
    }

    private mutating func take(_ text: String) -> Bool {
        guard html.starts(with: text.utf8) else { return false }
        html.removeFirst(text.utf8.count)
        return true
    }
}
