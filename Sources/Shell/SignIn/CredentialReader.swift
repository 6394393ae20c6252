public import Accounts
public import Platform
public import SASL

/// Reads the credentials of an account from the source that it names, without asking the user.
public struct CredentialReader: Sendable {
    private let account: AccountConfiguration
    private let home: Home
    private let environment: Environment
    private let clock: any Clock

    public init(_ account: AccountConfiguration, in home: Home, _ environment: Environment, clock: any Clock) {
        self.account = account
        self.home = home
        self.environment = environment
        self.clock = clock
    }

    /// Whether the credentials are in a keyring that returns them now. Does not ask the user to unlock it.
    public var canReadKeyring: Bool {
        let entry: KeyringAttributes?
        switch account.secret {
        case .keyring(let own): entry = own
        case .oauth: entry = TokenStore(account, in: home, environment, clock: clock)?.entry
        default: entry = nil
        }
        return entry.map { SecretReader(environment, within: Self.keyringLimit).canRead($0) } ?? false
    }

    /// A watch cannot end while it waits for the keyring.
    private static let keyringLimit = Duration.seconds(2)

    /// Runs a command, reads a file or renews a token, and waits for it. `refused` are credentials that a server has
    /// just refused.
    public func credentials(refused: Credentials? = nil) throws(SignInError) -> Credentials {
        guard let source = account.secret else { throw .noPassword(account.name) }
        let secret: Secret
        if let tokens = TokenStore(account, in: home, environment, clock: clock) {
            secret = try tokens.accessToken(refused: refused?.secret)
        } else {
            do throws(SecretError) {
                secret = try SecretReader(environment).secret(from: source)
            } catch {
                throw .secret(error)
            }
        }
        guard let user = account.signInName, let credentials = Credentials(user: Array(user.utf8), secret, source.kind)
        else { throw .notValid(account.name) }
        return credentials
    }
}
