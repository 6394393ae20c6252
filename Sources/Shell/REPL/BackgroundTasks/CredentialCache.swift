internal import MailEngine
internal import SASL
internal import SignIn
private import Synchronization
internal import Threads

/// Loads an account's credentials from their configured source, without asking the user. They are cached in memory
/// until a server refuses them.
final class CredentialCache: Sendable {
    private typealias Loaded = Result<Credentials, CredentialError>

    private let reader: CredentialReader
    /// The credentials that were read last.
    private let latest = Mutex<Credentials?>(nil)
    /// The credentials, or the task that is loading them. Sending and syncing ask at the same time; the user should
    /// not have to unlock a keyring twice.
    private let loading: Mutex<Task<Loaded, Never>?>

    init(_ reader: CredentialReader, known: Credentials? = nil) {
        self.reader = reader
        latest.withLock { $0 = known }
        loading = Mutex(known.map { known in Task { .success(known) } })
    }

    /// A loader that only reports a problem.
    init(_ reader: CredentialReader, problem: CredentialError) {
        self.reader = reader
        loading = Mutex(Task { .failure(problem) })
    }

    /// Can be used for any number of connections.
    var source: CredentialSource {
        { (isRenewed) async throws(CredentialError) in
            let task = self.loading.withLock { loading in
                if !isRenewed, let loading { return loading }
                let task = Task { await self.load(isRenewed: isRenewed) }
                loading = task
                return task
            }
            let loaded = await task.value
            // Try again the next time.
            if case .failure = loaded { self.loading.withLock { if $0 == task { $0 = nil } } }
            return try loaded.get()
        }
    }

    /// Whether the credentials are in a keyring that returns them now. Does not ask the user to unlock it.
    @Sendable func canReadKeyring() async -> Bool {
        await onThread { self.reader.canReadKeyring }
    }

    private func load(isRenewed: Bool) async -> Loaded {
        await onThread { self.read(isRenewed: isRenewed) }
    }

    /// Runs work on a thread of its own, because it may wait for the user to unlock a keyring.
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            BackgroundThreads.run { continuation.resume(returning: work()) }
        }
    }

    private func read(isRenewed: Bool) -> Loaded {
        do throws(SignInError) {
            let credentials = try reader.credentials(refused: isRenewed ? latest.withLock { $0 } : nil)
            latest.withLock { $0 = credentials }
            return .success(credentials)
        } catch {
            return .failure(
                CredentialError(
                    error.description, isTemporary: error.isTemporary, isOfKeyring: error.isOfKeyring))
        }
    }
}
