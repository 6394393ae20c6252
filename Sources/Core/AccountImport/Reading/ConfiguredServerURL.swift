internal import SASL

/// A URL of a mail server, as mail readers write it: `imaps://kim%40example.net:secret@imap.example.net:993/INBOX`.
struct ConfiguredServerURL {
    /// In lower case: `imaps`, `smtp+plain`, `maildir`.
    let scheme: String
    let user: String?
    let password: String?
    let host: String
    let port: Int?
    let path: String
    let query: String

    /// The user name may contain an `@`, because people forget to write `%40`.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: 0x3A), colon > 0, bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        var rest = bytes[(colon + 3)...]
        let question = rest.firstIndex(of: 0x3F) ?? rest.endIndex
        query = String(decoding: rest[question...].dropFirst(), as: UTF8.self)
        rest = rest[..<question]
        let slash = rest.firstIndex(of: 0x2F) ?? rest.endIndex
        path = String(decoding: rest[slash...], as: UTF8.self).percentDecoded
        var authority = rest[..<slash]
        if let at = authority.lastIndex(of: 0x40) {
            let login = authority[..<at]
            let end = login.firstIndex(of: 0x3A) ?? login.endIndex
            user = String(decoding: login[..<end], as: UTF8.self).percentDecoded
            password = end == login.endIndex ? nil : String(decoding: login[(end + 1)...], as: UTF8.self).percentDecoded
            authority = authority[(at + 1)...]
        } else {
            (user, password) = (nil, nil)
        }
        var end = authority.endIndex
        var port: Int?
        if authority.last != 0x5D, let colon = authority.lastIndex(of: 0x3A) {
            port = Int(String(decoding: authority[(colon + 1)...], as: UTF8.self))
            end = colon
        }
        self.port = port
        let name = authority[..<end].filter { $0 != 0x5B && $0 != 0x5D }
        host = String(decoding: name, as: UTF8.self)
    }

    /// Returns the server, with a password in the URL as its secret.
    func server(_ security: ConfiguredServer.Security, at place: ConfigurationPlace) -> ConfiguredServer? {
        guard !host.isEmpty else { return nil }
        var server = ConfiguredServer(host: host, port: port, security: security, place: place)
        server.user = user.flatMap { $0.isEmpty ? nil : $0 }
        server.secret = secret
        return server
    }

    /// The password in the URL.
    var secret: ConfiguredSecret? { password.flatMap { Secret(Array($0.utf8)) }.map { .plain($0) } }
}
