extension Message {
    /// The attachments that are still to be downloaded, in order.
    public var undownloadedAttachments: [(part: Part, file: UndownloadedDraftAttachment)] {
        undownloadedParts.compactMap { part in UndownloadedDraftAttachment(part).map { (part, $0) } }
    }

    /// Whether these attachments are all that is missing.
    public var lacksPendingFilesAlone: Bool {
        isPartial && !root.isCutAnywhere && !index.missing.isEmpty
            && undownloadedAttachments.count == index.missing.count
    }

    private var undownloadedParts: [Part] {
        index.missing.keys.sorted().map { Part(message: self, number: $0) }
    }

    /// Returns the message with its undownloaded attachments replaced by `contents`. No other bytes change, except that the
    /// field that marks the message as partial is removed. Returns `nil` if anything else is missing.
    public func filled(with contents: [UndownloadedDraftAttachment: [UInt8]]) -> [UInt8]? {
        let parts = undownloadedParts
        guard lacksPendingFilesAlone else { return nil }
        var filled: [UInt8] = []
        filled.reserveCapacity(bytes.count + contents.values.reduce(0) { $0 + $1.count / 57 * 78 + 256 })
        var position = 0
        for part in parts {
            guard let content = UndownloadedDraftAttachment(part).flatMap({ contents[$0] }) else { return nil }
            let record = part.record
            filled += bytes[position..<Int(record.headerStart)]
            filled += MessageWriter.octets(of: .file(OutgoingFile(part, content, insideOf: self)))
            position = record.bodyRange.upperBound
        }
        filled += bytes[position...]
        return HeaderFieldRemoval.fields(named: ["x-petrel-partial"], from: filled)
    }
}

extension Part {
    fileprivate var isCutAnywhere: Bool {
        fullSize != nil || kind == .multipart && children.contains(where: \.isCutAnywhere)
    }

    /// The boundaries of the part and of its children.
    fileprivate var boundaries: [[UInt8]] {
        guard kind == .multipart else { return [] }
        let own = contentType.parameters["boundary"].map { [Array($0.utf8)] } ?? []
        return own + children.flatMap(\.boundaries)
    }
}

extension OutgoingFile {
    /// Creates the attachment for a part. If it is labeled as a message but has no header, or contains a boundary of
    /// the message around it, it is treated as an ordinary attachment.
    fileprivate init(_ part: Part, _ content: [UInt8], insideOf message: Message) {
        let type = part.contentType
        let isMessage = type.is("message", "rfc822") && Message(content).header.count > 0
        let isBroken = isMessage && message.root.boundaries.contains { content.holds($0) }
        self.init(
            type: isMessage && !isBroken ? "message/rfc822" : Self.normalizedFileType("\(type.type)/\(type.subtype)"),
            parameters: isMessage ? [] : type.parameters.entries.map { ($0.name, $0.value) }, filename: part.filename,
            disposition: part.contentDisposition.map { !$0.isAttachment } ?? false ? .inline : .attachment,
            contentID: part.header.contentID, content: .octets(content))
    }
}
