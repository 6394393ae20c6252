/// An entity of a message: a header and a body [RFC 2045 §2.4].
public struct Part: Sendable {
    let message: Message
    let number: Int

    var record: PartRecord {
        number < message.index.parts.count ? message.index.parts[number] : PartRecord(headerStart: 0, firstField: 0)
    }

    public var header: Header {
        let record = record
        return Header(
            bytes: message.bytes, fields: message.index.fields[Int(record.firstField)..<Int(record.endField)])
    }

    public enum Kind: Sendable {
        case leaf
        case multipart
        /// The part contains a message: see `embeddedMessage`.
        case message
    }

    public var kind: Kind {
        switch record.kind {
        case .leaf: .leaf
        case .multipart: .multipart
        case .message, .encodedMessage: .message
        }
    }

    /// The parts of a multipart, in order. Empty for any other part and for a multipart without delimiters.
    public var children: PartChildren {
        PartChildren(message: message, first: record.kind == .multipart ? Int(record.firstChild) : 0)
    }

    /// The header and body of the message that the part contains, if it contains one.
    public var embeddedMessage: Part? {
        switch record.kind {
        case .leaf, .multipart: nil
        case .message: Part(message: message, number: Int(record.firstChild))
        case .encodedMessage: message.embedded(decodedContent).root
        }
    }

    /// The range of the body in the message, still in its transfer encoding.
    public var rawBody: Range<Int> {
        record.bodyRange
    }

    /// The header and the body as they are in the message, without the line end before the next delimiter.
    public var entity: ArraySlice<UInt8> {
        let record = record
        return message.bytes[min(Int(record.headerStart), Int(record.bodyEnd))..<Int(record.bodyEnd)]
    }

    public var transferEncoding: TransferEncoding {
        record.encoding
    }

    /// The media type. If the part has none that can be parsed: text/plain [RFC 2045 §5.2], message/rfc822 in a digest,
    /// or multipart/mixed if it has a boundary but no subtype.
    public var contentType: ContentType {
        guard let field = header.record(.contentType) else {
            return record.isInDigest && kind == .message ? .message : .plainText
        }
        return ContentType(message.bytes, field.valueRange)
            ?? (kind == .multipart ? ContentType(type: "multipart", subtype: "mixed") : .plainText)
    }

    public var contentDisposition: ContentDisposition? {
        header.record(.contentDisposition).map { ContentDisposition(message.bytes, $0.valueRange) }
    }

    /// The decoded file name from the sender, not sanitized: never use it as a path to write to.
    public var filename: String? {
        let names = [contentDisposition?.parameters["filename"], contentType.parameters["name"]].compactMap(\.self)
        return names.first { !$0.isEmpty } ?? names.first
    }
}

/// The parts of a multipart, in order.
public struct PartChildren: Sequence, IteratorProtocol {
    private let message: Message
    private var following: Int

    init(message: Message, first: Int) {
        self.message = message
        following = first
    }

    public mutating func next() -> Part? {
        guard following != 0 else { return nil }
        defer { following = Int(message.index.parts[following].nextSibling) }
        return Part(message: message, number: following)
    }
}
