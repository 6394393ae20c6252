internal import SASL

/// Reads the accounts of himalaya, version 1 [himalaya config.sample.toml].
struct HimalayaReader {
    private let file: String
    private let context: ImportEnvironment
    private let values: [TOMLFile.Value]

    /// The name of the service under which himalaya stores passwords in the keyring.
    private static let keyringService = "himalaya-cli"

    static func findings(in bytes: [UInt8], of file: String, _ context: ImportEnvironment) -> ImportFindings {
        var findings = ImportFindings()
        guard bytes.count <= ConfigurationLines.maximumSize else {
            let sentence = "The file is too large for a configuration. Ignored."
            findings.notes.append(ImportNote(.init(file: file, line: 1), sentence))
            return findings
        }
        let toml = TOMLFile(bytes)
        for line in toml.invalid.prefix(100) {
            findings.notes.append(ImportNote(.init(file: file, line: line), "The line is not TOML. Ignored."))
        }
        findings.name = toml.values.last { $0.key == ["display-name"] }?.texts.first
        var names: [String] = []
        for value in toml.values where value.key.count > 2 && value.key[0] == "accounts" {
            if !names.contains(value.key[1]), names.count < 100 { names.append(value.key[1]) }
        }
        for name in names {
            let own = toml.values.filter { $0.key.count > 2 && $0.key[0] == "accounts" && $0.key[1] == name }
            let relative = own.map { TOMLFile.Value(key: Array($0.key.dropFirst(2)), texts: $0.texts, line: $0.line) }
            let reader = HimalayaReader(file: file, context: context, values: relative)
            findings.accounts.append(reader.account(name, displayName: findings.name))
        }
        return findings
    }

    private func value(_ key: String) -> TOMLFile.Value? {
        let pieces = key.split(separator: ".").map { String($0) }
        return values.last { $0.key == pieces }
    }

    private func text(_ keys: String...) -> String? {
        keys.lazy.compactMap { value($0)?.texts.first }.first { !$0.isEmpty }
    }

    private func place(_ key: String) -> ConfigurationPlace {
        ConfigurationPlace(file: file, line: value(key)?.line ?? values.first?.line ?? 1)
    }

    private func account(_ name: String, displayName: String?) -> ConfiguredAccount {
        var found = ConfiguredAccount(name, at: ConfigurationPlace(file: file, line: values.first?.line ?? 1))
        found.isDefault = text("default") == "true"
        if let address = text("email") {
            found.identities = [ConfiguredIdentity(name: text("display-name") ?? displayName, address: address)]
        }
        takeBackend(&found)
        let sending =
            value("message.send.backend.type") == nil && value("sender.type") != nil ? "sender" : "message.send.backend"
        switch text("\(sending).type", sending) {
        case "smtp": found.smtp = server(sending, &found.notes)
        case "sendmail":
            found.sender = text("\(sending).cmd", "sendmail.cmd").flatMap { msmtpAccount(in: $0) }
            if found.sender == nil {
                let sentence = "The command that sends mail is not msmtp. petrel sends mail itself and needs a server."
                found.notes.append(ImportNote(place("\(sending).cmd"), sentence))
            }
        default: break
        }
        if found.imap == nil, found.smtp == nil,
            values.contains(where: { $0.key == ["imap-host"] || $0.key == ["backend"] })
        {
            let sentence = "This is the format of himalaya before version 1, which petrel does not read."
            found.notes.append(ImportNote(place("backend"), sentence))
        }
        return found
    }

    private func takeBackend(_ found: inout ConfiguredAccount) {
        switch text("backend.type") {
        case "imap": found.imap = server("backend", &found.notes)
        case "maildir":
            guard let root = text("backend.root-dir") else { return }
            let isDotted = text("backend.maildirpp") == "true"
            let maildir = ConfiguredMaildir(
                path: context.path(root), layout: isDotted ? .dotted : .nested, place: place("backend.root-dir"))
            if isDotted { found.maildir = maildir } else { found.readFolder = maildir.path }
        case "notmuch":
            found.readFolder = text("backend.maildir-path", "backend.database-path").map { context.path($0) }
        default: break
        }
    }

    private func server(_ key: String, _ notes: inout [ImportNote]) -> ConfiguredServer? {
        guard let host = text("\(key).host") else { return nil }
        let security: ConfiguredServer.Security =
            switch text("\(key).encryption.type", "\(key).encryption")?.lowercased() {
            case "start-tls": .startTLS
            case "none", "false": .none
            default: .implicitTLS
            }
        var server = ConfiguredServer(host: host, security: security, place: place("\(key).host"))
        server.port = text("\(key).port").flatMap { Int($0) }
        server.user = text("\(key).login")
        server.caFile = text("\(key).encryption.cert").flatMap { context.authorities($0) }
        server.secret = secret(key, &notes)
        return server
    }

    private func secret(_ key: String, _ notes: inout [ImportNote]) -> ConfiguredSecret? {
        let usesToken = text("\(key).auth.type")?.lowercased() == "oauth2"
        // The access token of OAuth has its own keys.
        let prefixes = usesToken ? ["\(key).auth.access-token"] : ["\(key).auth", "\(key).passwd", "\(key).password"]
        for prefix in prefixes {
            // An array is a pipeline.
            if let command = (value("\(prefix).cmd") ?? value("\(prefix).command"))?.texts, !command.isEmpty {
                let text = command.joined(separator: " | ")
                return usesToken ? .tokenCommand(text) : .command(text)
            }
            if !usesToken, let entry = text("\(prefix).keyring") {
                return .keyring([(name: "service", value: Self.keyringService), (name: "username", value: entry)])
            }
            if !usesToken, let password = text("\(prefix).raw").flatMap({ Secret(Array($0.utf8)) }) {
                return .plain(password)
            }
        }
        if usesToken {
            let sentence = "himalaya signs in to \(text("\(key).host") ?? "the server") by OAuth itself. "
            notes.append(ImportNote(place("\(key).auth.type"), sentence + "Give the account a tokenCommand."))
        }
        return nil
    }
}
