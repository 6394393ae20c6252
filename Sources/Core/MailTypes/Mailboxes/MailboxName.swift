/// The name of a mailbox as a list of components, for example `Lists` and `Swift`. The separator is up to the server or
/// the disk. Names are compared by their bytes; only INBOX is case-insensitive [RFC 9051 §5.1].
public struct MailboxName: Hashable, Sendable {
    /// Not empty; no component is empty.
    public let components: [[UInt8]]

    /// Creates a name; returns `nil` if there are no components or one is empty.
    public init?(_ components: [[UInt8]]) {
        guard !components.isEmpty, components.allSatisfy({ !$0.isEmpty }) else { return nil }
        var components = components
        if components.count == 1, Self.isInbox(components[0]) { components = [Array("INBOX".utf8)] }
        self.components = components
    }

    public func hash(into hasher: inout Hasher) {
        for component in components { hasher.combine(bytes: component) }
    }

    /// Parses a name as users write it, with slashes: `Lists/Swift`. A slash within a component is written `%2F`.
    public init?(_ text: String) {
        let pieces = text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).map { Array($0) }
        self.init(pieces.map(Self.withoutEscapedSlash))
    }

    private static func isInbox(_ name: [UInt8]) -> Bool {
        name.count == 5 && zip(name, "inbox".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    public static let inbox = MailboxName(known: "INBOX")
    public static let drafts = MailboxName(known: "Drafts")
    public static let sent = MailboxName(known: "Sent")
    public static let archive = MailboxName(known: "Archive")
    public static let junk = MailboxName(known: "Junk")
    public static let trash = MailboxName(known: "Trash")

    private init(known name: StaticString) {
        components = [Array(name.description.utf8)]
    }

    private static func withoutEscapedSlash(_ component: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = component[...]
        while let octet = rest.first {
            if rest.starts(with: "%2F".utf8) {
                result.append(0x2F)
                rest.removeFirst(3)
            } else {
                result.append(octet)
                rest.removeFirst()
            }
        }
        return result
    }
}

extension MailboxName {
    /// Whether this mailbox is below another.
    public func isInferior(to other: MailboxName) -> Bool {
        components.count > other.components.count && components.starts(with: other.components)
    }

    /// Returns the name that this mailbox gets when it, or one that it is below, is renamed. Returns `nil` if it is
    /// neither.
    public func renamed(by name: MailboxName, to newName: MailboxName) -> MailboxName? {
        guard components.starts(with: name.components) else { return nil }
        return MailboxName(newName.components + components.dropFirst(name.components.count))
    }
}

extension MailboxName: CustomStringConvertible {
    public var description: String {
        let pieces = components.map { component in
            component.flatMap { $0 == 0x2F ? Array("%2F".utf8) : [$0] }
        }
        return String(decoding: Array(pieces.joined(separator: [0x2F])), as: UTF8.self)
    }
}

extension MailboxName: Comparable {
    /// Orders INBOX first, then by bytes.
    public static func < (one: MailboxName, other: MailboxName) -> Bool {
        if (one == .inbox) != (other == .inbox) { return one == .inbox }
        for (left, right) in zip(one.components, other.components) where left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return one.components.count < other.components.count
    }
}
