internal import InternetMessage
public import MailTypes

extension Address {
    /// Whether the entry is a group without members, such as undisclosed-recipients.
    public var isEmptyGroup: Bool { email == nil && group != nil }

    /// The entry as a draft stores it: a deliverable address with a sanitized name, a group without members, or
    /// otherwise what was typed, in place of the address. `nil` if the entry is empty.
    var carried: Address? {
        func text(_ name: String?) -> String? { name.map(\.headerText).flatMap { $0.isEmpty ? nil : $0 } }
        if isDeliverable { return Address(name: text(name), email: email, group: text(group)) }
        if email == nil, text(name) == nil { return text(group).map { Address(email: nil, group: $0) } }
        return text(AddressDisplay.of(self)).map { Address(email: EmailAddress($0)) }
    }
}
