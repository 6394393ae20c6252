public import Reconciliation

/// Numbers the contents that a plan refers to, in order of first use.
public struct ContentDigestInterner: Sendable {
    private var known: [ContentDigest: MessageContentID] = [:]
    private var digests: [ContentDigest] = []

    public init() {}

    public mutating func content(_ digest: ContentDigest) -> MessageContentID {
        if let content = known[digest] { return content }
        let content = MessageContentID(rawValue: digests.count)
        known[digest] = content
        digests.append(digest)
        return content
    }

    /// Returns the digest of a content that this table has numbered.
    public subscript(_ content: MessageContentID) -> ContentDigest { digests[content.rawValue] }
}
