internal import SASL

/// Reads the configuration of OfflineIMAP, an INI file of Python [offlineimap.conf].
struct OfflineimapReader {
    private let file: String
    private let context: ImportEnvironment
    private let ini: INIFile
    private let pythonFile: String?

    static func findings(in bytes: [UInt8], of file: String, _ context: ImportEnvironment) -> ImportFindings {
        let reader = OfflineimapReader(bytes, of: file, context)
        var findings = ImportFindings()
        findings.notes = reader.ini.notes
        for section in reader.ini.sections where section.name.utf8.starts(with: "Account ".utf8) {
            reader.add(section, to: &findings)
        }
        return findings
    }

    private init(_ bytes: [UInt8], of file: String, _ context: ImportEnvironment) {
        self.file = file
        self.context = context
        ini = INIFile(bytes, of: file, separators: [0x3D, 0x3A], continues: true)
        let general = ini.sections.last { $0.name == "general" }
        pythonFile = general?["pythonfile"].map { context.path($0) }
    }

    private func place(_ section: INIFile.Section, _ key: String) -> ConfigurationPlace {
        ConfigurationPlace(file: file, line: section.line(of: key))
    }

    private func repository(_ name: String?) -> INIFile.Section? {
        name.flatMap { name in ini.sections.last { $0.name == "Repository \(name)" } }
    }

    private func add(_ account: INIFile.Section, to findings: inout ImportFindings) {
        let name = String(account.name.dropFirst("Account ".count)).trimmed
        var found = ConfiguredAccount(name, at: ConfigurationPlace(file: file, line: account.line))
        guard let remote = repository(account["remoterepository"]) else {
            let sentence = "The account \(name) has no remote repository in the file."
            findings.notes.append(ImportNote(place(account, "remoterepository"), sentence))
            return
        }
        found.imap = server(remote, &found.notes)
        if let local = repository(account["localrepository"]) {
            found.maildir = maildir(local, remote, account)
            if found.maildir == nil {
                found.notes.append(ImportNote(place(local, "type"), "The mail is not in a Maildir."))
            }
        }
        findings.accounts.append(found)
    }

    // MARK: - The server

    private func server(_ remote: INIFile.Section, _ notes: inout [ImportNote]) -> ConfiguredServer? {
        for key in ["preauthtunnel", "transporttunnel"] where remote[key] != nil {
            notes.append(
                ImportNote(place(remote, key), "It connects through a command (\(key)), which petrel cannot do."))
        }
        for key in ["remotehosteval", "remoteusereval", "remoteporteval", "remotepassfileeval"] where remote[key] != nil
        {
            let sentence = "\(key) is Python, which petrel does not run. Write the value without eval and adopt again."
            notes.append(ImportNote(place(remote, key), sentence))
        }
        let isGmail = remote["type"]?.lowercased() == "gmail"
        guard let host = remote["remotehost"] ?? (isGmail ? "imap.gmail.com" : nil) else { return nil }
        let isEncrypted = Self.isOn(remote["ssl"]) ?? true
        let startsTLS = Self.isOn(remote["starttls"]) ?? true
        var server = ConfiguredServer(
            host: host, security: isEncrypted || isGmail ? .implicitTLS : startsTLS ? .startTLS : .none,
            place: place(remote, "remotehost"))
        server.port = remote["remoteport"].flatMap { Int($0) }
        server.user = remote["remoteuser"]
        server.caFile = remote["sslcacertfile"].flatMap { context.authorities($0) }
        server.secret = secret(remote, &notes)
        return server
    }

    private static func isOn(_ text: String?) -> Bool? {
        text.map { ["yes", "on", "true", "1"].contains($0.lowercased()) }
    }

    private func secret(_ remote: INIFile.Section, _ notes: inout [ImportNote]) -> ConfiguredSecret? {
        if let expression = remote["remotepasseval"] {
            if let text = Self.literal(expression) { return Secret(Array(text.utf8)).map { .plain($0) } }
            return .command(command(printing: expression))
        }
        if let path = remote["remotepassfile"] { return .file(context.path(path)) }
        if let password = remote["remotepass"] { return Secret(Array(password.utf8)).map { .plain($0) } }
        if let expression = remote["oauth2_access_token_eval"] { return .tokenCommand(command(printing: expression)) }
        if remote["oauth2_refresh_token"] != nil || remote["oauth2_refresh_token_eval"] != nil {
            let sentence = "petrel cannot use this refresh token. Give the account a tokenCommand that prints a token."
            notes.append(ImportNote(place(remote, "auth_mechanisms"), sentence))
        }
        return nil
    }

    /// The text of a string literal, which is a password in the file.
    private static func literal(_ expression: String) -> String? {
        let bytes = Array(expression.utf8)
        guard bytes.count >= 2, let quote = bytes.first, quote == 0x22 || quote == 0x27, bytes.last == quote,
            !bytes[1..<(bytes.count - 1)].contains(quote)
        else { return nil }
        return String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self)
    }

    /// A command that prints what the expression is, as OfflineIMAP computes it: with the names of `pythonfile`.
    private func command(printing expression: String) -> String {
        let program =
            "import sys; exec(open(sys.argv[2]).read()) if sys.argv[2:] else None; p = eval(sys.argv[1]); "
            + "print(p.decode() if isinstance(p, bytes) else p)"
        let words = ["python3", "-c", program.quotedForShell, expression.quotedForShell]
        return (words + (pythonFile.map { [$0.quotedForShell] } ?? [])).joined(separator: " ")
    }

    // MARK: - The Maildir

    private func maildir(
        _ local: INIFile.Section, _ remote: INIFile.Section, _ account: INIFile.Section
    ) -> ConfiguredMaildir? {
        guard local["type"].map({ ["maildir", "gmailmaildir"].contains($0.lowercased()) }) ?? true,
            let path = local["localfolders"]
        else { return nil }
        // Without `sep`, the folders of a folder have names with a dot.
        let separator = local["sep"] ?? "."
        var found = ConfiguredMaildir(
            path: context.path(path), layout: separator == "/" ? .nested : .flattened(separator),
            place: place(local, "localfolders"))
        if local["nametrans"] != nil || remote["nametrans"] != nil {
            found.obstacle = .renamedByRule("nametrans changes the names of folders")
        }
        found.days = account["maxage"].flatMap { Int($0) }
        return found
    }
}
