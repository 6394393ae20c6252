public import Reconciliation

/// Numbers the contents that a plan refers to, in order of first use.
public struct ContentDigestInterner: Sendable {
    private var classes: [ContentDigest: ContentClass] = [:]
    private var digests: [ContentDigest] = []

    public init() {}

    public mutating func content(_ digest: ContentDigest) -> ContentClass {
        if let known = classes[digest] { return known }
        let content = ContentClass(rawValue: digests.count)
        classes[digest] = content
        digests.append(digest)
        return content
    }

    /// Returns the digest of a content that this table has numbered.
    public subscript(_ content: ContentClass) -> ContentDigest { digests[content.rawValue] }
}
