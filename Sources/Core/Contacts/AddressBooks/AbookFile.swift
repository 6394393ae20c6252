internal import MailTypes

/// The address book of abook: sections with `name=`, `email=` and `nick=` lines [abook(1)].
enum AbookFile {
    static func entries(in bytes: [UInt8]) -> [AddressBookEntry] {
        var entries: [AddressBookEntry] = []
        var members: [String: String] = [:]
        func finish() {
            defer { members = [:] }
            guard let emails = members["email"], entries.count < AddressBookEntry.maximumCount else { return }
            let name = members["name"].flatMap { $0.isEmpty ? nil : $0 }
            let nicknames = (members["nick"] ?? "").split(separator: ",").map { trimmed(String($0)) }
            for email in emails.split(separator: ",").map({ trimmed(String($0)) }) where email.utf8.contains(0x40) {
                let address = Address(name: name, email: EmailAddress(email))
                entries.append(AddressBookEntry(nicknames: nicknames.filter { !$0.isEmpty }, addresses: [address]))
            }
        }
        for line in bytes.split(separator: 0x0A) {
            guard let text = String(validating: line, as: UTF8.self).map({ trimmed($0) }) else { continue }
            if text.utf8.first == 0x5B {
                finish()
            } else if let equals = text.utf8.firstIndex(of: 0x3D) {
                let key = String(text[..<equals]).lowercased()
                if ["name", "email", "nick"].contains(key) {
                    members[key] = trimmed(String(text[text.utf8.index(after: equals)...]))
                }
            }
        }
        finish()
        return entries
    }

    private static func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else {
            return ""
        }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
