/// Why a connection could not be established, or was lost.
public enum StreamFailure: Error, Hashable, Sendable {
    /// The peer did not answer or accept data before the timeout.
    case timedOut
    /// The connection was interrupted: reset, or closed without a TLS closure alert [RFC 8446 §6.1].
    case cutOff
    /// petrel has closed the connection.
    case closed
    /// The waiting task was cancelled.
    case cancelled
    /// The host name has no address.
    case nameNotFound
    /// No name server could be reached.
    case nameServerUnreachable
    /// The host is up, but nothing listens on the port.
    case refused
    /// There is no route to the host, or it did not answer. Also reported if the network is down.
    case unreachable
    /// Certificate verification failed. Nothing was sent to the peer.
    case certificate(CertificateProblem)
    /// TLS failed. The text is from the TLS library, not from the peer.
    case tls(String)
    /// Data arrived before TLS that would have been mistaken for protected data.
    case plaintextBeforeTLS
    /// The compressed data is invalid [RFC 4978].
    case compression
    /// Any other error, with its `errno` value.
    case system(Int32)
}

extension StreamFailure {
    /// The server's certificate, if it is not signed by an authority that this machine trusts.
    public var untrustedCertificate: ServerCertificate? {
        if case .certificate(.unknownAuthority(let certificate)) = self { certificate } else { nil }
    }

    /// Describes what happened, what it means for the mail and what the user can do, in whole sentences.
    public func sentences(about server: Endpoint) -> String {
        switch self {
        case .timedOut: "\(server) did not answer in time. Try again later."
        case .cutOff: "The connection to \(server) was lost. Try again."
        case .closed, .cancelled: "The connection to \(server) was cancelled."
        case .nameNotFound:
            "There is no server named \(server.host). Compare the name with your provider's settings."
        case .nameServerUnreachable:
            "Could not look up \(server.host): this machine seems to be offline. Try again when it is online."
        case .refused:
            "Nothing answers at \(server). If that lasts, compare the port with your provider's settings."
        case .unreachable: "\(server) cannot be reached: this machine may be offline. Try again when it is online."
        case .certificate(let problem):
            "\(server) could not prove that it is \(server.host): \(problem). No password and no mail was sent."
        case .tls(let words):
            "Could not establish an encrypted connection to \(server) (\(words)), and petrel uses no other."
        case .plaintextBeforeTLS:
            """
            \(server) sent data before encryption started, as an attacker would. petrel closed the \
            connection; no password and no mail was sent.
            """
        case .compression:
            "\(server) sent invalid compressed data. petrel closed the connection and ignored the data. Try again."
        case .system(let code): "The connection to \(server) failed (system error \(code)). Try again."
        }
    }
}
