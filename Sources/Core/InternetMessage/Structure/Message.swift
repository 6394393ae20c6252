/// A message as it was received: its octets, and where everything stands in them [RFC 5322, RFC 2045–2049].
///
/// Any octets are a message: what cannot be understood as header or structure is text. Nothing here fails or traps.
/// The structure is found when the message is made, in one pass; values are decoded each time they are asked for.
public struct Message: Sendable {
    public let bytes: [UInt8]
    let index: StructureIndex
    /// How deep in another message this one stands, as the limit of nesting counts.
    let depth: Int

    /// What a message under a transfer encoding counts for: each needs memory of its own for what it decodes to.
    private static let encodedDepth = StructureParser.maximumDepth / 2

    public init(_ bytes: [UInt8]) {
        self.init(bytes, depth: 0)
    }

    init(_ bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
        // Offsets are kept in 32 bits. More than 4 GiB is no mail that any system would take: nothing is read of it.
        index = bytes.count < Int(UInt32.max) ? StructureParser.parse(bytes, depth: depth) : StructureIndex()
    }

    func embedded(_ bytes: [UInt8]) -> Message {
        Message(bytes, depth: depth + Self.encodedDepth)
    }

    /// The message itself as the outermost part: its header and its body.
    public var root: Part {
        Part(message: self, number: 0)
    }

    public var header: Header {
        root.header
    }
}

/// One entity of a message: a header and a body [RFC 2045 §2.4].
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
        /// Holds a message: see `embeddedMessage`.
        case message
    }

    public var kind: Kind {
        switch record.kind {
        case .leaf: .leaf
        case .multipart: .multipart
        case .message, .encodedMessage: .message
        }
    }

    /// The parts of a multipart, in order. Empty for any other part, and for a multipart without delimiters.
    public var children: PartChildren {
        PartChildren(message: message, first: record.kind == .multipart ? Int(record.firstChild) : 0)
    }

    /// The header and body of the message that the part holds, if it holds one.
    public var embeddedMessage: Part? {
        switch record.kind {
        case .leaf, .multipart: nil
        case .message: Part(message: message, number: Int(record.firstChild))
        case .encodedMessage: message.embedded(decodedContent).root
        }
    }

    /// The octets of the body as they stand in the message, still under their transfer encoding.
    public var rawBody: Range<Int> {
        record.bodyRange
    }

    public var transferEncoding: TransferEncoding {
        record.encoding
    }

    /// The media type; text/plain where the part names none that can be read [RFC 2045 §5.2], message/rfc822 in a digest.
    public var contentType: ContentType {
        guard let field = header.record(.contentType) else {
            return record.isInDigest && kind == .message ? .message : .plainText
        }
        return ContentType(message.bytes, field.valueRange) ?? .plainText
    }

    public var contentDisposition: ContentDisposition? {
        header.record(.contentDisposition).map { ContentDisposition(message.bytes, $0.valueRange) }
    }

    /// The name that the sender gave to the file, decoded and otherwise untouched: never a path to write to.
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
