public import MailTypes

/// Formats addresses for display.
public enum FormattedAddress {
    /// "Ana Ruiz <ana@example.org>".
    public static func of(_ address: Address) -> String {
        let name = (address.name ?? "").singleLine
        guard let email = address.email else { return name.isBlank ? (address.group ?? "").singleLine : name }
        return name.isBlank ? email.text : "\(name) <\(email.text)>"
    }

    public static func list(_ addresses: some Sequence<Address>) -> String {
        addresses.map(of).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
