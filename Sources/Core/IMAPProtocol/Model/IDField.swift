/// A field of the client's or server's ID [RFC 2971 §3.3].
public struct IDField: Hashable, Sendable {
    public let name: [UInt8]
    public let value: [UInt8]?

    public init(name: [UInt8], value: [UInt8]?) {
        self.name = name
        self.value = value
    }
}
