extension Part {
    /// The maximum number of attachments counted per message; no sender expects more to be read.
    public static let mostAttachments = 256

    /// Whether the part is to be saved rather than read: it has a file name, is marked as an attachment, or is neither
    /// text nor a container. An invitation is both shown and saved. A part that was not downloaded counts as an
    /// attachment.
    public var isAttachment: Bool {
        if missing != nil { return true }
        switch kind {
        case .multipart: return false
        case .message: return true
        case .leaf:
            if filename != nil || contentDisposition?.isAttachment ?? false { return true }
            let type = contentType
            return type.is("text", "calendar") || !(type.isText || type.is("message", "rfc822") || isStructure(type))
        }
    }

    /// A multipart without delimiters is a leaf and is read as text.
    private func isStructure(_ type: ContentType) -> Bool {
        type.type.utf8.elementsEqual("multipart".utf8)
    }

    /// The attachments of a message in order, not including those of an attached message. The first is `a1`.
    public var attachments: [Part] {
        attachments(most: Self.mostAttachments)
    }

    func attachments(most: Int) -> [Part] {
        var found: [Part] = []
        collectAttachments(most, into: &found)
        return found
    }

    private func collectAttachments(_ most: Int, into found: inout [Part]) {
        guard found.count < most else { return }
        if isAttachment { found.append(self) }
        guard kind == .multipart else { return }
        for child in children { child.collectAttachments(most, into: &found) }
    }
}
