internal import InternetMessage
public import MailTypes

/// An address that an account sends as, and the name that goes with it.
public struct Identity: Hashable, Sendable {
    /// What people call the sender; `nil` where only the address is shown.
    public let name: String?
    public let address: EmailAddress

    /// `nil` where mail cannot be sent from the address, or the name holds control characters.
    public init?(name: String?, address: EmailAddress) {
        guard address.isValid, name?.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) ?? true else { return nil }
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
        self.address = address
    }

    /// Reads `Kim Park <kim@example.net>` or an address alone. `nil` where it is neither, or more than one.
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
