/// An addr-spec as written in a message, for example `kim@example.net` [RFC 5322 §3.4.1].
///
/// The spelling is preserved, so that it can be written back. Two addresses are equal if their bytes are equal after
/// ASCII case folding: no mail system distinguishes `Kim@example.net` from `kim@EXAMPLE.NET`, while Unicode folding
/// would merge the addresses of different people.
public struct EmailAddress: Sendable {
    /// The whole address, including quotes: `"a b"@example.org`. It may lack a domain, as `root` does.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    /// The null reverse-path. Delivery failures of mail from it are not reported; failure reports themselves are sent
    /// from it [RFC 5321 §4.5.5].
    public static let null = EmailAddress("")

    /// The part before the last `@`; the whole text if there is none.
    public var localPart: Substring {
        lastAt.map { text[..<$0] } ?? text[...]
    }

    /// The part after the last `@`, if there is one.
    public var domain: Substring? {
        lastAt.map { text[text.utf8.index(after: $0)...] }
    }

    /// The last `@`, unless it is inside quotes and so part of the name. Searches the bytes, because Unicode would
    /// merge an `@` with a combining mark after it, while a mail server still sees the `@`.
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

    /// Hashes eight bytes at a time: thousands of addresses are looked up while the user waits.
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
