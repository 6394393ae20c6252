/// A structured value that servers often get wrong. An unreadable one is kept as received, so that the rest of the
/// response remains usable.
public enum ParsedOrRaw<Value: Hashable & Sendable>: Hashable, Sendable {
    case value(Value)
    case unreadable([UInt8])

    /// `nil` if the value is unreadable.
    public var value: Value? {
        switch self {
        case .value(let value): value
        case .unreadable: nil
        }
    }
}
