/// How a link hides where it leads.
public enum LinkDeception: Hashable, Sendable {
    /// The text is the address of another domain.
    case textNames([UInt8])
    /// What looks like the domain is a user name: `https://bank.example@evil.example`.
    case userName([UInt8])
}
