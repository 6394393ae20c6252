public import Testing

/// Names the requirements and promises (docs/requirements.md) that a test or suite tries to falsify. `make trace` reads
/// them from the source.
public struct RequirementTrait: TestTrait, SuiteTrait {
    public let rows: [String]
    public var isRecursive: Bool { true }
}

extension Trait where Self == RequirementTrait {
    public static func holds(_ rows: String...) -> Self {
        RequirementTrait(rows: rows)
    }
}
