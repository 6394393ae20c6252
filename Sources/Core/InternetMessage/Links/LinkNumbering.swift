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
        let deception = LinkDeception.of(text, leadingTo: address)
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
