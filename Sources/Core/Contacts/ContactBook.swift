public import InternetMessage
public import MailTypes

/// The contacts of one account, learnt from its mail.
///
/// Up to twice the capacity, the same messages give the same book in any order.
public struct ContactBook: Sendable {
    /// How many contacts an account remembers.
    public static let capacity = 10_000

    /// All of them, forgotten ones too, in the order in which they came.
    public private(set) var contacts: [Contact] = []
    private var places: [EmailAddress: Int] = [:]

    public init() {}

    /// From contacts as they were stored. Of those with one address, the frequencies are added up.
    public init(_ contacts: some Sequence<Contact>) {
        self.contacts.reserveCapacity(contacts.underestimatedCount)
        places.reserveCapacity(contacts.underestimatedCount)
        for contact in contacts { add(contact) }
    }

    public var count: Int { contacts.count }

    /// All of them in the order of their addresses.
    public var sorted: [Contact] {
        contacts.sorted { Self.precedes($0.address, $1.address) }
    }

    public subscript(address: EmailAddress) -> Contact? {
        places[address].map { contacts[$0] }
    }

    /// Counts the addresses of a message, each once. `date` is that of the message, and not later than it was received:
    /// a date in the future would keep its name for ever. `own` are the account's addresses, which are left out.
    public mutating func record(_ header: Header, at date: Instant, except own: Set<EmailAddress> = []) {
        for sighting in ContactOccurrence.of(header, except: own) { record(sighting, at: date) }
    }

    /// Counts one message with this address. A forgotten address stays forgotten.
    public mutating func record(_ sighting: ContactOccurrence, at date: Instant) {
        add(Contact(address: sighting.address, name: sighting.name, lastSeen: date, frequency: 1))
        if count > 2 * Self.capacity { trim() }
    }

    /// Takes over what was known of an address, from mail that may be in the book as well: the higher of both
    /// frequencies counts.
    public mutating func remember(_ contact: Contact) {
        let frequency = max(self[contact.address]?.frequency ?? 0, contact.frequency)
        var known = contact
        known.frequency = 0
        add(known)
        guard var merged = self[contact.address], !merged.isForgotten else { return }
        merged.frequency = frequency
        put(merged)
    }

    /// Keeps nothing of an address but that it is to be shown no more.
    public mutating func forget(_ address: EmailAddress) {
        let lastSeen = self[address]?.lastSeen ?? Instant(seconds: 0)
        put(Contact(address: address, lastSeen: lastSeen, frequency: 0, isForgotten: true))
    }

    /// Leaves out what is beyond the capacity: the least frequent first, of these the one seen the longest ago, of these
    /// the last by its address. Forgotten ones go last, since their mail would bring them back.
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

    /// By octets, without regard to ASCII case: an order in which equal addresses are equal.
    static func precedes(_ one: EmailAddress, _ other: EmailAddress) -> Bool {
        let lower = { (octet: UInt8) in octet &- 0x41 < 26 ? octet | 0x20 : octet }
        return one.text.utf8.lazy.map(lower).lexicographicallyPrecedes(other.text.utf8.lazy.map(lower))
    }
}
