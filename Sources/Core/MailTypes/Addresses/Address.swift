/// An entry of an address list: a mailbox, alone or in a group, or a group without members [RFC 5322 §3.4].
public struct Address: Hashable, Sendable {
    /// The decoded display name; `nil` if the message has none.
    public let name: String?
    /// The address; `nil` only for a group without members and for a name that has no address at all.
    public let email: EmailAddress?
    /// The decoded name of the group that contains the entry.
    public let group: String?

    public init(name: String? = nil, email: EmailAddress?, group: String? = nil) {
        self.name = name
        self.email = email
        self.group = group
    }

    /// Compares names by their bytes: canonically equivalent spellings are different on the wire and on disk.
    public static func == (one: Address, other: Address) -> Bool {
        one.email == other.email && sameBytes(one.name, other.name) && sameBytes(one.group, other.group)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(email)
        for byte in (name ?? "").utf8 { hasher.combine(byte) }
    }

    private static func sameBytes(_ one: String?, _ other: String?) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
        case (nil, _?), (_?, nil): false
        }
    }
}
