public import IMAPProtocol
public import MailTypes
public import SASL

/// Why a command did not work, whether the server, the network or this side is the reason.
public enum IMAPClientError: Error, Hashable, Sendable {
    case session(IMAPFailure)
    case stream(StreamFailure)
    /// The message that was to be appended could not be read, or was not as long as announced. The server has none of it.
    case content(MessageSource.Failure?)
    /// The exchange in which somebody signs in cannot go on, or the server did not prove itself in it.
    case exchange(SASLFailure)
    /// The server offers no way to sign in with what there is.
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

/// How long the server is waited for.
public struct IMAPTimeouts: Hashable, Sendable {
    /// For the greeting.
    public var greeting = Duration.seconds(30)
    /// For the next octets of an answer.
    public var answer = Duration.seconds(60)
    /// For answers to what was asked before somebody was signed in.
    public var early = Duration.seconds(10)
    /// For all of an exchange, however lively it is.
    public var exchange = Duration.seconds(3600)
    /// For the server to take what is written.
    public var write = Duration.seconds(60)

    public init() {}

    public static let standard = IMAPTimeouts()
}

/// What the server says while commands run.
public enum IMAPDelivery: Hashable, Sendable {
    /// Data, with the place in the flight of the command that asked for it; `nil` for what nobody asked for.
    case data(Response, command: Int?, mailbox: EncodedMailboxName?)
    /// A piece of a message's content.
    case literal(LiteralPiece, command: Int?)
    /// The server wants the user to read this: octets of unknown origin.
    case alert([UInt8])

    /// The place in the flight of the command that asked for it; `nil` where none did.
    public var command: Int? {
        switch self {
        case .data(_, let command, _), .literal(_, let command): command
        case .alert: nil
        }
    }
}
