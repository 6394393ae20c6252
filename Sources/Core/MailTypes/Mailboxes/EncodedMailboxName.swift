/// The name of a mailbox as a server spells it: bytes, usually modified UTF-7 [RFC 3501 §5.1.3].
///
/// Commands send it unchanged. Use `name(separator:)` for display and for the disk.
public struct EncodedMailboxName: Sendable {
    public let octets: [UInt8]

    /// The maximum length in bytes; no name is longer.
    public static let maximumLength = 1024
    /// The maximum number of components. Deeper mailboxes are a mistake or an attack, and are ignored.
    public static let maximumDepth = 64

    /// Creates a name; returns `nil` if no command can carry it safely: if it contains NUL, CR or LF, is empty, or is
    /// too long.
    public init?(_ octets: [UInt8]) {
        guard (1...Self.maximumLength).contains(octets.count) else { return nil }
        guard !octets.contains(where: { $0 == 0 || $0 == 0x0D || $0 == 0x0A }) else { return nil }
        self.octets = octets
    }

    /// Encodes a name for a server that uses that separator. Returns `nil` if a component contains the separator.
    public init?(_ name: MailboxName, separator: UInt8?) {
        let components = name.components.map { ModifiedUTF7.encode($0) }
        guard components.count == 1 || separator != nil else { return nil }
        if let separator, components.contains(where: { $0.contains(separator) }) { return nil }
        self.init(Array(components.joined(separator: separator.map { [$0] } ?? [])))
    }

    public static let inbox = EncodedMailboxName(inbox: ())

    private init(inbox: Void) {
        octets = Array("INBOX".utf8)
    }

    public var isInbox: Bool {
        octets.count == 5 && zip(octets, "inbox".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// Returns the decoded components. A component that is not in the canonical form of modified UTF-7 stays as it is:
    /// servers that accept UTF-8 have such names.
    ///
    /// Returns `nil` if the name must not be used on disk: if it has a component that is `.`, `..` or empty, control
    /// characters, or more than `maximumDepth` components. One separator at the end is ignored.
    public func name(separator: UInt8?) -> MailboxName? {
        if isInbox { return .inbox }
        var pieces = octets.split(separator: separator ?? 0, omittingEmptySubsequences: false).map { Array($0) }
        if pieces.count > 1, pieces.last?.isEmpty ?? false { pieces.removeLast() }
        guard pieces.count <= Self.maximumDepth else { return nil }
        var components: [[UInt8]] = []
        for piece in pieces {
            let component = ModifiedUTF7.decode(piece) ?? piece
            guard component != [0x2E], component != [0x2E, 0x2E] else { return nil }
            guard !component.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
            components.append(component)
        }
        // INBOX is case-insensitive also as the parent of other mailboxes.
        if components.count > 1, EncodedMailboxName(components[0])?.isInbox ?? false {
            components[0] = Self.inbox.octets
        }
        return MailboxName(components)
    }
}

extension EncodedMailboxName: Hashable {
    /// Compares bytes; only INBOX is case-insensitive [RFC 9051 §5.1].
    public static func == (one: EncodedMailboxName, other: EncodedMailboxName) -> Bool {
        one.octets == other.octets || one.isInbox && other.isInbox
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(isInbox ? Self.inbox.octets : octets)
    }
}

extension EncodedMailboxName: CustomStringConvertible {
    public var description: String { String(decoding: octets, as: UTF8.self) }
}
