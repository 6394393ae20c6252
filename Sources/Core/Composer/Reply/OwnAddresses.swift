public import InternetMessage
public import MailTypes

/// The user's own addresses.
public struct OwnAddresses: Sendable {
    /// The sending account's identities, the main one first.
    public let identities: [Address]
    private let all: Set<EmailAddress>

    /// `others`: the addresses of the other accounts.
    public init(_ identities: [Address], others: [EmailAddress] = []) {
        self.identities = identities
        all = Set(identities.compactMap(\.email)).union(others)
    }

    public func contains(_ address: EmailAddress) -> Bool {
        all.contains(address)
    }

    /// Returns the sender for a reply: the identity that wrote the message or received it, or the main one.
    public func identity(for header: Header) -> Address? {
        var named = Array(header.addresses(.from)).compactMap(\.email)
        for name in [FieldName.to, .cc, .bcc] { named += Array(header.addresses(name)).compactMap(\.email) }
        for field in ["delivered-to", "x-original-to"] as [StaticString] {
            named += header.fields(named: field).flatMap { AddressList($0.text).compactMap(\.email) }
        }
        for address in named {
            if let identity = identities.first(where: { $0.email == address }) { return identity }
        }
        return identities.first
    }
}
