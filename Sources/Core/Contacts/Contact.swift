public import MailTypes

/// A correspondent of an account, as stored in its contacts.
public struct Contact: Sendable {
    /// As spelled in the newest message.
    public var address: EmailAddress
    /// The name in the newest message that has one. Never empty.
    public var name: String?
    /// The date of that message. `nil` if there is no name.
    public var nameDate: Instant?
    /// The date of the newest message with this address.
    public var lastSeen: Instant
    /// The number of messages that contain the address.
    public var frequency: Int
    /// Whether the user removed the contact. If so, nothing else about it is kept.
    public var isForgotten: Bool

    public init(
        address: EmailAddress, name: String? = nil, nameDate: Instant? = nil, lastSeen: Instant, frequency: Int,
        isForgotten: Bool = false
    ) {
        self.address = address
        self.name = name
        self.nameDate = name == nil ? nil : nameDate ?? lastSeen
        self.lastSeen = lastSeen
        self.frequency = frequency
        self.isForgotten = isForgotten
    }

    /// Returns whether this spelling of the address is newer. If the dates are equal, the bytes decide, so that the
    /// result does not depend on the order of messages. The same applies to names.
    func isNewer(than other: Contact) -> Bool {
        Self.isNewer(lastSeen, address.text, than: other.lastSeen, other.address.text)
    }

    /// Returns whether this contact has a name, and a newer one.
    func hasNewerName(than other: Contact) -> Bool {
        guard let name, let nameDate else { return false }
        guard let otherName = other.name, let otherDate = other.nameDate else { return true }
        return Self.isNewer(nameDate, name, than: otherDate, otherName)
    }

    /// Adopts the newer spelling and the newer name of the two contacts.
    mutating func takeNewer(of other: Contact) {
        if other.isNewer(than: self) { address = other.address }
        if other.hasNewerName(than: self) { (name, nameDate) = (other.name, other.nameDate) }
        lastSeen = max(lastSeen, other.lastSeen)
    }

    private static func isNewer(_ date: Instant, _ text: String, than other: Instant, _ otherText: String) -> Bool {
        if date != other { return date > other }
        return text.utf8.lexicographicallyPrecedes(otherText.utf8)
    }
}

extension Contact: Hashable {
    /// Compares spellings and names by their bytes.
    public static func == (one: Contact, other: Contact) -> Bool {
        one.lastSeen == other.lastSeen && one.frequency == other.frequency && one.isForgotten == other.isForgotten
            && one.nameDate == other.nameDate && (one.name == nil) == (other.name == nil)
            && (one.name ?? "").utf8.elementsEqual((other.name ?? "").utf8)
            && one.address.text.utf8.elementsEqual(other.address.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(frequency)
        hasher.combine(lastSeen)
    }
}
