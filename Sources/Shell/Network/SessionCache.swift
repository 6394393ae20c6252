private import COpenSSL
internal import MailClients
private import Synchronization

/// TLS sessions that were begun with a verified server, in memory, for the next connection to the same host and port. A
/// context has its own: what one authority vouched for is never taken up under another.
final class SessionCache: Sendable {
    /// A connection of TLS 1.3 brings two, and each is good for one connection [RFC 8446 §C.4].
    private static let maximumPerServer = 4

    private let sessions = Mutex<[Server: [TLSSession]]>([:])

    struct Server: Hashable, Sendable {
        let host: String
        let port: UInt16
    }

    func keep(_ session: TLSSession, for server: Server) {
        sessions.withLock { $0[server] = ($0[server] ?? []).suffix(Self.maximumPerServer - 1) + [session] }
    }

    /// The newest one. One of TLS 1.2 stays for the next connection too.
    func take(for server: Server) -> TLSSession? {
        sessions.withLock { sessions in
            guard let newest = sessions[server]?.last else { return nil }
            if newest.isForOneConnection { sessions[server]?.removeLast() }
            return newest
        }
    }
}

/// What a server and a client remember of a connection.
@safe final class TLSSession: @unchecked Sendable {
    // OpenSSL locks what changes in it.
    let session: OpaquePointer

    /// Owns the session from now on.
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
