/// UID SEARCH [RFC 9051 §6.4.4].
public struct SearchCommand: Hashable, Sendable {
    public let key: SearchKey
    /// Whether to request an ESEARCH response with a set, if the server supports it [RFC 4731].
    public var returnsSet = true

    public init(_ key: SearchKey) {
        self.key = key
    }
}
