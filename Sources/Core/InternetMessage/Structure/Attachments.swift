extension Part {
    /// More files are not counted: nobody sends them to be looked at.
    public static let mostAttachments = 256

    /// Whether it is something to save rather than to read: it has a file name or says that it is attached, or it is
    /// neither text nor a container. An invitation is both read and saved. What was never fetched was left out as a file.
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

    /// A multipart without delimiters is a leaf, and its text is read.
    private func isStructure(_ type: ContentType) -> Bool {
        type.type.utf8.elementsEqual("multipart".utf8)
    }

    /// The files of a message in their order, those in a message that is attached not among them. `a1` is the first.
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
