internal import MailClients
private import Synchronization

/// Where the `TLSContext` of some authorities comes from. To read them takes longer than many a server takes to answer,
/// so that is done while its name is looked up and the connection made.
final class TLSRules: Sendable {
    private typealias Making = Task<Result<TLSContext, StreamFailure>, Never>

    private let authorities: Authorities
    private let making = Mutex<Making?>(nil)

    init(_ authorities: Authorities) {
        self.authorities = authorities
    }

    /// Begins to read them, unless that was done.
    func prepare() {
        _ = begun()
    }

    /// Fails where they cannot be read; whoever asks next has them read again.
    func context() async throws(StreamFailure) -> TLSContext {
        let making = begun()
        do throws(StreamFailure) {
            return try await making.value.get()
        } catch {
            self.making.withLock { if $0 == making { $0 = nil } }
            throw error
        }
    }

    /// Whatever was begun is done when this returns.
    func settle() async {
        _ = await making.withLock { $0 }?.value
    }

    private func begun() -> Making {
        making.withLock { making in
            if let making { return making }
            let begun = Making.detached { [authorities] in
                do throws(StreamFailure) { return .success(try TLSContext(authorities)) } catch {
                    return .failure(error)
                }
            }
            making = begun
            return begun
        }
    }
}
