/// A server sends what no client has to keep. The connection is of no more use.
public enum FramingError: Error, Hashable, Sendable {
    /// A line goes on beyond so many octets.
    case lineTooLong(limit: Int)
    /// A response goes on beyond so many octets, the literals in it included.
    case responseTooLong(limit: Int)
    /// A literal is announced with more octets than this; none of them was kept.
    case literalTooLong(limit: Int)
    /// One response announces more literals than this.
    case tooManyLiterals(limit: Int)
}

/// What a server may send at most, in octets. Nothing beyond is ever kept.
public struct FramingLimits: Hashable, Sendable {
    /// A line of text: a status, a challenge, a mailbox in a list.
    public var line = 65_536
    /// A status whose code lists messages.
    public var statusWithCode = 1 << 20
    /// A response that lists many things or one large thing: FETCH, SEARCH, VANISHED, FLAGS; with the literals in it, but
    /// for those that are handed on as they come.
    public var response = 16 << 20
    /// A literal that is handed on as it comes.
    public var streamedLiteral = 1 << 30
    /// How many literals one response may have.
    public var literals = 4096

    public init() {}
}
