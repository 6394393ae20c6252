/// Renders HTML mail as text, for reading in a terminal and quoting in replies [WHATWG HTML §13, §15.3].
public enum HTMLToText {
    /// Renders `html`, in UTF-8, as lines of UTF-8 that end with LF: paragraphs separated by an empty line, quotations
    /// after "> ", links followed by their addresses. Takes time proportional to the length for any input.
    public static func render(_ html: [UInt8]) -> [UInt8] {
        let whole = 0..<html.count
        if UTF8Repair.isValid(html.span, whole) { return renderValid(html.span) }
        var repair = UTF8Repair()
        var valid: [UInt8] = []
        valid.reserveCapacity(html.count)
        repair.decode(html.span, isLast: true, into: &valid)
        return renderValid(valid.span)
    }

    private static func renderValid(_ html: Span<UInt8>) -> [UInt8] {
        var tokenizer = HTMLTokenizer()
        var renderer = HTMLTextRenderer()
        while let token = tokenizer.next(html) { renderer.read(token, html) }
        return renderer.finish(html)
    }
}
