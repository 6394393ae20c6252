/// The tag of a command, which is repeated in its completion.
public struct CommandTag: Hashable, Sendable {
    public let octets: [UInt8]

    /// Creates a tag from a response.
    public init(_ octets: [UInt8]) {
        self.octets = octets
    }

    /// Creates the tag of a command, such as `A7`.
    public init(_ number: Int) {
        octets = Array("A\(number)".utf8)
    }
}

extension CommandTag: CustomStringConvertible {
    public var description: String { String(decoding: octets, as: UTF8.self) }
}
