public import MailTypes

/// A person or a group in an address book of another program. Entries are looked up but never stored as contacts.
public struct AddressBookEntry: Sendable {
    /// What the user types for it, such as the name of a mutt alias.
    public let nicknames: [String]
    /// One address, or those of a group.
    public let addresses: [Address]

    public init(nicknames: [String], addresses: [Address]) {
        self.nicknames = nicknames
        self.addresses = addresses
    }

    /// Larger files are not address books.
    public static let maximumSize = 16 << 20
    static let maximumCount = 50_000

    /// Reads a file in one of the formats vCard, abook or mutt's aliases, which its content shows. Accepts arbitrary
    /// bytes; lines that are something else are skipped.
    public static func entries(in bytes: [UInt8]) -> [AddressBookEntry] {
        guard bytes.count <= maximumSize else { return [] }
        for line in bytes.split(separator: 0x0A).prefix(200) {
            let start = line.drop { $0 <= 0x20 || $0 >= 0x80 }
            let word = String(decoding: start.prefix(12), as: UTF8.self).lowercased()
            if word.utf8.starts(with: "begin:vcard".utf8) { return VCardFile.entries(in: bytes) }
            if word.utf8.starts(with: "[".utf8) { return AbookFile.entries(in: bytes) }
            if word.utf8.starts(with: "alias ".utf8) { return MuttAliases.entries(in: bytes) }
        }
        return MuttAliases.entries(in: bytes)
    }
}
