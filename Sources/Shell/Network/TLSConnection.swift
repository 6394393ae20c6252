private import COpenSSL
private import Glibc
internal import MailClients

/// A TLS client connection over a socket [RFC 8446]. No operation blocks. Only one task at a time may use it.
@safe final class TLSConnection {
    private let connection: OpaquePointer
    private let socket: Socket
    private let context: TLSContext
    private let witness: TLSCallbacks
    /// How reading ended, for later reads.
    private var end: NonblockingResult<[UInt8]>?
    /// Whether a fatal error has occurred. OpenSSL must not be called after one.
    private var isBroken = false

    init(to endpoint: Endpoint, over socket: Socket, _ context: TLSContext) throws(StreamFailure) {
        guard let connection = unsafe SSL_new(context.context) else { throw .tls(TLSContext.words) }
        let server = TLSSessionCache.Server(host: endpoint.host, port: endpoint.port)
        unsafe self.connection = connection
        self.socket = socket
        self.context = context
        witness = TLSCallbacks(server, context.sessions)
        unsafe witness.attach(to: connection)
        guard unsafe tls_set_socket(connection, context.socketMethod, socket.descriptor) == 1,
            expect(endpoint.host)
        else { throw .tls(TLSContext.words) }
        if let session = context.sessions.take(for: server) {
            unsafe _ = SSL_set_session(connection, session.session)
        }
    }

    deinit {
        unsafe SSL_free(connection)
    }

    /// Sends the host name to the server, and requires a certificate with a subject alternative name that matches it,
    /// possibly with a wildcard for a whole label, never with the subject [RFC 9525 §6.3].
    private func expect(_ host: String) -> Bool {
        let rules = unsafe SSL_get0_param(connection)
        if SocketAddress.isNumeric(host) { return unsafe X509_VERIFY_PARAM_set1_ip_asc(rules, host) == 1 }
        // OpenSSL would accept any host below a name with a leading dot.
        guard host.utf8.first != 0x2E else { return false }
        unsafe X509_VERIFY_PARAM_set_hostflags(
            rules, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
        return unsafe X509_VERIFY_PARAM_set1_host(rules, host, host.utf8.count) == 1
            && tls_set_server_name(connection, host) == 1
    }

    /// Done when the server's certificate is verified.
    func handshake() -> NonblockingResult<Void> {
        let result = call { unsafe SSL_connect(connection) }
        guard result == 1 else { return reason(for: result).step(atEnd: .failed(.cutOff)) }
        // OpenSSL has already verified the certificate. This check holds whatever settings it was built with.
        guard unsafe SSL_get_verify_result(connection) == Int(X509_V_OK),
            unsafe SSL_get0_peer_certificate(connection) != nil
        else { return .failed(.certificate(.other("it was not verified"))) }
        return .done(())
    }

    /// Reads at most `count` bytes, and none if the peer has announced the end.
    func read(atMost count: Int) -> NonblockingResult<[UInt8]> {
        if let end { return end }
        var got = 0
        var reason: Reason?
        let octets = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            repeat {
                var more = 0
                let result = call {
                    unsafe SSL_read_ex(
                        connection, buffer.baseAddress.map { unsafe $0 + got }, count - got, &more)
                }
                got += more
                if result != 1 { reason = self.reason(for: result) }
            } while reason == nil && got < count && hasPending
            length = got
        }
        guard let reason else { return .done(octets.withoutUnusedCapacity) }
        let step: NonblockingResult<[UInt8]> = reason.step(atEnd: .done([]))
        if case .wait = step {} else { end = step }
        return got > 0 ? .done(octets.withoutUnusedCapacity) : step
    }

    /// Whether more data has arrived than was read, in whole records or not.
    private var hasPending: Bool {
        unsafe SSL_has_pending(connection) == 1
    }

    /// Writes the bytes from `start` on, and returns how many were accepted. After `wait`, repeat it with the same
    /// bytes.
    func write(_ octets: [UInt8], from start: Int) -> NonblockingResult<Int> {
        if isBroken { return .failed(.cutOff) }
        var count = 0
        let result = call {
            unsafe octets.withUnsafeBytes { buffer in
                unsafe SSL_write_ex(
                    connection, UnsafeRawBufferPointer(rebasing: buffer[start...]).baseAddress, buffer.count - start,
                    &count)
            }
        }
        return result == 1 ? .done(count) : reason(for: result).step(atEnd: .failed(.cutOff))
    }

    /// Sends a closure alert if that is possible without waiting [RFC 8446 §6.1].
    func announceEnd() {
        guard !isBroken else { return }
        _ = call { unsafe SSL_shutdown(connection) }
    }

    /// Clears OpenSSL's error queue, which is per thread and which `SSL_get_error` inspects, and calls `body`.
    private func call(_ body: () -> Int32) -> Int32 {
        ERR_clear_error()
        errno = 0
        return body()
    }

    /// Why a call did not succeed.
    private enum Reason {
        case notReady(Interest)
        /// The peer has announced the end of its data.
        case ended
        case failed(StreamFailure)

        func step<Value>(atEnd: NonblockingResult<Value>) -> NonblockingResult<Value> {
            switch self {
            case .notReady(let interest): .wait(interest)
            case .ended: atEnd
            case .failed(let failure): .failed(failure)
            }
        }
    }

    /// Returns the reason for a failed call [SSL_get_error(3)].
    private func reason(for result: Int32) -> Reason {
        let code = errno
        switch unsafe SSL_get_error(connection, result) {
        case SSL_ERROR_WANT_READ: return .notReady(.readable)
        case SSL_ERROR_WANT_WRITE: return .notReady(.writable)
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL:
            isBroken = true
            return .failed(code == 0 || code == ETIMEDOUT ? .cutOff : StreamFailure(code: code))
        default:
            isBroken = true
            return .failed(failure)
        }
    }

    private var failure: StreamFailure {
        let verdict = unsafe SSL_get_verify_result(connection)
        if verdict != Int(X509_V_OK) {
            return .certificate(CertificateProblem(verdict, witness))
        }
        if ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING { return .cutOff }
        return .tls(TLSContext.words)
    }
}

extension CertificateProblem {
    /// Maps a verification result of OpenSSL [X509_STORE_CTX_get_error(3)].
    fileprivate init(_ verdict: Int, _ callbacks: TLSCallbacks) {
        switch Int32(verdict) {
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            self = .unknownAuthority(callbacks.refusedCertificate)
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .otherHost(callbacks.otherHosts)
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK: self = .tooWeak
        case X509_V_ERR_INVALID_PURPOSE: self = .otherUse
        default:
            let words = unsafe X509_verify_cert_error_string(verdict).map { unsafe String(cString: $0) }
            self = .other(words ?? "error \(verdict)")
        }
    }
}
