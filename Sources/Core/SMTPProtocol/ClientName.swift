/// The name that the client sends in EHLO [RFC 5321 §4.1.4].
public struct ClientName: Hashable, Sendable {
    let octets: [UInt8]

    /// A name that does not reveal the machine's name or address. Other mail clients send it too.
    public static let anonymous = ClientName(known: "[127.0.0.1]")

    private init(known text: String) {
        octets = Array(text.utf8)
    }

    /// Creates a name from a domain that contains a dot. Otherwise returns `nil`: servers reject "localhost".
    public init?(domain: [UInt8]) {
        let labels = domain.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard domain.count <= 253, labels.count >= 2, labels.allSatisfy(Self.isLabel) else { return nil }
        octets = domain
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
            && label.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D }
    }
}
