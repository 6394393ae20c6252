public import MailTypes

/// Formats addresses for display.
public enum AddressDisplay {
    /// "Ana Ruiz <ana@example.org>".
    public static func of(_ address: Address) -> String {
        let name = (address.name ?? "").singleLine
        guard let email = address.email else { return name.isBlank ? (address.group ?? "").singleLine : name }
        return name.isBlank ? email.text : "\(name) <\(email.text)>"
    }

    /// Returns the display name, or the address if there is no name or the name contains "@": a sender can choose a name that looks
    /// like another address. `nil` if there is neither.
    public static func short(_ address: Address) -> String? {
        if let name = address.name, !name.isEmpty, address.email == nil || !name.utf8.contains(0x40) { return name }
        return address.email?.text
    }

    /// "Ben Okafor and 2 others", from the first of `count` recipients.
    public static func summary(_ first: Address?, count: Int) -> String {
        guard let first else { return "no recipients" }
        return (short(first) ?? "") + (count > 1 ? " and \((count - 1).counted("other"))" : "")
    }

    public static func list(_ addresses: some Sequence<Address>) -> String {
        addresses.map(of).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The same as it is typed, with the names of groups: "Team: Ana, Ben;" and "undisclosed-recipients:;" [RFC 5322
    /// §3.4].
    public static func typed(_ addresses: some Sequence<Address>) -> String {
        var entries: [String] = []
        var group: String?
        for address in addresses where !of(address).isEmpty {
            let name = address.isEmptyGroup ? nil : address.group.map(\.singleLine)
            if group != nil, name != group, let last = entries.popLast() { entries.append(last + ";") }
            let begin = name == nil || name == group ? "" : "\(name ?? ""): "
            entries.append(begin + of(address) + (address.isEmptyGroup ? ":;" : ""))
            group = name
        }
        return entries.joined(separator: ", ") + (group == nil ? "" : ";")
    }
}
