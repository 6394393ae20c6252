/// A response that breaks the grammar where no server that anybody uses does.
public struct ResponseError: Error, Hashable, Sendable {
    /// The octet of the response at which it stops making sense.
    public let offset: Int
    public let fault: Fault

    public enum Fault: Hashable, Sendable {
        /// Something else stands where this was due.
        case expected(String)
        /// A number that its bits do not hold, or 0 where no 0 may be.
        case numberOutOfRange
        /// A literal that the response does not hold.
        case literal
        /// Lists in lists, parts in parts, or more of them than any message has.
        case tooComplex
        case unexpectedEnd
    }
}
