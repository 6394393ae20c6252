public import MailTypes

/// The flags of a message in an mbox, which stand in header fields: Status and X-Status as mailx writes them, and
/// X-Mozilla-Status as Thunderbird does.
public struct MboxStatus: Hashable, Sendable {
    public var flags: MaildirFlags = []
    /// Whether Thunderbird has removed the message, although it is still in the file.
    public var isRemoved = false

    public init() {}

    /// The fields, in lower case. They do not belong to the message.
    private static let names = [
        "status", "x-status", "x-mozilla-status", "x-mozilla-status2", "x-petrel-flags",
    ].map { Array($0.utf8) }
    /// A field of the message itself that has one of these names gets this prefix in an mbox.
    static let keptPrefix = Array("X-Petrel-Kept-".utf8)
    /// A line that ends the fields with flags, before a message that begins with a blank.
    static let ending = Array("X-Petrel-Kept-:\n".utf8)

    private static let read: UInt32 = 0x1
    private static let replied: UInt32 = 0x2
    private static let marked: UInt32 = 0x4
    private static let expunged: UInt32 = 0x8
    private static let forwarded: UInt32 = 0x1000

    /// Whether a header line begins a field with flags.
    static func isStatus(_ line: ArraySlice<UInt8>) -> Bool { names.contains(name(line)) }

    /// Whether a header line begins a field that must be renamed in an mbox.
    static func isKept(_ line: ArraySlice<UInt8>) -> Bool {
        isStatus(line) || lowercased(line.prefix(keptPrefix.count)) == lowercased(keptPrefix[...])
    }

    private static func name(_ line: ArraySlice<UInt8>) -> [UInt8] {
        guard let colon = line.firstIndex(of: 0x3A) else { return [] }
        return lowercased(line[..<colon])
    }

    private static func lowercased(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    /// Takes the flags of a line for which `isStatus` is true.
    mutating func take(_ line: ArraySlice<UInt8>) {
        let value = line.drop { $0 != 0x3A }.dropFirst().filter { $0 > 0x20 }
        switch String(decoding: Self.name(line), as: UTF8.self) {
        case "status": if value.contains(0x52) { flags.insert(.seen) }
        case "x-status":
            for (letter, flag) in Self.letters where value.contains(letter) { flags.insert(flag) }
        case "x-mozilla-status":
            guard value.count <= 8, let bits = UInt32(String(decoding: value, as: UTF8.self), radix: 16) else { return }
            for (bit, flag) in Self.bits where bits & bit != 0 { flags.insert(flag) }
            if bits & Self.expunged != 0 { isRemoved = true }
        case "x-petrel-flags": flags.formUnion(MaildirFlags(letters: value))
        default: break
        }
    }

    private static let letters: [(UInt8, MaildirFlags)] = [
        (0x41, .answered), (0x46, .flagged), (0x44, .deleted), (0x54, .draft),
    ]
    private static let bits: [(UInt32, MaildirFlags)] = [
        (read, .seen), (replied, .answered), (marked, .flagged), (forwarded, .forwarded),
    ]

    /// Returns the fields for these flags, with LF line ends.
    static func fields(_ flags: MaildirFlags) -> [UInt8] {
        var octets = Array("Status: \(flags.contains(.seen) ? "RO" : "O")\n".utf8)
        let letters = letters.filter { flags.contains($0.1) }.map(\.0)
        if !letters.isEmpty { octets += "X-Status: ".utf8 + letters + [0x0A] }
        if flags.contains(.forwarded) {
            let bits = bits.filter { flags.contains($0.1) }.reduce(UInt32(0)) { $0 | $1.0 }
            octets += "X-Mozilla-Status: \(String(bits, radix: 16))\n".utf8
        }
        let known: MaildirFlags = [.seen, .answered, .flagged, .deleted, .draft, .forwarded]
        let others = flags.subtracting(known).letters
        if !others.isEmpty { octets += "X-Petrel-Flags: ".utf8 + others + [0x0A] }
        return octets
    }
}
