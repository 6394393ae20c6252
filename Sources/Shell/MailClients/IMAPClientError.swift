public import IMAPProtocol
public import SASL

/// Why a command failed: because of the server, the network or petrel itself.
public enum IMAPClientError: Error, Hashable, Sendable {
    case session(IMAPFailure)
    case stream(StreamFailure)
    /// The message to be appended could not be read, or did not have the announced length. The server did not store it.
    case content(MessageSource.Failure?)
    /// The SASL exchange failed, or the server did not prove its identity.
    case exchange(SASLFailure)
    /// The server offers no mechanism that the credentials can be used with.
    case noMechanism

    public var reach: IMAPFailure.Reach {
        switch self {
        case .session(let failure): failure.reach
        case .stream: .connection
        case .content: .message
        case .exchange, .noMechanism: .account
        }
    }

    public var retry: IMAPFailure.Retry {
        switch self {
        case .session(let failure): failure.retry
        case .stream(let failure):
            switch failure {
            case .certificate, .nameNotFound: .never
            case .timedOut, .cutOff, .closed, .cancelled, .nameServerUnreachable, .refused, .unreachable, .tls,
                .plaintextBeforeTLS, .compression, .system:
                .later(after: nil)
            }
        case .content, .exchange, .noMechanism: .never
        }
    }
}
