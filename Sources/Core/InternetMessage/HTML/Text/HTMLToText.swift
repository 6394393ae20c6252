/// Renders HTML mail as text, for reading in a terminal and quoting in replies [WHATWG HTML §13, §15.3].
public enum HTMLToText {
    /// Renders `html`, in UTF-8, as lines of UTF-8 that end with LF: paragraphs separated by an empty line, quotations
    /// after "> ", links followed by their addresses. Takes time proportional to the length for any input.
    ///
    /// If it `isSpoken`, a screen reader reads the text: rows of tables are sentences, and boxes, images and links
    /// are in words.
    public static func render(_ html: [UInt8], isSpoken: Bool = false) -> [UInt8] {
        var none: LinkNumbering?
        return render(html, isSpoken: isSpoken, numbering: &none)
    }

    /// Renders `html` as `render` does. With a numbering, links are followed by their numbers in brackets instead of
    /// their addresses, and are added to it.
    static func render(
        _ html: [UInt8], isSpoken: Bool = false, numbering: inout LinkNumbering?
    ) -> [UInt8] {
        let whole = 0..<html.count
        if LossyUTF8Decoder.isValid(html.span, whole) { return renderValid(html.span, isSpoken, &numbering) }
        var repair = LossyUTF8Decoder()
        var valid: [UInt8] = []
        valid.reserveCapacity(html.count)
        repair.decode(html.span, isLast: true, into: &valid)
        return renderValid(valid.span, isSpoken, &numbering)
    }

    private static func renderValid(
        _ html: Span<UInt8>, _ isSpoken: Bool, _ numbering: inout LinkNumbering?
    ) -> [UInt8] {
        var tokenizer = HTMLTokenizer()
        var renderer = HTMLTextRenderer(numbering: numbering, isSpoken: isSpoken)
        while let token = tokenizer.next(html) { renderer.read(token, html) }
        let text = renderer.finish(html)
        numbering = renderer.writer.numbering
        return text
    }
}
