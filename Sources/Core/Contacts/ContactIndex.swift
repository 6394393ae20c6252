/// Completes recipients as the user types: the contacts of all accounts, merged by address.
public struct ContactIndex: Sendable {
    private let merged: MergedContacts
    private let keys: ContactWordIndex

    /// Merges the books of the accounts. Forgotten contacts are left out. If several books contain an address, the
    /// newest name, the highest frequency and the newest date are kept.
    public init(_ books: [AccountContacts]) {
        self.init(contacts: books.map(\.contacts))
    }

    /// Merges contacts that are not in books, in the order of their accounts.
    public init(contacts: [[Contact]]) {
        self.init(pieces: contacts.enumerated().map { ContactIndexSegment($1, book: $0) })
    }

    /// Merges segments, which the caller may have created in parallel, in the order of their accounts.
    public init(pieces: [ContactIndexSegment]) {
        merged = MergedContacts(pieces)
        keys = ContactWordIndex(merged, of: pieces)
    }

    public var count: Int { merged.count }

    /// Returns at most `limit` contacts in which each word of `text` begins a word of the address or name, ignoring
    /// case and accents. The order is by frequency, then by date last seen, then by address. If `text` has no words,
    /// returns the first contacts of all.
    public func matches(_ text: String, limit: Int) -> [ContactMatch] {
        guard limit > 0 else { return [] }
        let patterns = ContactPattern.patterns(of: text)
        if !patterns.isEmpty { return keys.find(patterns, limit: limit).map { merged[merged.order[$0]] } }
        return text.utf8.allSatisfy { $0 <= 0x20 } ? merged.order.prefix(limit).map { merged[$0] } : []
    }
}

/// A suggested contact and the account it belongs to.
public struct ContactMatch: Hashable, Sendable {
    public let contact: Contact
    /// The index of the book with the highest frequency, or the first of several.
    public let book: Int
}
