/// The flags of a message: a bit for each that most mailboxes know, names for the others.
///
/// Reading the flags of a hundred thousand messages allocates nothing as long as they are known ones.
public struct FlagSet: Hashable, Sendable {
    private var known: UInt32 = 0
    /// Those that have no bit, in the order in which they came.
    public private(set) var keywords: [Flag] = []

    public init() {}

    public init(_ flags: some Sequence<Flag>) {
        for flag in flags { insert(flag) }
    }

    public static func == (one: FlagSet, other: FlagSet) -> Bool {
        one.known == other.known && Set(one.keywords) == Set(other.keywords)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(known)
        hasher.combine(Set(keywords))
    }

    public var isEmpty: Bool { known == 0 && keywords.isEmpty }

    /// Known ones in a fixed order, then the others as they came.
    public var flags: [Flag] {
        let table = KnownFlags.flags
        return table.indices.filter { known >> UInt32($0) & 1 != 0 }.map { table[$0] } + keywords
    }

    public func contains(_ flag: Flag) -> Bool {
        if let bit = KnownFlags.bit(of: flag.octets.span) { return known & bit != 0 }
        return keywords.contains(flag)
    }

    /// A mailbox has some hundred keywords at most; what is more is left out.
    public static let maximumKeywords = 1000

    public mutating func insert(_ flag: Flag) {
        guard !insert(known: flag.octets.span), keywords.count < Self.maximumKeywords else { return }
        if !keywords.contains(flag) { keywords.append(flag) }
    }

    /// Adds the flag of that name if it is one that has a bit, without making anything of the name.
    public mutating func insert(known name: Span<UInt8>) -> Bool {
        guard let bit = KnownFlags.bit(of: name) else { return false }
        known |= bit
        return true
    }

    public mutating func remove(_ flag: Flag) {
        if let bit = KnownFlags.bit(of: flag.octets.span) {
            known &= ~bit
        } else {
            keywords.removeAll { $0 == flag }
        }
    }

    /// What a Maildir's file name can say of them.
    public var messageFlags: MessageFlags {
        var result: MessageFlags = []
        for (flag, letter) in Self.letters where contains(flag) { result.insert(letter) }
        return result
    }

    public init(_ flags: MessageFlags) {
        self.init(Self.letters.filter { flags.contains($0.1) }.map(\.0))
    }

    private static let letters: [(Flag, MessageFlags)] = [
        (.seen, .seen), (.answered, .answered), (.flagged, .flagged), (.deleted, .deleted), (.draft, .draft),
        (.forwarded, .forwarded),
    ]
}

/// The flags that have a bit. A name of up to 16 octets is two numbers, so that a look-up compares numbers.
private enum KnownFlags {
    /// Those that most messages have come first.
    static let flags: [Flag] = [
        .seen, .answered, .flagged, .deleted, .draft, .recent, .forwarded, Flag(known: "$MDNSent"),
        Flag(known: "$Junk"), Flag(known: "$NotJunk"), Flag(known: "Junk"), Flag(known: "NonJunk"),
        Flag(known: "NotJunk"), Flag(known: "$Phishing"), Flag(known: "$Important"), Flag(known: "$Submitted"),
        Flag(known: "$SubmitPending"), Flag(known: "$HasAttachment"), Flag(known: "$label1"), Flag(known: "$label2"),
        Flag(known: "$label3"), Flag(known: "$label4"), Flag(known: "$label5"), Flag(known: "Forwarded"),
        Flag(known: "$IsTrusted"),
    ]

    private static let keys = flags.compactMap { Key($0.octets.span) }

    private struct Key {
        var low: UInt64 = 0
        var high: UInt64 = 0

        /// `nil` for a name that is longer than every known one.
        @inline(__always)
        init?(_ name: Span<UInt8>) {
            guard name.count <= 16 else { return nil }
            for index in 0..<name.count {
                let octet = name[index]
                let folded = UInt64(octet &- 0x41 < 26 ? octet | 0x20 : octet)
                let shift = UInt64(truncatingIfNeeded: index & 7) &* 8
                if index < 8 { low |= folded &<< shift } else { high |= folded &<< shift }
            }
        }
    }

    static func bit(of name: Span<UInt8>) -> UInt32? {
        guard let key = Key(name) else { return nil }
        let table = keys
        let keys = table.span
        for index in 0..<keys.count where keys[index].low == key.low && keys[index].high == key.high {
            return 1 &<< UInt32(truncatingIfNeeded: index)
        }
        return nil
    }
}
