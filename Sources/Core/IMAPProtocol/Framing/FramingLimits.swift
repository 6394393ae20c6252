/// Size limits for data from the server, in bytes. Nothing beyond them is stored.
public struct FramingLimits: Hashable, Sendable {
    /// A line of text: a status, a challenge, a LIST response.
    public var line = 65_536
    /// A status with a code, which may list messages.
    public var statusWithCode = 1 << 20
    /// A response that may be long: FETCH, SEARCH, VANISHED, FLAGS. Includes its literals, except streamed ones.
    public var response = 16 << 20
    /// A streamed literal.
    public var streamedLiteral = 1 << 30
    /// The maximum number of literals in a response.
    public var literals = 4096

    public init() {}
}
