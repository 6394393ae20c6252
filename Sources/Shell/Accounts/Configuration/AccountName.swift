/// What the user calls an account. It names files, so it is short and plain: 1 to 64 of `A-Z a-z 0-9 . _ -`, the first
/// of them neither `.` nor `-`.
public struct AccountName: Hashable, Comparable, Sendable {
    public let text: String

    /// `nil` where the octets are no such name.
    public init?(_ octets: some Collection<UInt8>) {
        guard (1...64).contains(octets.count), octets.allSatisfy(Self.isAllowed),
            let first = octets.first, first != 0x2E, first != 0x2D
        else { return nil }
        text = String(decoding: octets, as: UTF8.self)
    }

    public init?(_ text: String) {
        self.init(text.utf8)
    }

    private init(known text: String) {
        self.text = text
    }

    /// The account of a home that has none: mail can be read and written, and what is sent waits.
    public static let local = AccountName(known: "local")

    /// What a name may be, for messages.
    public static let rule = "1 to 64 letters, digits, \".\", \"_\" or \"-\", beginning with a letter, digit or \"_\""

    var octets: [UInt8] { Array(text.utf8) }

    /// In the order of the octets.
    public static func < (one: AccountName, other: AccountName) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    private static func isAllowed(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10 || (octet | 0x20) &- 0x61 < 26 || octet == 0x2E || octet == 0x5F || octet == 0x2D
    }
}

extension AccountName: CustomStringConvertible {
    public var description: String { text }
}
