/// The name of an account. It is used in file names, so it is restricted to 1 to 64 of `A-Z a-z 0-9 . _ -`, and does
/// not begin with `.` or `-`.
public struct AccountName: Hashable, Comparable, Sendable {
    public let text: String

    /// Returns `nil` if the bytes are not a valid name.
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

    /// The account of a home without configured accounts. Its user can read and write mail; sent mail waits in the
    /// outbox.
    public static let local = AccountName(known: "local")

    /// Describes valid names, for error messages.
    public static let rule = "1 to 64 letters, digits, \".\", \"_\" or \"-\", beginning with a letter, digit or \"_\""

    var octets: [UInt8] { Array(text.utf8) }

    /// Compares the bytes.
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
