/// How a link hides where it leads.
public enum LinkDeception: Hashable, Sendable {
    /// The text is the address of another domain.
    case textNames([UInt8])
    /// What looks like the domain is a user name: `https://bank.example@evil.example`.
    case userName([UInt8])

    /// Returns how the link pretends to lead elsewhere; `nil` if it does not.
    static func of(_ text: ArraySlice<UInt8>, leadingTo address: [UInt8]) -> LinkDeception? {
        guard let real = LinkDomain.of(address: address) else { return nil }
        if let named = LinkDomain.named(by: text), !LinkDomain.isSameSite(named, real) {
            return .textNames(named.map(\.lowercased))
        }
        if let user = userName(of: address), LinkDomain.isDomain(user), !LinkDomain.isSameSite(user, real) {
            return .userName(user.map(\.lowercased))
        }
        return nil
    }

    private static func userName(of address: [UInt8]) -> ArraySlice<UInt8>? {
        guard address.prefix(4).equalsIgnoringCase("http"), let colon = address.firstIndex(of: ASCII.colon) else {
            return nil
        }
        let authority = LinkDomain.authority(address[(colon &+ 1)...])
        guard let at = authority.lastIndex(of: ASCII.at) else { return nil }
        return authority[..<at].prefix { $0 != ASCII.colon }
    }
}
