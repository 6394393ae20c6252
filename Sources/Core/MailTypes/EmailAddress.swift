/// An addr-spec as a message states it, for example `kim@example.net` [RFC 5322 §3.4.1].
///
/// Kept as written, so that what was read can be written again. Two addresses are equal when their bytes are equal after
/// ASCII case folding: no mail system tells `Kim@example.net` from `kim@EXAMPLE.NET`, and Unicode folding would join
/// addresses that are different people's.
public struct EmailAddress: Sendable {
    /// The whole address, quoting kept: `"a b"@example.org`. It may lack a domain, as `root` does.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    /// What stands before the last `@`; the whole text where there is none.
    public var localPart: Substring {
        lastAt.map { text[..<$0] } ?? text[...]
    }

    /// What stands after the last `@`, if there is one.
    public var domain: Substring? {
        lastAt.map { text[text.utf8.index(after: $0)...] }
    }

    /// An `@` inside quotes is part of the name. Looked for among the octets: a mark that combines with it in the eyes of
    /// Unicode does not hide it from a mail server.
    private var lastAt: String.Index? {
        guard let last = text.utf8.lastIndex(of: 0x40), !text.utf8[last...].contains(0x22) else { return nil }
        return last
    }

    private var folded: some Sequence<UInt8> {
        text.utf8.lazy.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
}

extension EmailAddress: Hashable {
    public static func == (one: EmailAddress, other: EmailAddress) -> Bool {
        one.folded.elementsEqual(other.folded)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in folded { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension EmailAddress: CustomStringConvertible {
    public var description: String { text }
}
