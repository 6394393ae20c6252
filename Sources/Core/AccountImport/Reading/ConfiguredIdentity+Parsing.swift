internal import InternetMessage
internal import MailTypes

extension ConfiguredIdentity {
    /// Returns the addresses of a list such as `Kim Park <kim@example.net>, kim@example.org`.
    static func all(in text: String) -> [ConfiguredIdentity] {
        var identities: [ConfiguredIdentity] = []
        for entry in AddressList(text).prefix(50) {
            guard let address = entry.email?.text, address.utf8.contains(0x40) else { continue }
            identities.append(ConfiguredIdentity(name: entry.name, address: address))
        }
        return identities
    }
}
