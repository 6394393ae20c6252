/// Where each word of the contacts' addresses and names begins, by its first octets.
///
/// All words stand in one text: for each contact LF, the words of the address, LF, those of the name, with SP before each.
/// Keys are made in the order in which contacts are offered, which they keep in their buckets, so that a search ends as
/// soon as it has found enough.
struct ContactKeys: Sendable {
    private var text: [UInt8] = []
    /// Where the words of each contact begin, and the end of the last one's.
    private var bounds: [UInt32] = []
    /// By the first octet, and by the first two.
    private let byOne: KeyBuckets
    private let byTwo: KeyBuckets

    private static let mark: UInt8 = 0x0A
    private static let space: UInt8 = 0x20

    init(_ contacts: MergedContacts) {
        text.reserveCapacity(contacts.count * 64)
        bounds.reserveCapacity(contacts.count + 1)
        for number in 0..<contacts.count {
            bounds.append(UInt32(text.count))
            contacts.appendWords(of: number, to: &text, mark: Self.mark)
        }
        bounds.append(UInt32(text.count))
        text.append(Self.mark)
        var keys: [ContactKey] = []
        var octets: [UInt16] = []
        keys.reserveCapacity(contacts.count * 6)
        octets.reserveCapacity(contacts.count * 6)
        for contact in contacts.order {
            for index in Int(bounds[contact])..<Int(bounds[contact + 1]) where text[index] == Self.space {
                keys.append(ContactKey(start: UInt32(index + 1), contact: UInt32(contact)))
                octets.append(UInt16(text[index + 1]) << 8 | UInt16(text[index + 2]))
            }
        }
        byOne = KeyBuckets(keys, count: 256) { Int(octets[$0] >> 8) }
        byTwo = KeyBuckets(keys, count: 65536) { Int(octets[$0]) }
    }

    /// The numbers of the first `limit` contacts that all of the patterns match, of which there is one at least.
    func find(_ patterns: [ContactPattern], limit: Int) -> [Int] {
        let buckets = patterns.map(bucket)
        guard let rarest = buckets.indices.min(by: { buckets[$0].count < buckets[$1].count }) else { return [] }
        var others = patterns
        let pattern = others.remove(at: rarest)
        let text = text.span
        var result: [Int] = []
        var last = -1
        for key in buckets[rarest] {
            let contact = Int(key.contact)
            guard contact != last, pattern.matches(text, at: Int(key.start)) else { continue }
            last = contact
            guard others.allSatisfy({ isMatch($0, contact) }) else { continue }
            result.append(contact)
            if result.count == limit { break }
        }
        return result
    }

    private func bucket(_ pattern: ContactPattern) -> ArraySlice<ContactKey> {
        let first = Int(pattern.octets[0])
        return pattern.octets.count > 1 ? byTwo[first << 8 | Int(pattern.octets[1])] : byOne[first]
    }

    private func isMatch(_ pattern: ContactPattern, _ contact: Int) -> Bool {
        let text = text.span
        for index in Int(bounds[contact])..<Int(bounds[contact + 1])
        where text[index] == Self.space && pattern.matches(text, at: index + 1) {
            return true
        }
        return false
    }
}
