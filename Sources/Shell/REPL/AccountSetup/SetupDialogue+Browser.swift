internal import Accounts
internal import Disk
internal import OAuth
internal import SASL
internal import SignIn

/// Signing in with a browser.
extension SetupDialogue {
    /// The authorization server of the account that is changed, if it keeps its server, or otherwise that of the provider.
    var authorization: OAuthConfiguration? {
        if case .oauth(let oauth) = former?.secret, account.imapServers.first?.host == former?.imapServers.first?.host {
            return oauth
        }
        let provider = account.knownProvider.flatMap { OAuthProvider.named($0.identifier) }
        return provider.map { OAuthConfiguration(.provider($0, tenant: nil)) }
    }

    /// Asks for the client that the user has registered, and signs in.
    mutating func askForClient() throws(CommandFailure) -> Next {
        guard var oauth = authorization else { return .step(.secret) }
        let present = oauth.client?.text
        console.printLine(
            "\(oauth.name) wants a client id, which you get from it once. petrel-sign-in(7) says how, in a few steps.")
        let prompt = "Client id, or the file with it" + (present == nil ? " (Enter for later)" : "")
        var typed = ""
        let next = answered(prompt, standard: present) { _, text in
            typed = text
            return .step(.confirmation)
        }
        guard case .step = next else { return next }
        if typed.isEmpty {
            account.secret = .oauth(oauth)
            return next
        }
        guard let client = clientSource(typed) else {
            console.printError("That is not a client id. Copy it from the provider's page, or type: back")
            return .again
        }
        oauth.client = client
        account.secret = .oauth(oauth)
        return try signInWithBrowser()
    }

    /// Text with a slash is a file.
    private func clientSource(_ text: String) -> OAuthConfiguration.ClientSource? {
        guard text.utf8.contains(0x2F) else { return OAuthClient.isValid(text) ? .identifier(text) : nil }
        if text.utf8.starts(with: "~/".utf8), let directory = files.home.userDirectory {
            return .file(directory / Array(text.utf8.dropFirst(2)))
        }
        return .file(Path(text).absolute(in: console.environment))
    }

    private mutating func signInWithBrowser() throws(CommandFailure) -> Next {
        let environment = console.environment
        guard let store = TokenStore(account, in: files.home, environment, clock: console.clock) else { return .again }
        do throws(SignInError) {
            let found = try console.tokens(store, way)
            tokens = found
            guard let user = account.signInName,
                let credentials = Credentials(user: Array(user.utf8), found.0.access, .token)
            else { throw .notValid(account.name) }
            return check(credentials)
        } catch {
            console.printError(error.description)
            return .step(.refused)
        }
    }

    /// Stores the tokens of a sign-in in the browser, if there was one.
    mutating func keepTokens() throws(CommandFailure) {
        guard let found = tokens,
            let store = TokenStore(account, in: files.home, console.environment, clock: console.clock)
        else { return }
        do throws(SignInError) {
            let place = try console.withoutTyping { _ throws(SignInError) in
                try store.keep(found.tokens, from: found.server, in: .any)
            }
            if case .fileInstead = place { console.printError(place.sentence) }
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension OAuthConfiguration.ClientSource {
    fileprivate var text: String {
        switch self {
        case .identifier(let identifier): identifier
        case .file(let path): path.description
        }
    }
}
