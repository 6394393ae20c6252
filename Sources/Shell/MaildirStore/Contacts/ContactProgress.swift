/// How far the messages of an index have been counted.
public struct ContactProgress: Hashable, Sendable {
    /// The identifier of the index. A rebuilt index has a new one.
    public let index: UInt64
    /// The number of the last content that was counted.
    public let content: Int64

    public init(index: UInt64, content: Int64) {
        self.index = index
        self.content = content
    }
}
