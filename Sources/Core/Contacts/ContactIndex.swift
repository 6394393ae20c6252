/// What the user is offered while typing a recipient: the contacts of all accounts, merged by address.
public struct ContactIndex: Sendable {
    private let merged: MergedContacts
    private let keys: ContactKeys

    /// From the books of the accounts. Forgotten contacts are left out; of one address in several books, the newest name,
    /// the highest frequency and the newest date are kept.
    public init(_ books: [ContactBook]) {
        self.init(contacts: books.map(\.contacts))
    }

    /// The same of contacts that were not put into books, in the order of their accounts.
    public init(contacts: [[Contact]]) {
        self.init(pieces: contacts.enumerated().map { ContactSlice($1, book: $0) })
    }

    /// The same of pieces that were made before, in the order of their accounts: perhaps at the same time.
    public init(pieces: [ContactSlice]) {
        merged = MergedContacts(pieces)
        keys = ContactKeys(merged, of: pieces)
    }

    public var count: Int { merged.count }

    /// The contacts in which each word of `text` begins a word of the address or of the name, regardless of case and
    /// accents: the most frequent first, of these the one seen last, of these by address. At most `limit`; for no words,
    /// the first ones of all.
    public func matches(_ text: String, limit: Int) -> [ContactMatch] {
        guard limit > 0 else { return [] }
        let patterns = ContactPattern.patterns(of: text)
        if !patterns.isEmpty { return keys.find(patterns, limit: limit).map { merged[merged.order[$0]] } }
        return text.utf8.allSatisfy { $0 <= 0x20 } ? merged.order.prefix(limit).map { merged[$0] } : []
    }
}

/// A contact that is offered, and whose it is.
public struct ContactMatch: Hashable, Sendable {
    public let contact: Contact
    /// The place of the book that knows it best: with the highest frequency, the first of several.
    public let book: Int
}
