public import SASL

/// Why something did not work, how far that reaches, and whether trying again makes sense. As long as a message has only
/// this against it, no server has it.
public struct SMTPFailure: Error, Hashable, Sendable {
    /// The stage that failed.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        case greeting, hello, startTLS, authentication, reset, sender, recipients, data, content
        /// After the dot that ends the message.
        case end
    }

    public enum Cause: Hashable, Sendable {
        case reply(Reply)
        case lost(ConnectionLoss)
        /// The server sent something that is not a reply.
        case malformed(ReplyParser.Fault)
        /// The server spoke without being asked, so that its next words could be taken for an answer. In front of TLS
        /// that is how commands and replies are slipped in [RFC 3207 §5].
        case unasked
        /// The server offers no encryption, and nothing is done without.
        case noTLS
        /// The server offers no supported mechanism for the account's credentials.
        case noMechanism
        case exchange(SASLFailure)
        /// The message is larger than the server accepts, in bytes.
        case tooLarge(limit: Int)
        /// The message has 8-bit data, which the server does not accept.
        case needsEightBit
        /// An address or a field that is not ASCII, which the server does not take.
        case needsUTF8
        case message(DotStuffing.Fault)
        /// The message ended elsewhere than when it was measured.
        case messageChanged
        /// The sender could not continue: a file could not be read, or the state could not be written.
        case stopped
    }

    /// The scope of the failure.
    public enum Reach: Hashable, Sendable {
        /// Some of the recipients.
        case recipients
        case message
        case connection
        case account
    }

    public enum Retry: Hashable, Sendable {
        /// With the next turn, or after so long where the server's words say how long.
        case later(after: Duration?)
        case never
    }

    public let stage: Stage
    public let cause: Cause
    public let reach: Reach
    public let retry: Retry

    public init(_ stage: Stage, _ cause: Cause, _ reach: Reach, _ retry: Retry) {
        self.stage = stage
        self.cause = cause
        self.reach = reach
        self.retry = retry
    }

    /// The server's reply, if there was one.
    public var reply: Reply? {
        if case .reply(let reply) = cause { return reply }
        return nil
    }

    /// Whether the secret was refused, or another one is needed: a token is renewed then, a password asked for
    /// [RFC 4954 §6].
    public var isAuthentication: Bool {
        switch cause {
        case .reply(let reply): [530, 534, 535, 538].contains(reply.code) || reply.code >= 400 && reply.has(7, 8)
        case .exchange(let failure): failure == .refused
        case .lost, .malformed, .unasked, .noTLS, .noMechanism, .tooLarge, .needsEightBit, .needsUTF8, .message,
            .messageChanged, .stopped:
            false
        }
    }
}

/// How a connection came to its end.
public enum ConnectionLoss: Hashable, Sendable {
    /// The server ended it.
    case closed
    /// The server did not answer in time.
    case silent
    /// It broke, or was ended here.
    case broken
}
