internal import InternetMessage
public import MailTypes

/// Whom a draft is for, by field.
public struct Recipients: Hashable, Sendable {
    /// A field of the header that holds addresses.
    public enum Field: String, CaseIterable, Sendable {
        case to, cc, bcc
        /// Who gets the answers.
        case replyTo
    }

    public var to: [Address] = [] { didSet { to = Self.carried(to) } }
    public var cc: [Address] = [] { didSet { cc = Self.carried(cc) } }
    public var bcc: [Address] = [] { didSet { bcc = Self.carried(bcc) } }
    public var replyTo: [Address] = [] { didSet { replyTo = Self.carried(replyTo) } }

    public init() {}

    public subscript(field: Field) -> [Address] {
        get {
            switch field {
            case .to: to
            case .cc: cc
            case .bcc: bcc
            case .replyTo: replyTo
            }
        }
        set {
            switch field {
            case .to: to = newValue
            case .cc: cc = newValue
            case .bcc: bcc = newValue
            case .replyTo: replyTo = newValue
            }
        }
    }

    /// All that the message goes to, in the order of the fields.
    public var all: [Address] { to + cc + bcc }

    public var isEmpty: Bool { to.isEmpty && cc.isEmpty && bcc.isEmpty && replyTo.isEmpty }

    /// Each entry as a header carries it. An entry without an address is there once, and a group that has members does
    /// not say that it has none.
    private static func carried(_ addresses: [Address]) -> [Address] {
        let entries = addresses.compactMap(\.carried)
        let groups = Set(entries.filter { $0.email != nil }.compactMap(\.group))
        var told: Set<Address> = []
        return entries.filter { entry in
            if entry.isDeliverable { return true }
            if entry.isEmptyGroup, let group = entry.group, groups.contains(group) { return false }
            return told.insert(entry).inserted
        }
    }
}

extension Address {
    /// Whether mail can go there.
    public var isDeliverable: Bool { email?.isValid ?? false }

    /// Whether it stands for nobody, as undisclosed-recipients does.
    public var isEmptyGroup: Bool { email == nil && group != nil }

    /// The entry as a draft holds it: an address that mail can go to, with a name that a header can carry; or a group
    /// that has no members; or else, in the place of the address, what was typed. `nil` for nothing at all.
    var carried: Address? {
        func text(_ name: String?) -> String? { name.map(\.headerText).flatMap { $0.isEmpty ? nil : $0 } }
        if isDeliverable { return Address(name: text(name), email: email, group: text(group)) }
        if email == nil, text(name) == nil { return text(group).map { Address(email: nil, group: $0) } }
        return text(AddressText.of(self)).map { Address(email: EmailAddress($0)) }
    }
}
