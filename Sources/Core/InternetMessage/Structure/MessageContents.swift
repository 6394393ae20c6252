/// The text of a message and the files beside it: together all that a person finds in it, and nothing twice.
public struct MessageContents: Sendable {
    /// UTF-8 with LF line ends.
    public let text: [UInt8]
    /// However many there are, in their order.
    public let files: [Part]

    /// Text that has a file name is a file. Where there is no other text the first such is the text: some programs give
    /// it a name.
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
