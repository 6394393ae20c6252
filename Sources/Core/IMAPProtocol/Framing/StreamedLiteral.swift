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
