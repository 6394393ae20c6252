/// A piece of a streamed literal, which holds the content of a message or of a part.
///
/// The content is provisional until its FETCH response is complete, because only that is certain to name the UID.
public enum LiteralPiece: Hashable, Sendable {
    /// The literal begins. `message` is the sequence number at the start of the response.
    case begin(message: UInt32, item: FetchedContentItem, count: Int)
    case octets([UInt8])
    case end
}
