public import Testing

/// Names the requirements and promises (docs/requirements.md) that a test or a suite of tests tries to prove wrong.
/// `make trace` reads it from the source.
public struct Holds: TestTrait, SuiteTrait {
    public let rows: [String]
    public var isRecursive: Bool { true }
}

extension Trait where Self == Holds {
    public static func holds(_ rows: String...) -> Self {
        Holds(rows: rows)
    }
}
