/// The server exceeded a size limit. The connection cannot be used any further.
public enum FramingError: Error, Hashable, Sendable {
    /// A line exceeds this many bytes.
    case lineTooLong(limit: Int)
    /// A response, including its literals, exceeds this many bytes.
    case responseTooLong(limit: Int)
    /// The announced size of a literal exceeds this many bytes. Nothing of the literal was stored.
    case literalTooLong(limit: Int)
    /// A response contains more than this many literals.
    case tooManyLiterals(limit: Int)
}
