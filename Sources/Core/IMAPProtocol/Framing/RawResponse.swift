/// One response as it came, without the line end that closes it: its lines with its literals between them.
///
/// It is a place in what a read brought and keeps all of that alive, so it is parsed and let go.
public struct RawResponse: Sendable {
    let storage: [UInt8]
    let range: Range<Int>
    /// The literals that were handed on while they came, and are not among the octets. In the order of their places.
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

/// Where a literal was taken out of a response.
public struct StreamedLiteral: Hashable, Sendable {
    /// Of the `{` or `~` that announces it; behind the announcement's line end the response goes on.
    public let offset: Int
    /// How many octets it had.
    public let count: Int

    public init(offset: Int, count: Int) {
        self.offset = offset
        self.count = count
    }
}

/// A piece of a literal that is too large to be gathered: the content of a message or of a part of it.
///
/// What arrived counts only when the FETCH response that it belongs to is complete, which names its UID.
public enum LiteralPiece: Hashable, Sendable {
    /// It begins. `message` is the sequence number that the response begins with.
    case begin(message: UInt32, item: FetchedItem, count: Int)
    case octets([UInt8])
    case end
}

/// What a FETCH response gives of a message's content.
public enum FetchedItem: Hashable, Sendable {
    /// `BODY[section]<origin>`.
    case body(BodySection, origin: UInt32?)
    /// `BINARY[part]<origin>`: decoded by the server.
    case binary(BodySection, origin: UInt32?)
    /// RFC822, RFC822.HEADER and RFC822.TEXT, as servers of old send them unasked.
    case rfc822(BodySection)
}
