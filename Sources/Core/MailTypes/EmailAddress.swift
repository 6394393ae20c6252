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

    /// The null reverse-path: nobody, to whom no report of failure goes. Reports of failure themselves come from it
    /// [RFC 5321 §4.5.5].
    public static let null = EmailAddress("")

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

    private static func folded(_ octet: UInt8) -> UInt8 {
        octet &- 0x41 < 26 ? octet | 0x20 : octet
    }
}

extension EmailAddress: Hashable {
    public static func == (one: EmailAddress, other: EmailAddress) -> Bool {
        let left = one.text.utf8.span
        let right = other.text.utf8.span
        guard left.count == right.count else { return false }
        for index in 0..<left.count where folded(left[index]) != folded(right[index]) { return false }
        return true
    }

    /// Eight octets at a time: thousands of addresses are looked up while somebody waits.
    public func hash(into hasher: inout Hasher) {
        let octets = text.utf8.span
        var word: UInt64 = 0
        for index in 0..<octets.count {
            word = word << 8 | UInt64(Self.folded(octets[index]))
            if index & 7 == 7 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(octets.count)
    }
}

extension EmailAddress: CustomStringConvertible {
    public var description: String { text }
}
