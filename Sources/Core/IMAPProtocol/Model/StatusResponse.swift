/// A status response with its code and text [RFC 9051 §7.1].
public struct StatusResponse: Hashable, Sendable {
    public let condition: Condition
    public let code: ResponseCode?
    /// Human-readable text. It is untrusted, may be in any charset, and must be sanitized before display.
    public let text: [UInt8]

    public enum Condition: Hashable, Sendable {
        case ok
        case no
        case bad
        case preauthenticated
        case bye
    }

    public init(_ condition: Condition, _ code: ResponseCode? = nil, text: [UInt8] = []) {
        self.condition = condition
        self.code = code
        self.text = text
    }
}
