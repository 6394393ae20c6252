/// The text of a message and its attachments: together its whole content, each part once.
public struct TextAndAttachments: Sendable {
    /// UTF-8 with LF line ends.
    public let text: [UInt8]
    /// All attachments in order, without limit.
    public let files: [Part]

    /// Splits a message into text and attachments. Text with a file name is an attachment, unless there is no other
    /// text: then the first such part is the text, because some programs give it a name.
    public init(_ message: Message) {
        let root = message.root
        let all = root.attachments(most: .max)
        let text = ReadableText.of(root) { !$0.isAttachment }
        if text.allSatisfy(\.isWhitespace), let named = all.first(where: Self.isNamedText) {
            self.text = ReadableText.of(root) { !$0.isAttachment || $0.number == named.number }
            files = all.filter { $0.number != named.number }
        } else {
            self.text = text
            files = all
        }
    }

    private static func isNamedText(_ part: Part) -> Bool {
        let type = part.contentType
        let isText = type.is("text", "plain") || type.is("text", "html")
        return part.kind == .leaf && part.missing == nil && isText && !(part.contentDisposition?.isAttachment ?? false)
    }
}
