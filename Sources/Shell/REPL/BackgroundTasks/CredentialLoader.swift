internal import Accounts
private import Dispatch
internal import MailEngine
internal import Platform
internal import SASL
private import Synchronization

/// Loads an account's credentials from their configured source, without asking the user. They are cached in memory
/// until a server refuses them.
final class CredentialLoader: Sendable {
    private let account: AccountConfiguration
    private let environment: Environment
    private let known: Mutex<Credentials?>

    init(_ account: AccountConfiguration, _ environment: Environment, known: Credentials? = nil) {
        self.account = account
        self.environment = environment
        self.known = Mutex(known)
    }

    /// Can be used for any number of connections.
    var source: OutboxDelivery.CredentialSource {
        { (isRenewed) async throws(OutboxDelivery.CredentialProblem) in
            if !isRenewed, let known = self.known.withLock({ $0 }) { return known }
            // The user may have to unlock a keyring; other accounts do not wait for that.
            let read = await withCheckedContinuation { continuation in
                DispatchQueue(label: "petrel.credentials").async { continuation.resume(returning: self.read()) }
            }
            let credentials = try read.get()
            self.known.withLock { $0 = credentials }
            return credentials
        }
    }

    private func read() -> Result<Credentials, OutboxDelivery.CredentialProblem> {
        guard let source = account.secret else {
            return .failure(
                .init("No password is known for \(account.name). Type: petrel sync, or: petrel help account add"))
        }
        var kind = Credentials.Kind.password
        if case .tokenCommand = source { kind = .token }
        if case .oauth = source { kind = .token }
        do throws(SecretProblem) {
            let secret = try SecretReader(environment).secret(from: source)
            guard let user = account.signInName, let credentials = Credentials(user: Array(user.utf8), secret, kind)
            else {
                return .failure(
                    .init("Cannot sign in as \(account.name): its user name or token is not valid."))
            }
            return .success(credentials)
        } catch {
            return .failure(.init(error.description))
        }
    }
}
