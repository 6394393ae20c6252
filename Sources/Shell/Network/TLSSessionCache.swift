private import COpenSSL
internal import MailClients
private import Synchronization

/// An in-memory cache of TLS sessions with verified servers, for later connections to the same host and port. Every
/// context has a separate cache, so that a session is never resumed under other trust anchors.
final class TLSSessionCache: Sendable {
    /// TLS 1.3 servers usually issue two sessions per connection, and each should be used once [RFC 8446 §C.4].
    private static let maximumPerServer = 4

    private let sessions = Mutex<[Server: [TLSSession]]>([:])

    struct Server: Hashable, Sendable {
        let host: String
        let port: UInt16
    }

    func keep(_ session: TLSSession, for server: Server) {
        sessions.withLock { $0[server] = ($0[server] ?? []).suffix(Self.maximumPerServer - 1) + [session] }
    }

    /// Returns the newest session. TLS 1.2 sessions stay in the cache, because they can be reused.
    func take(for server: Server) -> TLSSession? {
        sessions.withLock { sessions in
            guard let newest = sessions[server]?.last else { return nil }
            if newest.isForOneConnection { sessions[server]?.removeLast() }
            return newest
        }
    }
}

/// A session that can be resumed.
@safe final class TLSSession: @unchecked Sendable {
    // OpenSSL locks what changes in it.
    let session: OpaquePointer

    /// Takes ownership of the session.
    init(_ session: OpaquePointer) {
        unsafe self.session = session
    }

    deinit {
        unsafe SSL_SESSION_free(session)
    }

    var isForOneConnection: Bool {
        unsafe SSL_SESSION_get_protocol_version(session) >= TLS1_3_VERSION
    }
}
