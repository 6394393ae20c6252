/// Why a query is invalid and how to correct it.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Sentences for the user.
    public let description: String
    /// The part of the query that is invalid, in bytes.
    public let range: Range<Int>

    public init(_ description: String, at range: Range<Int>) {
        self.description = description
        self.range = range
    }
}
