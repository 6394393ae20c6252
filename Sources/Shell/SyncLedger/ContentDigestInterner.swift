public import Reconciliation

/// Numbers the contents that a plan refers to, in order of first use.
public struct ContentDigestInterner: Sendable {
    private var classes: [ContentDigest: ContentEquivalenceClass] = [:]
    private var digests: [ContentDigest] = []

    public init() {}

    public mutating func content(_ digest: ContentDigest) -> ContentEquivalenceClass {
        if let known = classes[digest] { return known }
        let content = ContentEquivalenceClass(rawValue: digests.count)
        classes[digest] = content
        digests.append(digest)
        return content
    }

    /// Returns the digest of a content that this table has numbered.
    public subscript(_ content: ContentEquivalenceClass) -> ContentDigest { digests[content.rawValue] }
}
