/// The flags of a message: a bit for each flag that is common to most mailboxes, names for the others.
///
/// Reading the flags of a hundred thousand messages does not allocate if all of them have bits.
public struct FlagSet: Hashable, Sendable {
    private var known: UInt32 = 0
    /// The flags that have no bit, in order of insertion.
    public private(set) var keywords: [Flag] = []

    public init() {}

    public init(_ flags: some Sequence<Flag>) {
        for flag in flags { insert(flag) }
    }

    public static func == (one: FlagSet, other: FlagSet) -> Bool {
        guard one.known == other.known, one.keywords.count == other.keywords.count else { return false }
        return one.keywords.isEmpty || Set(one.keywords) == Set(other.keywords)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(known)
        if !keywords.isEmpty { hasher.combine(Set(keywords)) }
    }

    /// The flags that have a bit, for storage on disk. The meaning of a bit never changes.
    public var bits: UInt32 { known }

    /// Restores a set from stored bits, without keywords.
    public init(bits: UInt32) {
        known = bits & ((1 << UInt32(KnownFlags.flags.count)) - 1)
    }

    public var isEmpty: Bool { known == 0 && keywords.isEmpty }

    /// The flags with bits in a fixed order, then the others in order of insertion.
    public var flags: [Flag] {
        let table = KnownFlags.flags
        return table.indices.filter { known >> UInt32($0) & 1 != 0 }.map { table[$0] } + keywords
    }

    public func contains(_ flag: Flag) -> Bool {
        if let bit = KnownFlags.bit(of: flag.octets.span) { return known & bit != 0 }
        return keywords.contains(flag)
    }

    /// A mailbox has a few hundred keywords at most; any beyond this limit are ignored.
    public static let maximumKeywords = 1000

    public mutating func insert(_ flag: Flag) {
        guard !insert(known: flag.octets.span), keywords.count < Self.maximumKeywords else { return }
        if !keywords.contains(flag) { keywords.append(flag) }
    }

    /// Adds the flag with that name if it has a bit, without allocating. Returns whether it was added.
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
}

/// The flags that have a bit. Add new ones at the end, because the bits are stored on disk. A name of up to 16 bytes is
/// stored as two numbers, so that a lookup compares numbers.
private enum KnownFlags {
    /// The most common flags first.
    static let flags: [Flag] = [
        .seen, .answered, .flagged, .deleted, .draft, .recent, .forwarded, Flag(known: "$MDNSent"),
        Flag(known: "$Junk"), Flag(known: "$NotJunk"), Flag(known: "Junk"), Flag(known: "NonJunk"),
        Flag(known: "NotJunk"), Flag(known: "$Phishing"), Flag(known: "$Important"), Flag(known: "$Submitted"),
        Flag(known: "$SubmitPending"), Flag(known: "$HasAttachment"), Flag(known: "$label1"), Flag(known: "$label2"),
        Flag(known: "$label3"), Flag(known: "$label4"), Flag(known: "$label5"), Flag(known: "Forwarded"),
        Flag(known: "$IsTrusted"),
    ]

    /// Returns the bit of a flag, which is its index in `flags`. The length of a name leaves few candidates.
    static func bit(of name: Span<UInt8>) -> UInt32? {
        @inline(__always)
        func isName(_ word: StaticString) -> Bool { name.has(word, at: 0..<name.count) }
        let place: UInt32? =
            switch name.count {
            case 4 where isName("junk"): 10
            case 5 where isName("\\seen"): 0
            case 5 where isName("$junk"): 8
            case 6 where isName("\\draft"): 4
            case 7 where isName("\\recent"): 5
            case 7 where isName("nonjunk"): 11
            case 7 where isName("notjunk"): 12
            case 7 where isName("$label1"): 18
            case 7 where isName("$label2"): 19
            case 7 where isName("$label3"): 20
            case 7 where isName("$label4"): 21
            case 7 where isName("$label5"): 22
            case 8 where isName("\\flagged"): 2
            case 8 where isName("\\deleted"): 3
            case 8 where isName("$mdnsent"): 7
            case 8 where isName("$notjunk"): 9
            case 9 where isName("\\answered"): 1
            case 9 where isName("$phishing"): 13
            case 9 where isName("forwarded"): 23
            case 10 where isName("$forwarded"): 6
            case 10 where isName("$important"): 14
            case 10 where isName("$submitted"): 15
            case 10 where isName("$istrusted"): 24
            case 14 where isName("$submitpending"): 16
            case 14 where isName("$hasattachment"): 17
            default: nil
            }
        return place.map { 1 &<< $0 }
    }
}
