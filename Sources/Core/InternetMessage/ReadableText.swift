/// The text of a message that a person reads and quotes.
public enum ReadableText {
    /// UTF-8 with LF line ends. Plain text where an alternative offers it, else HTML made readable; attachments and
    /// embedded messages are left out; flowed text has its paragraphs joined.
    public static func of(_ part: Part) -> [UInt8] {
        var text: [UInt8] = []
        collect(part, into: &text)
        return text
    }

    private static func collect(_ part: Part, into text: inout [UInt8]) {
        switch part.kind {
        case .message:
            break
        case .multipart:
            let type = part.contentType
            let children = Array(part.children)
            if children.isEmpty {
                append(lineFeeds(part.textOctets), to: &text)
            } else if type.is("multipart", "alternative") {
                if let best = children.first(where: offersPlainText) ?? children.last { collect(best, into: &text) }
            } else if type.is("multipart", "related"), let first = children.first {
                collect(first, into: &text)
            } else {
                for child in children { collect(child, into: &text) }
            }
        case .leaf:
            let type = part.contentType
            guard type.isText, !(part.contentDisposition?.isAttachment ?? false) else { return }
            if type.is("text", "html") {
                append(HTMLText.render(part.textOctets), to: &text)
            } else if type.is("text", "plain"), let format = FlowedText.Format(type) {
                append(FlowedText.join(lineFeeds(part.textOctets), format), to: &text)
            } else if type.is("text", "plain") || part.filename == nil {
                append(lineFeeds(part.textOctets), to: &text)
            }
        }
    }

    private static func offersPlainText(_ part: Part) -> Bool {
        switch part.kind {
        case .leaf: part.contentType.is("text", "plain")
        case .multipart: part.children.contains(where: offersPlainText)
        case .message: false
        }
    }

    private static func append(_ addition: [UInt8], to text: inout [UInt8]) {
        guard !addition.isEmpty else { return }
        if !text.isEmpty {
            if text.last != ASCII.lf { text.append(ASCII.lf) }
            text.append(ASCII.lf)
        }
        text.append(contentsOf: addition)
    }

    /// CR LF and lone CR as LF.
    private static func lineFeeds(_ text: [UInt8]) -> [UInt8] {
        let span = text.span
        guard ByteScan.first(ASCII.cr, in: span, 0..<span.count) < span.count else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        for index in 0..<span.count {
            if span[index] == ASCII.cr {
                if index + 1 == span.count || span[index + 1] != ASCII.lf { output.append(ASCII.lf) }
            } else {
                output.append(span[index])
            }
        }
        return output
    }
}
