/// Why a connection could not be made, or does not go on.
public enum StreamFailure: Error, Hashable, Sendable {
    /// The peer did not answer, or took nothing, as long as somebody was willing to wait.
    case timedOut
    /// The peer was there, and the connection ended in the middle: reset, or without TLS's own end [RFC 8446 §6.1].
    case cutOff
    /// This side has ended it.
    case closed
    /// The task that waited was cancelled.
    case cancelled
    /// The name has no address.
    case nameNotFound
    /// Nobody could be asked what the address of the name is.
    case nameServerUnreachable
    /// The machine is there, and nothing listens.
    case refused
    /// No way leads to it, or nothing answered; none at all where the network is down.
    case unreachable
    /// The peer did not prove that it is the server. Nothing was sent to it.
    case certificate(CertificateProblem)
    /// TLS did not come about or was broken; the words are of the TLS library, and not of the peer.
    case tls(String)
    /// Octets came before TLS that would have been taken for protected ones.
    case plaintextBeforeTLS
    /// What both sides agreed to compress is not compressed, or was damaged [RFC 4978].
    case compression
    /// Anything else; the value of errno.
    case system(Int32)
}

/// Why a certificate does not prove that a peer is the server.
public enum CertificateProblem: Hashable, Sendable {
    case expired
    case notYetValid
    /// Signed by itself, or by a private authority that this machine does not know.
    case unknownAuthority
    /// It is for other names, at most a few of them, made harmless for a terminal.
    case otherHost([String])
    /// Its key or a signature can be forged today.
    case tooWeak
    /// It was made for another use than a server.
    case otherUse
    /// Anything else, in the words of the TLS library.
    case other(String)
}

extension StreamFailure {
    /// What happened, what it means for the mail, and what to do, in whole sentences.
    public func sentences(about server: Endpoint) -> String {
        switch self {
        case .timedOut: "\(server) did not answer in time. Try again later."
        case .cutOff: "The connection to \(server) was lost. Try again."
        case .closed, .cancelled: "The connection to \(server) was cancelled."
        case .nameNotFound:
            "There is no server named \(server.host). Compare the name with your provider's settings: petrel account list"
        case .nameServerUnreachable:
            "Could not look up \(server.host): this machine seems to be offline. Try again when it is online."
        case .refused:
            "Nothing listens at \(server). Compare the port with your provider's settings: petrel account list"
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

extension CertificateProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .expired: "its certificate has expired, or this machine's clock is wrong"
        case .notYetValid: "its certificate is not valid yet, or this machine's clock is wrong"
        case .unknownAuthority: "its certificate is not signed by an authority that this machine trusts"
        case .otherHost(let names) where names.isEmpty: "its certificate does not name a host"
        case .otherHost(let names): "its certificate is for \(names.joined(separator: ", "))"
        case .tooWeak: "its certificate uses a broken algorithm or key"
        case .otherUse: "its certificate is not a server certificate"
        case .other(let words): "certificate verification failed (\(words))"
        }
    }
}
