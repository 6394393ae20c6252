public import InternetMessage
public import MailTypes

/// The contacts of one account, collected from its mail.
///
/// Up to twice the capacity, the result does not depend on the order in which messages are recorded.
public struct AccountContacts: Sendable {
    /// The number of contacts kept per account.
    public static let capacity = 10_000

    /// All contacts, including forgotten ones, in order of insertion.
    public private(set) var contacts: [Contact] = []
    private var places: [EmailAddress: Int] = [:]

    public init() {}

    /// Creates a book from stored contacts. The frequencies of contacts with the same address are added.
    public init(_ contacts: some Sequence<Contact>) {
        self.contacts.reserveCapacity(contacts.underestimatedCount)
        places.reserveCapacity(contacts.underestimatedCount)
        for contact in contacts { add(contact) }
    }

    public var count: Int { contacts.count }

    /// All contacts, sorted by address.
    public var sorted: [Contact] {
        contacts.sorted { Self.precedes($0.address, $1.address) }
    }

    public subscript(address: EmailAddress) -> Contact? {
        places[address].map { contacts[$0] }
    }

    /// Counts each address of a message once. `date` is the date of the message, but not later than the time it was
    /// received: a name with a date in the future would never be replaced. `own` is the set of the account's addresses,
    /// which are ignored.
    public mutating func record(_ header: Header, at date: Instant, except own: Set<EmailAddress> = []) {
        for sighting in ContactOccurrence.of(header, except: own) { record(sighting, at: date) }
    }

    /// Counts one message with this address. A forgotten address stays forgotten.
    public mutating func record(_ sighting: ContactOccurrence, at date: Instant) {
        add(Contact(address: sighting.address, name: sighting.name, lastSeen: date, frequency: 1))
        if count > 2 * Self.capacity { trim() }
    }

    /// Adds a known contact that may come from mail already in the book. The higher of the two frequencies is kept.
    public mutating func remember(_ contact: Contact) {
        let frequency = max(self[contact.address]?.frequency ?? 0, contact.frequency)
        var known = contact
        known.frequency = 0
        add(known)
        guard var merged = self[contact.address], !merged.isForgotten else { return }
        merged.frequency = frequency
        put(merged)
    }

    /// Forgets a contact: stores only the fact that the address must not be offered again.
    public mutating func forget(_ address: EmailAddress) {
        let lastSeen = self[address]?.lastSeen ?? Instant(seconds: 0)
        put(Contact(address: address, lastSeen: lastSeen, frequency: 0, isForgotten: true))
    }

    /// Removes the contacts beyond the capacity: first the least frequent, then the one last seen longest ago, then the
    /// last by address. Forgotten contacts are removed last, because their mail would bring them back.
    public mutating func trim() {
        guard count > Self.capacity else { return }
        contacts.sort { one, other in
            if one.isForgotten != other.isForgotten { return one.isForgotten }
            if one.frequency != other.frequency { return one.frequency > other.frequency }
            if one.lastSeen != other.lastSeen { return one.lastSeen > other.lastSeen }
            return Self.precedes(one.address, other.address)
        }
        contacts.removeSubrange(Self.capacity...)
        places.removeAll(keepingCapacity: true)
        for (place, contact) in contacts.enumerated() { places[contact.address] = place }
    }

    private mutating func add(_ contact: Contact) {
        guard var known = self[contact.address] else { return put(contact) }
        if known.isForgotten || contact.isForgotten {
            known = Contact(
                address: known.address, lastSeen: max(known.lastSeen, contact.lastSeen), frequency: 0, isForgotten: true
            )
        } else {
            known.takeNewer(of: contact)
            known.frequency = max(known.frequency, known.frequency &+ max(0, contact.frequency))
        }
        put(known)
    }

    private mutating func put(_ contact: Contact) {
        if let place = places[contact.address] {
            contacts[place] = contact
        } else {
            places[contact.address] = count
            contacts.append(contact)
        }
    }

    /// Orders addresses by bytes, ignoring ASCII case, so that equal addresses compare as equal.
    static func precedes(_ one: EmailAddress, _ other: EmailAddress) -> Bool {
        let lower = { (octet: UInt8) in octet &- 0x41 < 26 ? octet | 0x20 : octet }
        return one.text.utf8.lazy.map(lower).lexicographicallyPrecedes(other.text.utf8.lazy.map(lower))
    }
}
