internal import InternetMessage
internal import MailTypes

extension FoundIdentity {
    /// Returns the addresses of a list such as `Kim Park <kim@example.net>, kim@example.org`.
    static func all(in text: String) -> [FoundIdentity] {
        var identities: [FoundIdentity] = []
        for entry in AddressList(text).prefix(50) {
            guard let address = entry.email?.text, address.utf8.contains(0x40) else { continue }
            identities.append(FoundIdentity(name: entry.name, address: address))
        }
        return identities
    }
}
