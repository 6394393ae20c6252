/// An address that a program sends from.
public struct ConfiguredIdentity: Hashable, Sendable {
    public var name: String?
    public var address: String

    public init(name: String?, address: String) {
        self.name = name
        self.address = address
    }

    var key: String { address.lowercased() }
}
