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

/// How a link hides where it leads.
public enum LinkDeception: Hashable, Sendable {
    /// The text is the address of another domain.
    case textNames([UInt8])
    /// What looks like the domain is a user name: `https://bank.example@evil.example`.
    case userName([UInt8])
}

/// The links of a message, numbered from 1 in the order of their first occurrence. Links with the same address share a
/// number.
struct LinkNumbering {
    private(set) var links: [MessageLink] = []
    private var numbers: [[UInt8]: Int] = [:]

    /// Further links get no number. No message for people has as many.
    private static let most = 2000
    private static let longestAddress = 8192
    private static let longestText = 200

    /// Returns the number of a link, which is added if its address is new. `nil` if it gets none.
    mutating func number(of address: [UInt8], text: ArraySlice<UInt8>, isMarked: Bool) -> Int? {
        guard address.count <= Self.longestAddress else { return nil }
        let deception = LinkDomain.deception(of: text, address)
        if let number = numbers[address] {
            let known = links[number &- 1]
            guard isMarked && !known.isMarked || deception != nil && known.deception == nil else { return number }
            links[number &- 1] = MessageLink(
                address: address, text: deception == nil ? known.text : Self.beginning(of: text),
                isMarked: isMarked || known.isMarked, deception: deception ?? known.deception)
            return number
        }
        guard links.count < Self.most else { return nil }
        links.append(
            MessageLink(
                address: address, text: Self.beginning(of: text), isMarked: isMarked, deception: deception))
        numbers[address] = links.count
        return links.count
    }

    /// Returns the text up to a whole character.
    private static func beginning(of text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.count > longestText else { return Array(text) }
        var end = text.startIndex &+ longestText
        while end > text.startIndex, text[end] & 0xC0 == 0x80 { end &-= 1 }
        return Array(text[..<end])
    }
}
