internal import Accounts
internal import Disk
internal import LineEditing
internal import SASL
internal import Terminal

extension Command {
    static let accountShow = Command(
        name: "account show", summary: "show the settings of an account and where its files are",
        operands: [.one("NAME", .account)], configuration: .none,
        details: """
            Prints the account's file, the directory of its mail, its servers and where its password comes from, never the
            password. Of a command, only its first word is shown. If the file is invalid, prints all of its errors and exits with
            78.
            """,
        examples: ["petrel account show work", "petrel account show work --json"]
    ) { invocation, console throws(CommandFailure) in
        let files = try console.accounts()
        let name = try console.nameOfAccount(invocation, files)
        let listing: AccountConfigurationFiles.Listing
        do throws(FileError) { listing = try files.usable() } catch { throw CommandFailure(error) }
        let problems = listing.problems(of: name)
        guard let account = listing.account(name) else {
            return console.showBrokenAccount(at: files.file(of: name), problems, invocation)
        }
        let page = AccountPage(account: account, files: files, isAccessible: console.isAccessible)
        if console.isJSON {
            console.object(of: invocation.command.name, nil) { json in page.members(to: &json) }
            return .done
        }
        for (label, value) in page.rows {
            let value = TerminalSafeText.line(value)
            console.printLine(
                console.isAccessible ? "\(label): \(value)." : "\(DisplayWidth.fit(label, columns: 13))  \(value)")
        }
        return .done
    }
}

extension Console {
    /// Returns the name that the first operand is. The account has a file, valid or not, or is the implicit one.
    func nameOfAccount(_ invocation: Invocation, _ files: AccountConfigurationFiles) throws(CommandFailure)
        -> AccountName
    {
        let typed = try invocation.text(operand: 0) ?? ""
        guard let name = AccountName(typed) else { throw .noSuchAccount(typed) }
        do throws(FileError) {
            if try files.has(name) { return name }
            if try files.usable().account(name) != nil { return name }
        } catch {
            throw CommandFailure(error)
        }
        throw .noSuchAccount(typed)
    }

    fileprivate mutating func showBrokenAccount(
        at file: Path, _ problems: [ConfigurationError], _ invocation: Invocation
    ) -> ExitCode {
        let failure = CommandFailure(problems)
        if isJSON {
            object(of: invocation.command.name, failure) { json in
                json.key("file")
                json.string(file.description)
                json.problems(problems)
            }
        } else {
            printLine("\(DisplayWidth.fit("File", columns: 13))  \(TerminalSafeText.line(file.description))")
        }
        for problem in problems { printError(problem.description) }
        return failure.exitCode
    }
}

/// What `account show` prints about an account.
private struct AccountPage {
    let account: AccountConfiguration
    let files: AccountConfigurationFiles
    let isAccessible: Bool

    var rows: [(label: String, value: String)] {
        let addresses = account.identities.map { identity in
            guard let name = identity.name else { return "\(identity.address)" }
            return isAccessible ? "\(name), \(identity.address)" : "\(name) <\(identity.address)>"
        }
        let undo = account.undo.map { "\($0.rawValue) seconds" } ?? "as the setting undo says"
        let rows: [(String, String?)] = [
            ("Account", account.name.text),
            ("File", files.file(of: account.name).description + (hasFile ? "" : " (not written yet)")),
            ("Mail", files.mailPath(of: account).description),
            ("Address", addresses.first),
            ("Also", addresses.count > 1 ? addresses[1...].joined(separator: isAccessible ? "; " : ", ") : nil),
            ("Provider", account.provider ?? account.knownProvider.map { "\($0.identifier) (found by the address)" }),
            ("IMAP", servers(account.imapServers)), ("SMTP", servers(account.smtpServers)),
            ("User", account.hasServer ? account.signInName : nil),
            (
                account.secret?.kind == .token ? "Sign-in" : "Password",
                account.hasServer ? account.secret.map(\.origin) ?? "asked for" : nil
            ),
            ("Authorities", account.caFile?.description),
            ("Window", account.window == .all ? "all mail" : account.window.text),
            ("Copy in Sent", account.sent.rawValue), ("Undo window", undo),
            ("Attachments", account.attachments == .all ? "downloaded by a sync" : "downloaded when opened"),
        ]
        return rows.compactMap { label, value in value.map { (label, $0) } }
    }

    private var hasFile: Bool { (try? files.has(account.name)) ?? false }

    private func servers(_ servers: [ServerURL]) -> String {
        if !servers.isEmpty { return servers.map(\.description).joined(separator: ", ") }
        return account.hasServer ? "found by the address at the next sync" : "none; what you send waits"
    }

    func members(to json: inout JSONWriter) {
        func text(_ name: String, _ value: String?) {
            json.key(name)
            json.string(value)
        }
        text("file", hasFile ? files.file(of: account.name).description : nil)
        json.key("accounts")
        json.array { $0.account(account, of: files) }
        for (name, servers) in [("imapServers", account.imapServers), ("smtpServers", account.smtpServers)] {
            json.key(name)
            json.array { json in
                for server in servers { json.string(server.description) }
            }
        }
        text("user", account.hasServer ? account.signInName : nil)
        text("secret", account.secret?.key)
        text("caFile", account.caFile?.description)
        text("window", account.window.text)
        text("sent", account.sent.rawValue)
        json.key("undo")
        json.number(account.undo?.rawValue)
        text("attachments", account.attachments.rawValue)
        json.problems([])
    }
}

extension SecretSource {
    /// The member of the account's file that names the source.
    fileprivate var key: String {
        switch self {
        case .passwordCommand: "passwordCommand"
        case .passwordFile: "passwordFile"
        case .keyring: "keyring"
        case .tokenCommand: "tokenCommand"
        case .oauth: "oauth"
        }
    }

    /// Where the secret comes from. The arguments of a command are left out, because they may contain a secret.
    fileprivate var origin: String {
        switch self {
        case .passwordCommand(let command): "from the command \(Self.firstWord(of: command))"
        case .passwordFile(let path): "from the file \(path)"
        case .keyring(let entry): "from the keyring: \(entry)"
        case .tokenCommand(let command): "with a token from the command \(Self.firstWord(of: command))"
        case .oauth(let oauth): "with the browser, at \(oauth.name)"
        }
    }

    private static func firstWord(of command: String) -> String {
        let words = command.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
        guard let first = words.first else { return "" }
        // An assignment in front of a command may contain a secret.
        guard !first.contains(0x3D) else { return "(hidden)" }
        return String(decoding: Array(first), as: UTF8.self) + (words.count > 1 ? " …" : "")
    }
}
