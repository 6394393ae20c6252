/// The name of a flag: a system flag such as `\Seen`, or a keyword such as `$Forwarded` [RFC 9051 §2.3.2].
///
/// The spelling is preserved. Two flags are equal if their bytes are equal after ASCII case folding: servers keep the
/// first spelling they receive and send it to all clients.
public struct Flag: Sendable {
    public let octets: [UInt8]

    /// The maximum length in bytes; no flag of a real mailbox is longer.
    public static let maximumLength = 255

    /// Creates a flag; returns `nil` if the name could not appear in a command. It must be an atom, optionally after a
    /// backslash [RFC 9051 §9, flag].
    public init?(_ octets: some Collection<UInt8>) {
        guard (1...Self.maximumLength).contains(octets.count) else { return nil }
        let name = octets.first == 0x5C ? octets.dropFirst() : octets[...]
        guard !name.isEmpty, name.allSatisfy(Self.isAtomCharacter) else { return nil }
        self.octets = Array(octets)
    }

    init(known name: StaticString) {
        octets = Array(name.description.utf8)
    }

    public var isSystem: Bool { octets.first == 0x5C }

    /// Gmail's flags contain `]`, which is not an ATOM-CHAR by the letter of the RFC.
    private static func isAtomCharacter(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x21, 0x23, 0x24, 0x26, 0x27, 0x2B...0x5B, 0x5D...0x7A, 0x7C...0x7E: true
        default: false
        }
    }

    fileprivate static func folded(_ octet: UInt8) -> UInt8 {
        octet &- 0x41 < 26 ? octet | 0x20 : octet
    }
}

extension Flag: Hashable {
    public static func == (one: Flag, other: Flag) -> Bool {
        one.octets.count == other.octets.count && zip(one.octets, other.octets).allSatisfy { folded($0) == folded($1) }
    }

    public func hash(into hasher: inout Hasher) {
        for octet in octets { hasher.combine(Self.folded(octet)) }
    }
}

extension Flag: CustomStringConvertible {
    public var description: String { String(decoding: octets, as: UTF8.self) }
}

extension Flag {
    public static let seen = Flag(known: "\\Seen")
    public static let answered = Flag(known: "\\Answered")
    public static let flagged = Flag(known: "\\Flagged")
    public static let deleted = Flag(known: "\\Deleted")
    public static let draft = Flag(known: "\\Draft")
    /// Sent by old servers and never set by a client [RFC 9051 appendix A].
    public static let recent = Flag(known: "\\Recent")
    public static let forwarded = Flag(known: "$Forwarded")
}
