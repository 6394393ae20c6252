internal import Accounts
private import Dispatch
internal import MailEngine
internal import Platform
internal import SASL
private import Synchronization

/// Loads an account's credentials from their configured source, without asking the user. They are cached in memory
/// until a server refuses them.
final class CredentialLoader: Sendable {
    private typealias Loaded = Result<Credentials, CredentialProblem>

    private let account: AccountConfiguration
    private let environment: Environment
    /// The credentials, or the task that is loading them. Sending and syncing ask at the same time; the user should
    /// not have to unlock a keyring twice.
    private let loading: Mutex<Task<Loaded, Never>?>

    init(_ account: AccountConfiguration, _ environment: Environment, known: Credentials? = nil) {
        self.account = account
        self.environment = environment
        loading = Mutex(known.map { known in Task { .success(known) } })
    }

    /// A loader that only reports a problem.
    init(_ account: AccountConfiguration, _ environment: Environment, problem: CredentialProblem) {
        self.account = account
        self.environment = environment
        loading = Mutex(Task { .failure(problem) })
    }

    /// Can be used for any number of connections.
    var source: CredentialSource {
        { (isRenewed) async throws(CredentialProblem) in
            let task = self.loading.withLock { loading in
                if !isRenewed, let loading { return loading }
                let task = Task { await self.load() }
                loading = task
                return task
            }
            let loaded = await task.value
            // Try again the next time.
            if case .failure = loaded { self.loading.withLock { if $0 == task { $0 = nil } } }
            return try loaded.get()
        }
    }

    /// Loads the credentials on a thread of its own, because the user may have to unlock a keyring.
    private func load() async -> Loaded {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "petrel.credentials").async { continuation.resume(returning: self.read()) }
        }
    }

    private func read() -> Loaded {
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
