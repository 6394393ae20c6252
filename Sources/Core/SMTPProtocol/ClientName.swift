/// What this machine calls itself in EHLO [RFC 5321 §4.1.4].
public struct ClientName: Hashable, Sendable {
    let octets: [UInt8]

    /// A name that does not reveal the machine's name or location, as other mail programs for users send it.
    public static let anonymous = ClientName(known: "[127.0.0.1]")

    private init(known text: String) {
        octets = Array(text.utf8)
    }

    /// A domain name with a dot in it; `nil` for anything else. "localhost" is refused by servers.
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
