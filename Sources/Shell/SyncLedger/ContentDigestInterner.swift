public import Reconciliation

/// Numbers the contents that a plan refers to, in order of first use.
public struct ContentDigestInterner: Sendable {
    private var known: [ContentDigest: InternedContentID] = [:]
    private var digests: [ContentDigest] = []

    public init() {}

    public mutating func content(_ digest: ContentDigest) -> InternedContentID {
        if let content = known[digest] { return content }
        let content = InternedContentID(rawValue: digests.count)
        known[digest] = content
        digests.append(digest)
        return content
    }

    /// Returns the digest of a content that this table has numbered.
    public subscript(_ content: InternedContentID) -> ContentDigest { digests[content.rawValue] }
}
