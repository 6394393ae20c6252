internal import Accounts
internal import Disk
internal import HTTP
internal import LineEditing
internal import MailEngine
internal import OAuth
internal import Platform
internal import Processes
internal import SignIn
internal import Terminal

extension Command {
    static let accountSignIn = Command(
        name: "account sign-in", summary: "sign in with a browser, for accounts with OAuth",
        operands: [.one("NAME", .account)],
        options: [
            .init("client-id", value: "ID", summary: "store this client id in the account first"),
            .init(
                "client-file", value: "FILE", .file, summary: "store the provider's client file in the account first"),
            .init("no-browser", summary: "print the address instead of opening a browser"),
            .init("paste", summary: "use a browser on another machine, and paste the last address"),
            .init("device", summary: "type a short code on another device"),
            .init(
                "store", value: "keyring|file", .choice(["keyring", "file"]),
                summary: "where to store the tokens (keyring, if there is one)"),
        ],
        details: """
            Opens the provider's sign-in page, waits until you are done, and tests the account. petrel receives tokens, never
            your password, and stores them in the desktop's keyring or in a private file. The account must have the member
            "oauth". Over ssh without a desktop, as with --paste, you open the page on your own machine, sign in, and paste the
            address of the page that the browser then cannot load.
            """,
        examples: [
            "petrel account sign-in work", "petrel account sign-in work --client-file ~/Downloads/client_secret.json",
            "petrel account sign-in work --device",
        ]
    ) { invocation, console throws(CommandFailure) in
        var account = try console.account(named: invocation.operands[0], in: console.everyAccount()).configuration
        account = try console.storingClient(invocation, in: account)
        guard let store = TokenStore(account, in: try console.home(), console.environment, clock: console.clock) else {
            let file = AccountConfigurationFiles(try console.home()).file(of: account.name)
            throw CommandFailure(
                .configuration, "noOAuth",
                "\(account.name) does not sign in with a browser. To change that, put \"oauth\" into \(file) instead of its "
                    + "password. See petrel-sign-in(7).")
        }
        let place = try console.signIn(account, store, SignInOptions(invocation))
        let credentials = try console.credentials(of: account)
        // Workers and prompts that have paused the account begin again.
        console.askForSync(of: account.name)
        switch place {
        case .keyring, .file: console.printLine(place.sentence)
        case .fileInstead: console.printError(place.sentence)
        }
        if console.isJSON {
            console.answer(
                invocation.command,
                { json in
                    json.key("account")
                    json.string(account.name.text)
                    json.key("store")
                    json.string(place.word)
                }, text: { _ in })
            return .done
        }
        guard !account.imapServers.isEmpty, !account.smtpServers.isEmpty else { return .done }
        guard let found = console.check(account, as: credentials) else { return .interrupted }
        let problems = found.problems
        if problems.isEmpty, let inbox = found.inbox { console.printLine("Signed in. INBOX: \(inbox).") }
        return problems.isEmpty ? .done : problems.contains(where: \.isRefusal) ? .noPermission : .unavailable
    }
}

extension Console {
    /// Stores the client that the options name in the account's file, and returns the account.
    fileprivate func storingClient(
        _ invocation: Invocation, in account: AccountConfiguration
    ) throws(CommandFailure) -> AccountConfiguration {
        let identifier = try invocation.text("client-id")
        let file = try invocation.text("client-file").map { Path($0).absolute(in: environment) }
        guard identifier != nil || file != nil else { return account }
        if identifier != nil, file != nil {
            throw .usage("--client-id and --client-file cannot be combined. Remove one of them.")
        }
        if let identifier, !OAuthClient.isValid(identifier) { throw .usage("--client-id is not a valid client id.") }
        guard case .oauth(var oauth) = account.secret else { return account }
        oauth.client = identifier.map { .identifier($0) } ?? file.map { .file($0) }
        var changed = account
        changed.secret = .oauth(oauth)
        let files = AccountConfigurationFiles(try home())
        do throws(AccountError) {
            if try files.change(account, to: changed) { return changed }
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(
            .temporaryFailure, "editedByHand",
            "\(files.file(of: account.name)) was changed in the meantime, so petrel did not change it. Try again."
        )
    }
}
