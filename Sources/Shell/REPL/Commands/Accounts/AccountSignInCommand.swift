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
                "\(account.name) does not sign in with a browser. To change that, put \"oauth\" into \(file) instead of its password. See docs/sign-in.md."
            )
        }
        let place = try console.signIn(account, store, SignInOptions(invocation))
        let credentials = try console.credentials(of: account)
        // Workers and prompts that have paused the account begin again.
        console.askForSync(of: account.name)
        if console.isJSON {
            console.answer(
                invocation.command,
                { json in
                    json.key("account")
                    json.string(account.name.text)
                    json.key("store")
                    json.string(place == .keyring ? "keyring" : "file")
                }, text: { _ in })
            return .done
        }
        console.printLine(place.sentence)
        guard !account.imapServers.isEmpty, !account.smtpServers.isEmpty else { return .done }
        guard let found = console.check(account, as: credentials) else { return .interrupted }
        if let inbox = found.inbox { console.printLine("Signed in. INBOX: \(inbox).") }
        let problems = found.problems
        return problems.isEmpty ? .done : problems.contains(where: \.isRefusal) ? .noPermission : .unavailable
    }
}

/// How the user signs in.
struct SignInOptions {
    enum Way {
        case browser
        /// The user opens the printed address.
        case printing
        case pasting
        case device
    }

    var way = Way.browser
    var isInFile = false

    init() {}

    init(_ invocation: Invocation) throws(CommandFailure) {
        let ways: [(String, Way)] = [("no-browser", .printing), ("paste", .pasting), ("device", .device)]
        let named = ways.filter { invocation.has($0.0) }
        if named.count > 1 {
            throw .usage("--\(named[0].0) and --\(named[1].0) cannot be combined. Remove one of them.")
        }
        way = named.first?.1 ?? .browser
        switch try invocation.text("store") {
        case nil, "keyring": isInFile = false
        case "file": isInFile = true
        default: throw .usage("--store can be keyring or file.")
        }
    }
}

/// Where the tokens are stored.
enum StoredTokens {
    case keyring
    case file

    var sentence: String {
        switch self {
        case .keyring: "The tokens are in the desktop's keyring."
        case .file: "The tokens are in a file that only you can read."
        }
    }
}

extension Console {
    /// Leads the user through the sign-in, and stores the tokens.
    mutating func signIn(
        _ account: AccountConfiguration, _ store: TokenStore, _ options: SignInOptions
    ) throws(CommandFailure) -> StoredTokens {
        do throws(SignInError) {
            let (tokens, server) = try tokens(store, options.way)
            return try store.keep(tokens, from: server, inFile: options.isInFile) ? .keyring : .file
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Leads the user through the sign-in. Stores nothing.
    mutating func tokens(
        _ store: TokenStore, _ way: SignInOptions.Way
    ) throws(SignInError) -> (OAuthTokens, AuthorizationServer) {
        switch way {
        case .browser where isRemote && canAsk, .pasting: try pastedTokens(store)
        case .browser, .printing: try browserTokens(store, isOpened: way == .browser)
        case .device: try deviceTokens(store)
        }
    }

    /// Whether the user works on another machine, whose browser does not reach this one.
    private var isRemote: Bool { environment["SSH_CONNECTION"] != nil && !hasDesktop }

    private var hasDesktop: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment[$0] != nil }
    }

    private mutating func browserTokens(
        _ store: TokenStore, isOpened: Bool
    ) throws(SignInError) -> (OAuthTokens, AuthorizationServer) {
        let signIn = try BrowserSignIn(store)
        let isStopped = input.isStopped
        let tokens = try signIn.tokens(isStopped: isStopped) { addresses in
            if isOpened, opens(page: addresses.start) {
                showStep("A browser opens for the sign-in. If it does not, go to \(addresses.start)")
            } else {
                showStep("Open this address in a browser on this machine:")
                showStep(addresses.page)
            }
            showStep("Waiting until you have signed in there. Ctrl-C stops.")
        }
        return (tokens, signIn.server)
    }

    private mutating func pastedTokens(_ store: TokenStore) throws(SignInError) -> (OAuthTokens, AuthorizationServer) {
        let signIn = try BrowserSignIn(store)
        let pasting = try signIn.pasting()
        showStep("Open this address in any browser:")
        showStep(pasting.page)
        showStep("At the end the browser cannot load a page. Copy its address, which contains \"code=\".")
        output.flush()
        var request = LineRequest.question("Paste it here (not shown): ")
        request.isSecret = true
        guard canAsk, case .line(let line) = read(request) else { throw .stopped }
        return (try signIn.tokens(pasted: line, of: pasting), signIn.server)
    }

    private mutating func deviceTokens(_ store: TokenStore) throws(SignInError) -> (OAuthTokens, AuthorizationServer) {
        var signIn = try DeviceSignIn(store)
        showStep("Go to \(signIn.page) and type: \(signIn.userCode)")
        let (isStopped, clock) = (input.isStopped, clock)
        let tokens = try signIn.tokens { time in
            let end = clock.elapsed() + time
            while clock.elapsed() < end {
                if isStopped() { return false }
                clock.sleep(for: min(.milliseconds(100), end - clock.elapsed()))
            }
            return true
        }
        return (tokens, signIn.server)
    }

    /// Shows what the user must do now, even with --quiet and --json, on standard error.
    private mutating func showStep(_ sentence: String) {
        output.flush()
        errors.write(fitted(TerminalSafeText.line(sentence)))
        errors.flush()
    }

    /// Opens a page in the user's browser. Returns `false` if there is no desktop. The address is visible to other users
    /// in the arguments of the browser, so it must lead to the sign-in only once.
    private func opens(page: String) -> Bool {
        guard hasDesktop else { return false }
        return DetachedProcess.start(shell: Array("exec xdg-open \"$1\"".utf8), [Array(page.utf8)], environment)
    }

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

extension CommandFailure {
    init(_ problem: SignInError) {
        switch problem {
        case .file(let error): self.init(error)
        case .noClient, .clientFile, .notValid, .noDeviceSignIn:
            self.init(.configuration, "badCredentials", problem.description)
        case .stopped, .timedOut: self.init(.interrupted, "interrupted", problem.description)
        case .unreachable, .refused(.unavailable, _), .noPort:
            self.init(.unavailable, "unavailable", problem.description)
        case .secret, .noPassword, .notSignedIn, .changed, .ended, .damaged:
            self.init(.noPermission, "noSecret", problem.description)
        case .refused, .openedTwice, .badAddress: self.init(.noPermission, "signInRefused", problem.description)
        }
    }
}
