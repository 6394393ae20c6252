/// The arguments of LIST [RFC 5258, RFC 5819].
public struct ListCommand: Hashable, Sendable {
    public var reference: [UInt8] = []
    /// The mailbox pattern, which may contain the wildcards `*` and `%`.
    public var pattern: [UInt8] = [ASCII.asterisk]
    /// The return options, each of which requires a capability of the server.
    public var returnsSpecialUse = false
    public var returnsSubscribed = false
    public var returnsStatus: [StatusItem] = []

    public init() {}
}
