/// The flags of a message as in a Maildir file name: a set of letters, `A` to `Z` and `a` to `z`
/// [https://cr.yp.to/proto/maildir.html]. Letters without a meaning to petrel are preserved.
public struct MaildirFlags: OptionSet, Hashable, Sendable {
    /// Bit 0 is `A`, bit 26 is `a`.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue & ((1 << 52) - 1)
    }

    public static let draft = MaildirFlags(letter: 0x44)
    public static let flagged = MaildirFlags(letter: 0x46)
    /// Passed on, that is, forwarded.
    public static let forwarded = MaildirFlags(letter: 0x50)
    /// Replied to.
    public static let answered = MaildirFlags(letter: 0x52)
    public static let seen = MaildirFlags(letter: 0x53)
    /// Trashed, that is, to be deleted.
    public static let deleted = MaildirFlags(letter: 0x54)

    /// Creates a set of one letter; the empty set for any other byte.
    public init(letter: UInt8) {
        switch letter {
        case 0x41...0x5A: self.init(rawValue: 1 << UInt64(letter - 0x41))
        case 0x61...0x7A: self.init(rawValue: 1 << UInt64(letter - 0x61 + 26))
        default: self.init(rawValue: 0)
        }
    }

    public init(letters: some Sequence<UInt8>) {
        self.init(letters.map { MaildirFlags(letter: $0) })
    }

    /// The letters in ASCII order, as Maildir readers expect them.
    public var letters: [UInt8] {
        var letters: [UInt8] = []
        for bit in 0 as UInt8..<52 where rawValue >> UInt64(bit) & 1 != 0 {
            letters.append(bit < 26 ? 0x41 + bit : 0x61 + (bit - 26))
        }
        return letters
    }

    private static let names: [(MaildirFlags, String)] = [
        (.seen, "\\Seen"), (.answered, "\\Answered"), (.flagged, "\\Flagged"), (.deleted, "\\Deleted"),
        (.draft, "\\Draft"), (.forwarded, "$Forwarded"),
    ]

    /// The names of the flags in IMAP [RFC 9051 §2.3.2]. Other letters are keywords that only the program that set them
    /// knows.
    public var imapNames: [String] {
        Self.names.filter { contains($0.0) }.map(\.1)
    }
}
