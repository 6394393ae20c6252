internal import MailClients
private import Synchronization

/// Where the `TLSContext` of some authorities comes from. It is made with the first connection, on the thread of whoever
/// connects: nothing that others keep busy is waited for.
final class TLSRules: Sendable {
    private let authorities: Authorities
    private let made = Mutex<TLSContext?>(nil)

    init(_ authorities: Authorities) {
        self.authorities = authorities
    }

    /// Fails where they cannot be read; whoever asks next has them read again.
    func context() throws(StreamFailure) -> TLSContext {
        try made.withLock { made throws(StreamFailure) in
            if let made { return made }
            let context = try TLSContext(authorities)
            made = context
            return context
        }
    }
}
