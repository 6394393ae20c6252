private import COpenSSL
private import Glibc
internal import MailClients

/// The settings that TLS connections with the same trust anchors share: options, trust anchors and resumable sessions
/// [RFC 8446 §2.2].
///
/// TLS 1.2 or newer and certificate verification are mandatory and cannot be disabled.
@safe final class TLSContext: @unchecked Sendable {
    // Neither changes after `init`, and OpenSSL counts its references to them.
    let context: OpaquePointer
    let socketMethod: OpaquePointer
    let sessions = TLSSessionCache()

    init(_ authorities: TrustAnchors) throws(StreamFailure) {
        guard let context = unsafe tls_client_context() else { throw .tls(Self.words) }
        guard let method = unsafe tls_socket_method() else {
            unsafe SSL_CTX_free(context)
            throw .tls(Self.words)
        }
        unsafe self.context = context
        unsafe socketMethod = method
        unsafe SSL_CTX_sess_set_new_cb(context) { ssl, session in unsafe TLSCallbacks.of(ssl)?.keep(session) ?? 0
        }
        ERR_clear_error()
        let isLoaded =
            switch authorities {
            case .system: unsafe SSL_CTX_set_default_verify_paths(context)
            case .file(let path): unsafe SSL_CTX_load_verify_file(context, path.map { CChar(bitPattern: $0) } + [0])
            }
        guard isLoaded == 1 else { throw .tls("\(authorities): \(Self.words)") }
    }

    deinit {
        unsafe SSL_CTX_free(context)
        unsafe BIO_meth_free(socketMethod)
    }

    private static let systemFlag: UInt = 0x8000_0000

    /// The first error on this thread, in the words of OpenSSL; nothing in it is from the peer.
    static var words: String {
        let code = ERR_peek_error()
        // OpenSSL has no text for system errors [ERR_GET_LIB(3)].
        if code & Self.systemFlag != 0 { return unsafe String(cString: strerror(Int32(code & ~Self.systemFlag))) }
        guard code != 0, let reason = unsafe ERR_reason_error_string(code) else { return "no reason is known" }
        return unsafe String(cString: reason)
    }
}
