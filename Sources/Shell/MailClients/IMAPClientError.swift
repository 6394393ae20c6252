public import IMAPProtocol
public import MailTypes
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

/// How long to wait for the server.
public struct IMAPTimeouts: Hashable, Sendable {
    /// The wait for the greeting.
    public var greeting = Duration.seconds(30)
    /// The wait for the next bytes of an answer.
    public var answer = Duration.seconds(60)
    /// The wait for answers to commands that were pipelined with the sign-in.
    public var early = Duration.seconds(10)
    /// The duration of a whole exchange, even if data keeps arriving.
    public var exchange = Duration.seconds(3600)
    /// The wait for the server to accept written data.
    public var write = Duration.seconds(60)

    public init() {}

    public static let standard = IMAPTimeouts()
}

/// Responses that arrive while commands run.
public enum IMAPDelivery: Hashable, Sendable {
    /// A response, with the index in the pipeline of the command that requested it, or `nil` if it is unsolicited.
    case data(Response, command: Int?, mailbox: EncodedMailboxName?)
    /// A piece of a message's content.
    case literal(LiteralPiece, command: Int?)
    /// A text that the server wants the user to read. It is untrusted input.
    case alert([UInt8])

    /// The index in the pipeline of the command that requested this, or `nil` if it is unsolicited.
    public var command: Int? {
        switch self {
        case .data(_, let command, _), .literal(_, let command): command
        case .alert: nil
        }
    }
}
