internal import SASL

/// Reads the configuration of msmtp [msmtp(1)].
struct MsmtpReader {
    private struct Entry {
        let value: String
        let line: Int
    }

    private struct Account {
        let name: String
        let line: Int
        var entries: [String: Entry]

        func text(_ key: String) -> String? {
            entries[key].flatMap { $0.value.isEmpty ? nil : $0.value }
        }

        func isOn(_ key: String) -> Bool? {
            entries[key].map { $0.value.isEmpty || $0.value.lowercased() == "on" }
        }
    }

    private static let known: Set<String> = [
        "host", "port", "from", "user", "auth", "tls", "tls_starttls", "tls_trust_file", "password", "passwordeval",
        "eval", "protocol", "from_full_name", "allow_from_override", "set_from_header", "set_date_header",
        "set_msgid_header", "remove_bcc_headers", "undisclosed_recipients", "logfile", "logfile_time_format", "syslog",
        "aliases", "timeout", "domain", "maildomain", "auto_from", "tls_crl_file", "tls_fingerprint", "tls_certcheck",
        "tls_min_dh_prime_bits", "tls_priorities", "tls_host_override", "tls_force_sslv3", "add_missing_from_header",
        "add_missing_date_header", "keepbcc", "connect_timeout", "source_ip", "ntlmdomain", "dsn_notify", "dsn_return",
    ]
    /// Keys that change how mail is sent in a way that petrel cannot repeat.
    private static let unsupported: Set<String> = [
        "proxy_host", "proxy_port", "socket", "tls_key_file", "tls_cert_file",
    ]

    private let file: String
    private let context: ImportEnvironment
    private var findings = ImportFindings()
    private var accounts: [Account] = []
    private var standard: String?

    static func findings(in bytes: [UInt8], of file: String, _ context: ImportEnvironment) -> ImportFindings {
        var reader = MsmtpReader(file: file, context: context)
        reader.read(bytes)
        for account in reader.accounts { reader.add(account) }
        return reader.findings
    }

    private init(file: String, context: ImportEnvironment) {
        self.file = file
        self.context = context
    }

    private func place(_ line: Int) -> ConfigurationPlace { ConfigurationPlace(file: file, line: line) }

    private mutating func read(_ bytes: [UInt8]) {
        let lines = ConfigurationLines(bytes, of: file)
        findings.notes += lines.notes
        var defaults: [String: Entry] = [:]
        var isDefaults = true
        for line in lines.lines {
            let text = line.text.trimmed
            guard !text.isEmpty, text.utf8.first != 0x23 else { continue }
            let (key, value) = text.halves(at: [0x20, 0x09]) ?? (text, "")
            let entry = Entry(value: Self.unquoted(value), line: line.number)
            switch key {
            case "defaults": isDefaults = true
            case "account":
                isDefaults = false
                begin(value, line.number, defaults)
            case _ where Self.known.contains(key):
                if isDefaults {
                    defaults[key] = entry
                } else if let last = accounts.indices.last {
                    accounts[last].entries[key] = entry
                }
            case _ where Self.unsupported.contains(key):
                findings.notes.append(ImportNote(place(line.number), "petrel has nothing like \(key) of msmtp."))
            default:
                findings.notes.append(
                    ImportNote(place(line.number), "petrel does not know the command \(key) of msmtp."))
            }
        }
    }

    /// Begins an account: `work`, `work : home` with the settings of another one, or `default : work`.
    private mutating func begin(_ value: String, _ line: Int, _ defaults: [String: Entry]) {
        let (name, bases) = value.halves(at: [0x3A]) ?? (value, "")
        var entries = defaults
        for base in bases.split(separator: ",").map({ String($0).trimmed }) {
            guard let known = accounts.last(where: { $0.name == base }) else {
                let sentence = "The account \(name) takes its settings from one that is not in the file."
                findings.notes.append(ImportNote(place(line), sentence))
                continue
            }
            entries.merge(known.entries) { $1 }
            if name == "default" { standard = base }
        }
        accounts.append(Account(name: name, line: line, entries: entries))
    }

    private static func unquoted(_ value: String) -> String {
        let bytes = Array(value.utf8)
        guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return value }
        return String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self)
    }

    // MARK: - Accounts

    private mutating func add(_ account: Account) {
        // `account default : work` only names the account that is used first.
        if account.name == "default", standard != nil { return }
        guard let host = account.text("host") else { return }
        var found = ConfiguredAccount(account.name, at: place(account.line))
        found.senderName = account.name
        found.isDefault = account.name == (standard ?? accounts[0].name)
        found.smtp = server(host, account)
        if let sentence = unencrypted(account) { found.notes.append(sentence) }
        let from = account.text("from") ?? ""
        if from.utf8.contains(0x2A) {
            let place = place(account.entries["from"]?.line ?? account.line)
            found.notes.append(ImportNote(place, "from is a pattern. petrel needs each address."))
        } else if from.utf8.contains(0x40) {
            found.identities = [ConfiguredIdentity(name: account.text("from_full_name"), address: from)]
        }
        findings.accounts.append(found)
    }

    private func server(_ host: String, _ account: Account) -> ConfiguredServer {
        let isEncrypted = account.isOn("tls") ?? false
        let startsTLS = account.isOn("tls_starttls") ?? true
        var server = ConfiguredServer(
            host: host, security: !isEncrypted ? .none : startsTLS ? .startTLS : .implicitTLS,
            place: place(account.entries["host"]?.line ?? account.line))
        // Without a port, msmtp uses 25 with STARTTLS.
        server.port = account.text("port").flatMap { Int($0) } ?? (server.security == .implicitTLS ? nil : 25)
        server.user = account.text("user")
        server.caFile = account.text("tls_trust_file").flatMap { context.authorities($0) }
        let usesToken = ["oauthbearer", "xoauth2"].contains(account.text("auth")?.lowercased() ?? "")
        if let command = account.text("passwordeval") {
            server.secret = usesToken ? .tokenCommand(command) : .command(command)
        } else if let password = account.text("password").flatMap({ Secret(Array($0.utf8)) }) {
            server.secret = .plain(password)
        }
        return server
    }

    private func unencrypted(_ account: Account) -> ImportNote? {
        guard account.isOn("tls_certcheck") == false else { return nil }
        let line = account.entries["tls_certcheck"]?.line ?? account.line
        return ImportNote(place(line), "petrel always checks certificates. If the server's is its own, set caFile.")
    }
}
