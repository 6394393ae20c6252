/// A response violates the grammar in a way that no known server does.
public struct ResponseError: Error, Hashable, Sendable {
    /// The position of the error, in bytes from the start of the response.
    public let offset: Int
    public let fault: Fault

    public enum Fault: Hashable, Sendable {
        /// Something other than this was found.
        case expected(String)
        /// The number is too large, or 0 where 0 is invalid.
        case numberOutOfRange
        /// The literal is incomplete, or was streamed where a string is required.
        case literal
        /// The response has too many parts or addresses, or parts nested too deeply.
        case tooComplex
        case unexpectedEnd
    }
}
