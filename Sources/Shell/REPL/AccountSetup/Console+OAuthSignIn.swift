internal import Accounts
internal import Disk
internal import HTTP
internal import LineEditing
internal import OAuth
internal import Platform
internal import Processes
internal import SignIn
internal import Terminal

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
    var place = TokenStore.Choice.any

    init() {}

    init(_ invocation: Invocation) throws(CommandFailure) {
        let ways: [(String, Way)] = [("no-browser", .printing), ("paste", .pasting), ("device", .device)]
        let named = ways.filter { invocation.has($0.0) }
        if named.count > 1 {
            throw .usage("--\(named[0].0) and --\(named[1].0) cannot be combined. Remove one of them.")
        }
        way = named.first?.1 ?? .browser
        switch try invocation.text("store") {
        case nil: place = .any
        case "keyring": place = .keyring
        case "file": place = .file
        default: throw .usage("--store can be keyring or file.")
        }
    }
}

extension TokenStore.Place {
    /// The word in JSON.
    var word: String {
        switch self {
        case .keyring: "keyring"
        case .file, .fileInstead: "file"
        }
    }

    var sentence: String {
        switch self {
        case .keyring: "The tokens are in the desktop's keyring."
        case .file: "The tokens are in a file that only you can read."
        case .fileInstead(let file, let problem): problem.sentence(storing: "the tokens are", in: file)
        }
    }
}

extension SecretError {
    /// Says why secrets are in a file instead of the keyring.
    func sentence(storing secrets: String, in file: Path) -> String {
        "The keyring could not be used (\(keyringProblem)), so \(secrets) in \(file), which only you can read (mode 0600)."
    }
}

extension Console {
    /// Leads the user through the sign-in, and stores the tokens.
    mutating func signIn(
        _ account: AccountConfiguration, _ store: TokenStore, _ options: SignInOptions
    ) throws(CommandFailure) -> TokenStore.Place {
        do throws(SignInError) {
            let (tokens, server) = try tokens(store, options.way)
            return try withoutTyping { _ throws(SignInError) in try store.keep(tokens, from: server, in: options.place)
            }
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
        case .browser, .printing:
            try withoutTyping { console throws(SignInError) in
                try console.browserTokens(store, isOpened: way == .browser)
            }
        case .device: try withoutTyping { console throws(SignInError) in try console.deviceTokens(store) }
        }
    }

    /// Whether the user works on another machine, whose browser does not reach this one.
    private var isRemote: Bool { environment["SSH_CONNECTION"] != nil && !hasDesktop }

    /// Whether a browser of this machine can show a page to the user.
    var hasDesktop: Bool {
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
        let (signIn, pasting) = try withoutTyping { _ throws(SignInError) in
            let signIn = try BrowserSignIn(store)
            return (signIn, try signIn.pasting())
        }
        showStep("Open this address in any browser:")
        showStep(pasting.page)
        showStep("At the end the browser cannot load a page. Copy its address, which contains \"code=\".")
        output.flush()
        var request = LineRequest.question("Paste it here (not shown): ")
        request.isSecret = true
        guard canAsk, case .line(let line) = read(request) else { throw .stopped }
        let tokens = try withoutTyping { _ throws(SignInError) in try signIn.tokens(pasted: line, of: pasting) }
        return (tokens, signIn.server)
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
        case .secret, .tokens, .noPassword, .notSignedIn, .changed, .ended, .damaged:
            self.init(.noPermission, "noSecret", problem.description)
        case .refused, .openedTwice, .badAddress: self.init(.noPermission, "signInRefused", problem.description)
        }
    }
}
