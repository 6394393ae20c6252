internal import JSONText

/// An entry in the desktop keyring, identified by attributes in the format of `secret-tool lookup`
/// [Secret Service API].
public struct KeyringAttributes: Hashable, Sendable {
    /// The command that stores a password, which it reads from standard input.
    static let writer = "secret-tool store"
    private static let maximumCount = 16

    private struct Attribute: Hashable {
        let name: String
        let value: String
    }

    private let attributes: [Attribute]

    /// Returns `nil` if there are no or too many attributes, or if a name or value is empty, begins with a hyphen or
    /// contains a control character.
    public init?(_ attributes: [(name: String, value: String)]) {
        guard (1...Self.maximumCount).contains(attributes.count),
            attributes.allSatisfy({ Self.isWord($0.name) && Self.isWord($0.value) })
        else { return nil }
        self.attributes = attributes.map { Attribute(name: $0.name, value: $0.value) }
    }

    /// Whether a text is safe as an argument: it must not be mistaken for an option.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.first != 0x2D && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    init?(_ object: JSONObject) {
        var attributes: [(name: String, value: String)] = []
        for (name, value) in object.members {
            guard let text = value.string else { return nil }
            attributes.append((name, text))
        }
        self.init(attributes)
    }

    /// Returns the entry in which setup stores the password of an account; `nil` if the address cannot be a value.
    public static func password(of address: String) -> KeyringAttributes? {
        KeyringAttributes([("service", setupService), ("username", address)])
    }

    private static let setupService = "petrel"

    /// Whether setup has made the entry. Others belong to the user.
    public var isOfSetup: Bool { attributes.contains { $0.name == "service" && $0.value == Self.setupService } }

    var json: JSONObject {
        JSONObject(attributes.map { (name: $0.name, value: .string($0.value)) })
    }

    var arguments: [[UInt8]] { attributes.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] } }
}

extension KeyringAttributes: CustomStringConvertible {
    /// For example "service=mail user=kim".
    public var description: String {
        attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }
}
