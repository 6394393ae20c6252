private import COpenSSL
internal import MailClients

/// Receives OpenSSL's callbacks for a connection: records the host names of a refused certificate, and keeps sessions
/// for later connections. OpenSSL refers to it by an unretained pointer, so the connection must keep it alive.
@safe final class TLSCallbacks {
    private static let maximumNames = 5

    private(set) var otherHosts: [String] = []
    private let server: TLSSessionCache.Server
    private let sessions: TLSSessionCache

    init(_ server: TLSSessionCache.Server, _ sessions: TLSSessionCache) {
        self.server = server
        self.sessions = sessions
    }

    func attach(to connection: OpaquePointer) {
        unsafe SSL_set_ex_data(connection, 0, Unmanaged.passUnretained(self).toOpaque())
        unsafe SSL_set_verify(connection, SSL_VERIFY_PEER) { isGood, store in
            if isGood == 0 { unsafe TLSCallbacks.refused(store) }
            return isGood
        }
    }

    static func of(_ connection: OpaquePointer?) -> TLSCallbacks? {
        unsafe SSL_get_ex_data(connection, 0).map {
            unsafe Unmanaged<TLSCallbacks>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Stores a session and takes ownership of it, which the return value 1 tells OpenSSL.
    func keep(_ session: OpaquePointer?) -> Int32 {
        guard let session = unsafe session else { return 0 }
        sessions.keep(unsafe TLSSession(session), for: server)
        return 1
    }

    private static func refused(_ store: OpaquePointer?) {
        let connection = unsafe X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
        guard let connection = unsafe connection, let certificate = unsafe X509_STORE_CTX_get0_cert(store) else {
            return
        }
        var names = [CChar](repeating: 0, count: 1024)
        let length = unsafe tls_host_names(certificate, &names, Int32(names.count))
        let hosts = names.prefix(Int(length)).split(separator: 0).prefix(maximumNames)
        unsafe of(OpaquePointer(connection))?.otherHosts = hosts.map {
            String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
