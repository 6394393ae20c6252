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
    case begin(message: UInt32, item: FetchedContentItem, count: Int)
    case octets([UInt8])
    case end
}
