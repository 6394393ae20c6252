public import Accounts
public import Disk
internal import HTTP
internal import MailTypes
public import OAuth
public import Platform
public import SASL

/// The tokens of an account: in the desktop's keyring, or in a private file of petrel's state.
///
/// Processes renew tokens one at a time: a server may invalidate a refresh token when it is used, so that a second
/// process with the former one would end the sign-in.
public struct TokenStore: Sendable {
    let account: AccountConfiguration
    let oauth: OAuthConfiguration
    private let home: Home
    let environment: Environment
    private let clock: any Clock

    static let fileName = Array("tokens.json".utf8)
    private static let lockName = Array("tokens.lock".utf8)
    static let maximumSize = 65_536

    /// `nil` if the account does not sign in with OAuth.
    public init?(_ account: AccountConfiguration, in home: Home, _ environment: Environment, clock: any Clock) {
        guard case .oauth(let oauth) = account.secret else { return nil }
        self.account = account
        self.oauth = oauth
        self.home = home
        self.environment = environment
        self.clock = clock
    }

    /// The time for `OAuthTokens`.
    var timestamp: Int64 { clock.now().seconds }

    // MARK: - Using

    /// Returns an access token, renewed if it has expired or is the one that a server has `refused`. Waits for the
    /// authorization server if necessary.
    public func accessToken(refused: Secret? = nil) throws(SignInError) -> Secret {
        if let token = try usableToken(of: try record(), refused) { return token }
        let state = try file { () throws(FileError) in try home.makingDirectory(.state(account.name)) }
        let lock = try file { () throws(FileError) in try state.lock(Self.lockName, waiting: true) }
        defer { withExtendedLifetime(lock) {} }
        // Another process may have renewed it meanwhile.
        var record = try record()
        if let token = try usableToken(of: record, refused) { return token }
        guard let refresh = record.tokens.refresh else { throw .ended(account.name, server: oauth.name) }
        let response = try answer(to: TokenRenewalAndRevocation.refresh(refresh, at: record.server, by: try client()))
        do throws(OAuthFailure) {
            record.tokens = try OAuthTokens(response, at: timestamp, previous: refresh)
        } catch .expired {
            throw .ended(account.name, server: oauth.name)
        } catch {
            throw .refused(error, server: oauth.name)
        }
        // The new token is valid even if it cannot be stored. A refresh token that was used may not be valid any more.
        do throws(SignInError) {
            try store(record)
        } catch {
            record.place = .file
            try? store(record)
        }
        return record.tokens.access
    }

    private func usableToken(of record: TokenRecord, _ refused: Secret?) throws(SignInError) -> Secret? {
        let client = try client()
        guard isOfServer(record.server), record.clientID.utf8.elementsEqual(client.identifier.utf8),
            record.user.utf8.elementsEqual((account.signInName ?? "").utf8)
        else { throw .changed(account.name) }
        let token = record.tokens.access
        return record.tokens.isExpired(at: timestamp) || token.octets == refused?.octets ? nil : token
    }

    private func isOfServer(_ server: AuthorizationServer) -> Bool {
        switch oauth.server {
        case .provider(let provider, _): server.issuer.utf8.elementsEqual(provider.server.issuer.utf8)
        case .issuer(let url):
            server.issuer.utf8.elementsEqual(url.text.utf8) || (server.issuer + "/").utf8.elementsEqual(url.text.utf8)
                || server.issuer.utf8.elementsEqual((url.text + "/").utf8)
        }
    }

    // MARK: - Storing

    /// Where tokens can be stored.
    public enum Choice: Sendable {
        /// In the keyring if there is one and it can be used, or else in the file.
        case any
        /// In the keyring if there is one.
        case keyring
        case file
    }

    /// Where the tokens of a new sign-in are.
    public enum Place: Sendable {
        case keyring
        case file
        /// In the file, because the keyring could not be used.
        case fileInstead(Path, SecretError)
    }

    /// Stores the tokens of a new sign-in. They are durable when this returns.
    public func keep(
        _ tokens: OAuthTokens, from server: AuthorizationServer, in choice: Choice
    ) throws(SignInError) -> Place {
        let isInFile = choice == .file || !KeyringWriter(environment).isThere
        var record = TokenRecord(
            server: server, clientID: try client().identifier, user: account.signInName ?? "",
            place: isInFile ? .file : .keyring, tokens: tokens)
        let state = try file { () throws(FileError) in try home.makingDirectory(.state(account.name)) }
        let lock = try file { () throws(FileError) in try state.lock(Self.lockName, waiting: true) }
        defer { withExtendedLifetime(lock) {} }
        do throws(SignInError) {
            try store(record)
        } catch .tokens(_, let problem) where choice == .any {
            record.place = .file
            try store(record)
            return .fileInstead(state.path / Self.fileName, problem)
        }
        if isInFile { forgetInKeyring() }
        return isInFile ? .file : .keyring
    }

    private func store(_ record: TokenRecord) throws(SignInError) {
        if record.place == .keyring {
            guard let secret = record.keyringSecret else { throw .refused(.badAnswer(200), server: oauth.name) }
            do throws(SecretError) {
                try KeyringWriter(environment).store(secret, as: entry, labelled: "petrel: tokens of \(account.name)")
            } catch {
                throw .tokens(account.name, error)
            }
        }
        try file { () throws(FileError) in
            let state = try home.makingDirectory(.state(account.name))
            try state.write(
                record.fileContent, as: Self.fileName, .replacing, through: state, named: [0x2E] + UniqueName.next())
        }
    }

    /// Deletes the tokens, readable or not. Waits for a process that renews them, which would store new ones.
    public func forget() throws(SignInError) {
        forgetInKeyring()
        try file { () throws(FileError) in
            guard let state = try home.directory(.state(account.name)) else { return }
            let lock = try state.lock(Self.lockName, waiting: true)
            defer { withExtendedLifetime(lock) {} }
            _ = try state.remove(Self.fileName)
            try state.synchronize()
        }
        forgetInKeyring()
    }

    /// Deletes the tokens in the keyring.
    private func forgetInKeyring() {
        let keyring = KeyringWriter(environment)
        if keyring.isThere { keyring.forget(entry) }
    }

    /// Returns the tokens after a process that renews them has stored the new ones.
    func lockedRecord() throws(SignInError) -> TokenRecord {
        let lock = try file { () throws(FileError) in
            try home.directory(.state(account.name))?.lock(Self.lockName, waiting: true)
        }
        defer { withExtendedLifetime(lock) {} }
        return try record()
    }

    private func record() throws(SignInError) -> TokenRecord {
        guard let state = try file({ () throws(FileError) in try home.directory(.state(account.name)) }) else {
            throw .notSignedIn(account.name)
        }
        let path = state.path / Self.fileName
        let octets: [UInt8]
        do throws(PrivateFileReading.Problem) {
            octets = try PrivateFileReading.contents(of: path, atMost: Self.maximumSize)
        } catch .file(let error) where error.isMissing {
            throw .notSignedIn(account.name)
        } catch {
            throw .secret(.file(path, error))
        }
        let record: TokenRecord?
        do throws(SecretError) {
            record = try TokenRecord(octets) { () throws(SecretError) in
                try SecretReader(environment).secret(from: .keyring(entry))
            }
        } catch {
            throw .tokens(account.name, error)
        }
        guard let record else { throw .damaged(path) }
        return record
    }

    /// The entry of the keyring that has the tokens, if they are there.
    var entry: KeyringAttributes {
        // A name of an account is a valid value.
        guard let entry = KeyringAttributes([("service", "petrel-oauth"), ("account", account.name.text)]) else {
            preconditionFailure("the name of an account was not checked")
        }
        return entry
    }

    private func file<Value>(_ body: () throws(FileError) -> Value) throws(SignInError) -> Value {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }
}
