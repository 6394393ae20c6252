private import COpenSSL
internal import MailClients

/// Receives OpenSSL's callbacks for a connection: records what a refused certificate says, and keeps sessions
/// for later connections. OpenSSL refers to it by an unretained pointer, so the connection must keep it alive.
@safe final class TLSCallbacks {
    private static let maximumNames = 5

    private static let largestDescription = 4096

    private(set) var otherHosts: [String] = []
    private(set) var refusedCertificate: ServerCertificate?
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
        let callbacks = unsafe of(OpaquePointer(connection))
        callbacks?.otherHosts = hosts.map { text($0) }
        callbacks?.refusedCertificate = unsafe description(of: certificate)
    }

    private static func description(of certificate: OpaquePointer) -> ServerCertificate? {
        var octets = [CChar](repeating: 0, count: largestDescription)
        let length = unsafe tls_describe_certificate(certificate, &octets, Int32(octets.count))
        let parts = octets.prefix(Int(length)).split(separator: 0, omittingEmptySubsequences: false).map { text($0) }
        guard parts.count > 4 else { return nil }
        return ServerCertificate(
            subject: parts[0], issuer: parts[1], firstDay: parts[2], lastDay: parts[3], fingerprint: parts[4])
    }

    private static func text(_ octets: ArraySlice<CChar>) -> String {
        String(decoding: octets.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
