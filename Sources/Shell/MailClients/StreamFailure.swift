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
        case .cutOff: "The connection to \(server) broke off. Try again."
        case .closed, .cancelled: "The connection to \(server) was ended here, as you said."
        case .nameNotFound:
            "No server is called \(server.host). Compare the name with what your provider says: petrel account list"
        case .nameServerUnreachable:
            "Nobody can say where \(server.host) is: this machine seems to be offline. Try again when it is not."
        case .refused:
            "Nothing listens at \(server). Compare the port with what your provider says: petrel account list"
        case .unreachable: "There is no way to \(server) now: this machine may be offline. Try again when it is not."
        case .certificate(let problem):
            "\(server) did not prove that it is \(server.host): \(problem). Neither a password nor mail was sent to it."
        case .tls(let words): "There is no encrypted connection to \(server) (\(words)), and petrel uses no other."
        case .plaintextBeforeTLS:
            """
            \(server) sent something ahead of the encryption, as somebody on the way would. petrel has ended the \
            connection; neither a password nor mail was sent.
            """
        case .compression:
            "What \(server) sent is not compressed as it said. petrel ended the connection and believed none of it. Try again."
        case .system(let code): "The connection to \(server) failed (error \(code) of the system). Try again."
        }
    }
}

extension CertificateProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .expired: "its certificate has expired, or the clock of this machine is wrong"
        case .notYetValid: "its certificate is not valid yet, or the clock of this machine is wrong"
        case .unknownAuthority: "nobody whom this machine knows vouches for its certificate"
        case .otherHost(let names) where names.isEmpty: "its certificate names no host"
        case .otherHost(let names): "its certificate is for \(names.joined(separator: ", "))"
        case .tooWeak: "its certificate can be forged"
        case .otherUse: "its certificate is not one of a server"
        case .other(let words): "its certificate does not hold (\(words))"
        }
    }
}
