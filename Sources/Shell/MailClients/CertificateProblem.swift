/// Why certificate verification failed.
public enum CertificateProblem: Hashable, Sendable {
    case expired
    case notYetValid
    /// The certificate is self-signed, or signed by an authority that this machine does not trust.
    case unknownAuthority(ServerCertificate?)
    /// The certificate is for other names. Contains a few of them, sanitized for a terminal.
    case otherHost([String])
    /// The key or a signature uses a broken algorithm.
    case tooWeak
    /// The certificate is not meant for servers.
    case otherUse
    /// Any other problem, in the words of the TLS library.
    case other(String)
}

extension CertificateProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .expired: "its certificate has expired, or this machine's clock is wrong"
        case .notYetValid: "its certificate is not valid yet, or this machine's clock is wrong"
        case .unknownAuthority(let certificate?) where certificate.isSelfSigned:
            "its certificate is signed by itself, and not by an authority that this machine trusts"
        case .unknownAuthority(let certificate?):
            "its certificate is signed by \(certificate.shortIssuer), which is not an authority that this machine trusts"
        case .unknownAuthority(nil): "its certificate is not signed by an authority that this machine trusts"
        case .otherHost(let names) where names.isEmpty: "its certificate does not name a host"
        case .otherHost(let names): "its certificate is for \(names.joined(separator: ", "))"
        case .tooWeak: "its certificate uses a broken algorithm or key"
        case .otherUse: "its certificate is not a server certificate"
        case .other(let words): "certificate verification failed (\(words))"
        }
    }
}
