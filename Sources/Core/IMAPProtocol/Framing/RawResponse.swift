/// A response as received, without its final line end: its lines, with the literals between them.
///
/// It references the read buffer and keeps all of it alive, so it should be parsed and released promptly.
public struct RawResponse: Sendable {
    let storage: [UInt8]
    let range: Range<Int>
    /// The literals that were streamed and are not included in the bytes, in order of offset.
    public let streamed: [StreamedLiteral]

    public init(_ octets: [UInt8], streamed: [StreamedLiteral] = []) {
        storage = octets
        range = 0..<octets.count
        self.streamed = streamed
    }

    init(_ storage: [UInt8], _ range: Range<Int>) {
        self.storage = storage
        self.range = range
        streamed = []
    }

    public var octets: [UInt8] { Array(storage[range]) }
}

extension RawResponse: Hashable {
    public static func == (one: RawResponse, other: RawResponse) -> Bool {
        one.streamed == other.streamed && one.storage[one.range] == other.storage[other.range]
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage[range])
        hasher.combine(streamed)
    }
}

/// The position of a streamed literal in its response.
public struct StreamedLiteral: Hashable, Sendable {
    /// The offset of the `{` or `~` that announces the literal. The response continues after the announcement's line
    /// end.
    public let offset: Int
    /// The size in bytes.
    public let count: Int

    public init(offset: Int, count: Int) {
        self.offset = offset
        self.count = count
    }
}

/// A piece of a streamed literal, which holds the content of a message or of a part.
///
/// The content is provisional until its FETCH response is complete, because only that is certain to name the UID.
public enum LiteralPiece: Hashable, Sendable {
    /// The literal begins. `message` is the sequence number at the start of the response.
    case begin(message: UInt32, item: FetchedItem, count: Int)
    case octets([UInt8])
    case end
}

/// An item of message content in a FETCH response.
public enum FetchedItem: Hashable, Sendable {
    /// `BODY[section]<origin>`.
    case body(BodySection, origin: UInt32?)
    /// `BINARY[part]<origin>`, decoded by the server.
    case binary(BodySection, origin: UInt32?)
    /// RFC822, RFC822.HEADER or RFC822.TEXT, which old servers send unsolicited.
    case rfc822(BodySection)
}
