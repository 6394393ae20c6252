internal import InternetMessage
public import MailTypes

/// An address that an account sends from, with its display name.
public struct Identity: Hashable, Sendable {
    /// The display name, or `nil` for the address alone.
    public let name: String?
    public let address: EmailAddress

    /// Returns `nil` if the address is invalid or the name contains control characters.
    public init?(name: String?, address: EmailAddress) {
        guard address.isValid, name?.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) ?? true else { return nil }
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
        self.address = address
    }

    /// Parses `Kim Park <kim@example.net>` or an address alone. Returns `nil` for anything else, including several
    /// addresses.
    public init?(_ text: String) {
        var entries = AddressList(text)
        guard let entry = entries.next(), entries.next() == nil, entry.group == nil, let email = entry.email else {
            return nil
        }
        self.init(name: entry.name, address: email)
    }

    public static func == (one: Identity, other: Identity) -> Bool {
        one.address == other.address && (one.name ?? "").utf8.elementsEqual((other.name ?? "").utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
    }
}
