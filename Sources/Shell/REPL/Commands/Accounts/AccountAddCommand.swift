internal import Accounts
internal import Disk
internal import HTTP
internal import MailTypes
internal import OAuth

extension Command {
    static let accountAdd = Command(
        name: "account add", summary: "add an account from options, without questions", operands: [.one("NAME")],
        options: [
            .init("address", value: "ADDR", summary: "the account's address", isRequired: true),
            .init("name", value: "TEXT", summary: "your display name"),
            .init("identity", value: "WHO", isRepeatable: true, summary: "another address: \"Kim <kim@example.org>\""),
            .init("provider", value: "ID", summary: "use the servers of a known provider"),
            .init("imap", value: "URL", summary: "IMAP server: imaps://HOST[:PORT] or imap://HOST[:PORT]"),
            .init("smtp", value: "URL", summary: "SMTP server: smtps://HOST[:PORT] or smtp://HOST[:PORT]"),
            .init("user", value: "USER", summary: "user name, if it is not the address"),
            .init("password-command", value: "CMD", summary: "a command that prints the password"),
            .init("password-file", value: "FILE", .file, summary: "a private file that holds the password"),
            .init("token-command", value: "CMD", summary: "a command that prints an OAuth access token"),
            .init(
                "oauth", value: "google|microsoft|ISSUER",
                summary: "sign in with a browser, by account sign-in; ISSUER is an https:// address"),
            .init("client-id", value: "ID", summary: "the client id for --oauth"),
            .init("client-file", value: "FILE", .file, summary: "the provider's client file for --oauth"),
            .init("scope", value: "SCOPES", summary: "the scopes for --oauth, for another ISSUER"),
            .init("ca-file", value: "FILE", .file, summary: "trust these certificate authorities, not the system's"),
            .init("window", value: "30d|all", summary: "how much mail to keep here (30d)"),
            .init("maildir", value: "DIR", .file, summary: "where to store the mail (in the home)"),
            .init(
                "sent", value: "append|auto|probe", .choice(["append", "auto", "probe"]),
                summary: "who stores the copy in Sent (auto)"),
            .init("undo", value: "SECONDS", summary: "the undo window: 0, 5, 10, 15 or 30"),
            .init(
                "attachments", value: "text|all", .choice(["text", "all"]),
                summary: "what a sync downloads (text: attachments on demand)"),
        ],
        configuration: .tolerant,
        details: """
            Writes one file, which you can edit. imaps and smtps use TLS from the start; imap and smtp require STARTTLS. The
            password is never stored: name a command that prints it or a file that holds it. Without servers, the account gets
            those of the address's provider, if petrel knows it. An account without servers or password can write mail, and
            what it sends waits. If a program other than mbsync syncs the same Maildirs, add
            --attachments all; it would treat a message without its attachments as a different message.
            """,
        examples: [
            "petrel account add work --address kim@example.net --imap imaps://imap.example.net "
                + "--smtp smtps://smtp.example.net --password-command 'pass show mail'"
        ]
    ) { invocation, console throws(CommandFailure) in
        let account = try AccountFlags(invocation, console).account()
        let files = try console.accounts()
        do throws(AccountError) {
            try files.add(account)
        } catch {
            throw CommandFailure(error)
        }
        console.answer(
            invocation.command,
            { json in
                json.key("accounts")
                json.array { $0.account(account, of: files) }
            }, text: { _ in })
        console.printLine("Account \(account.name) added.")
        for sentence in account.nextSteps { console.printLine(sentence) }
        console.noteUnwritableDirectories()
        return .done
    }
}

extension AccountConfiguration {
    /// Sentences about what the user must do before the account can sign in.
    fileprivate var nextSteps: [String] {
        switch secret {
        case .oauth(let oauth) where oauth.client == nil:
            return [
                "\(oauth.name) needs a client id, and petrel-sign-in(7) says how to get one.",
                "To sign in, type: petrel account sign-in \(name) --client-id ID",
            ]
        case .oauth: return ["To sign in, type: petrel account sign-in \(name)"]
        case .some: return []
        case nil:
            guard hasServer, let provider = knownProvider else { return ["It has no servers yet. Type: petrel setup"] }
            let next = "It has the servers of \(provider.name), and no password yet. Type: petrel setup"
            return [provider.hint, next].compactMap(\.self)
        }
    }
}

/// The parsed options of `account add`.
private struct AccountFlags {
    private let invocation: Invocation
    private let console: Console

    init(_ invocation: Invocation, _ console: Console) {
        self.invocation = invocation
        self.console = console
    }

    func account() throws(CommandFailure) -> AccountConfiguration {
        let typed = try invocation.text(operand: 0) ?? ""
        guard let name = AccountName(typed) else {
            throw .usage("\"\(typed)\" cannot be the name of an account. Use \(AccountName.rule).")
        }
        var account = AccountConfiguration(name, identities: try identities())
        account.provider = try provider()
        account.imap = try server("imap", .imap)
        account.smtp = try server("smtp", .smtp)
        account.user = try text("user")
        account.secret = try secret()
        try checkServers(account)
        if !account.hasServer { account.provider = account.knownProvider?.identifier }
        account.caFile = try path("ca-file")
        account.maildir = try path("maildir")
        account.window = try choice("window", "30d or all") { MailWindow($0) } ?? .standard
        account.sent = try choice("sent", "append, auto or probe") { SentCopy(rawValue: $0) } ?? .automatic
        account.undo = try choice("undo", UndoWindow.rule) { UndoWindow($0) }
        account.attachments = try choice("attachments", "text or all") { AttachmentFetching(rawValue: $0) } ?? .textOnly
        return account
    }

    private func identities() throws(CommandFailure) -> [Identity] {
        guard let address = try text("address") else {
            throw .usage("account add needs the address: --address kim@example.net. Type: petrel help account add")
        }
        guard let main = Identity(name: try text("name"), address: EmailAddress(address)) else {
            throw .usage("--address: \"\(address)\" is not a mail address. Write it as kim@example.net.")
        }
        var identities = [main]
        for octets in invocation.values("identity") {
            let typed = try Invocation.text(octets, of: "--identity")
            guard let identity = Identity(typed) else {
                throw .usage("--identity: \"\(typed)\" is not a mail address. Write it as \"Kim <kim@example.net>\".")
            }
            if !identities.contains(where: { $0.address == identity.address }) { identities.append(identity) }
        }
        return identities
    }

    private func provider() throws(CommandFailure) -> String? {
        guard let provider = try text("provider") else { return nil }
        guard let known = Provider.named(provider) else {
            let words = Provider.all.map(\.identifier).joined(separator: ", ")
            throw .usage("--provider: petrel does not know \"\(provider)\". Use one of \(words), or --imap and --smtp.")
        }
        return known.identifier
    }

    private func secret() throws(CommandFailure) -> SecretSource? {
        var found: [(option: String, source: SecretSource)] = []
        if let command = try text("password-command") { found.append(("password-command", .passwordCommand(command))) }
        if let path = try path("password-file") { found.append(("password-file", .passwordFile(path))) }
        if let command = try text("token-command") { found.append(("token-command", .tokenCommand(command))) }
        if let oauth = try oauth() { found.append(("oauth", .oauth(oauth))) }
        if found.count > 1 {
            throw .usage("--\(found[0].option) and --\(found[1].option) cannot be combined. Remove one of them.")
        }
        return found.first?.source
    }

    private func oauth() throws(CommandFailure) -> OAuthConfiguration? {
        let identifier = try text("client-id")
        let file = try path("client-file")
        let scopes = try text("scope")?.split(separator: " ").map { String($0) }
        guard let word = try text("oauth") else {
            guard identifier == nil, file == nil, scopes == nil else {
                throw .usage("--client-id, --client-file and --scope need --oauth.")
            }
            return nil
        }
        let server: OAuthConfiguration.Server
        if let provider = OAuthProvider.named(word) {
            server = .provider(provider, tenant: nil)
        } else if let issuer = HTTPSURL(word) {
            server = .issuer(issuer)
        } else {
            throw .usage("--oauth can be google, microsoft or the https:// address of an issuer, not \"\(word)\".")
        }
        if identifier != nil, file != nil {
            throw .usage("--client-id and --client-file cannot be combined. Remove one of them.")
        }
        if let identifier, !OAuthClient.isValid(identifier) { throw .usage("--client-id is not a valid client id.") }
        return OAuthConfiguration(
            server, client: identifier.map { .identifier($0) } ?? file.map { .file($0) }, scopes: scopes)
    }

    private func checkServers(_ account: AccountConfiguration) throws(CommandFailure) {
        if (account.imap == nil) != (account.smtp == nil) {
            throw .usage(
                "--imap and --smtp must be given together. Add --\(account.imap == nil ? "imap" : "smtp") URL.")
        }
        if account.provider != nil, account.imap != nil {
            throw .usage("--provider replaces --imap and --smtp. Leave it out, or them.")
        }
        if account.hasServer, account.secret == nil {
            throw .usage(
                "The server needs a password. Add --password-command CMD, --password-file FILE, --token-command CMD or "
                    + "--oauth PROVIDER.")
        }
    }

    // MARK: - Values

    /// Returns text that is not empty and has no control characters.
    private func text(_ option: String) throws(CommandFailure) -> String? {
        guard let text = try invocation.text(option) else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .usage("--\(option) must be one line of text, and not empty.")
        }
        return text
    }

    private func path(_ option: String) throws(CommandFailure) -> Path? {
        guard let text = try text(option) else { return nil }
        return Path(text).absolute(in: console.environment)
    }

    private func server(_ option: String, _ service: ServerURL.Service) throws(CommandFailure) -> ServerURL? {
        guard let text = try text(option) else { return nil }
        do throws(ServerURL.Problem) {
            return try ServerURL(text, for: service)
        } catch {
            throw .usage("--\(option): \"\(text)\". \(error.sentence)")
        }
    }

    private func choice<Choice>(
        _ option: String, _ rule: String, _ read: (String) -> Choice?
    ) throws(CommandFailure) -> Choice? {
        guard let text = try text(option) else { return nil }
        guard let choice = read(text) else { throw .usage("--\(option) can be \(rule), not \"\(text)\".") }
        return choice
    }
}
