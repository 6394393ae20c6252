/// A link in the text of a message.
public struct MessageLink: Hashable, Sendable {
    /// The address: of the Web, or `mailto:`. Without spaces and control characters.
    public let address: [UInt8]
    /// The beginning of the text on which the reader would click. Empty for an image.
    public let text: [UInt8]
    /// Whether the text that `ReadableText` returns has the number of the link after it. Addresses in plain text have
    /// no mark.
    public let isMarked: Bool
    /// What the link pretends, if it does.
    public let deception: LinkDeception?

    /// The domain that the link leads to; `nil` if the address has none.
    public var domain: [UInt8]? { LinkDomain.of(address: address).map { Array($0) } }

    /// Whether the address is of the Web, not of mail.
    public var isWeb: Bool { address.prefix(4).equalsIgnoringCase("http") }
}
