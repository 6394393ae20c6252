/// The flags of a message as a Maildir file name carries them: a set of letters, `A` to `Z` and `a` to `z`
/// [https://cr.yp.to/proto/maildir.html]. Letters without a meaning here are kept.
public struct MessageFlags: OptionSet, Hashable, Sendable {
    /// Bit 0 is `A`, bit 26 is `a`.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue & ((1 << 52) - 1)
    }

    public static let draft = MessageFlags(letter: 0x44)
    public static let flagged = MessageFlags(letter: 0x46)
    /// Passed on: forwarded.
    public static let forwarded = MessageFlags(letter: 0x50)
    /// Replied to.
    public static let answered = MessageFlags(letter: 0x52)
    public static let seen = MessageFlags(letter: 0x53)
    /// Trashed: to be deleted.
    public static let deleted = MessageFlags(letter: 0x54)

    /// The empty set for anything but a letter.
    public init(letter: UInt8) {
        switch letter {
        case 0x41...0x5A: self.init(rawValue: 1 << UInt64(letter - 0x41))
        case 0x61...0x7A: self.init(rawValue: 1 << UInt64(letter - 0x61 + 26))
        default: self.init(rawValue: 0)
        }
    }

    public init(letters: some Sequence<UInt8>) {
        self.init(letters.map { MessageFlags(letter: $0) })
    }

    /// In ASCII order, as readers of a Maildir expect them.
    public var letters: [UInt8] {
        var letters: [UInt8] = []
        for bit in 0 as UInt8..<52 where rawValue >> UInt64(bit) & 1 != 0 {
            letters.append(bit < 26 ? 0x41 + bit : 0x61 + (bit - 26))
        }
        return letters
    }

    private static let names: [(MessageFlags, String)] = [
        (.seen, "\\Seen"), (.answered, "\\Answered"), (.flagged, "\\Flagged"), (.deleted, "\\Deleted"),
        (.draft, "\\Draft"), (.forwarded, "$Forwarded"),
    ]

    /// The names that IMAP has for them [RFC 9051 §2.3.2]. Other letters stand for keywords that only their program
    /// knows.
    public var imapNames: [String] {
        Self.names.filter { contains($0.0) }.map(\.1)
    }
}
