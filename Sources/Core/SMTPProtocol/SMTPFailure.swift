public import SASL

/// The cause of a failure, its scope, and whether to retry.
public struct SMTPFailure: Error, Hashable, Sendable {
    /// The stage that failed.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        case greeting, hello, startTLS, authentication, reset, sender, recipients, data, content
        /// After the final dot.
        case end
    }

    public enum Cause: Hashable, Sendable {
        case reply(Reply)
        case lost(ConnectionLossReason)
        /// The server sent something that is not a reply.
        case malformed(ReplyParser.Fault)
        /// The server sent an unsolicited reply, which could be mistaken for the answer to a later command. Before TLS,
        /// attackers use this to inject commands and replies [RFC 3207 §5].
        case unasked
        /// The server does not offer TLS, which is mandatory.
        case noTLS
        /// The server offers no supported mechanism for the account's credentials.
        case noMechanism
        case exchange(SASLFailure)
        /// The message is larger than the server accepts, in bytes.
        case tooLarge(limit: Int)
        /// The message has 8-bit data, which the server does not accept.
        case needsEightBit
        /// An address or header field is not ASCII, and the server does not support SMTPUTF8.
        case needsUTF8
        case message(DotStuffing.Fault)
        /// The message was changed: its size differs from the size determined before.
        case messageChanged
        /// The sender could not continue: a file could not be read, or the state could not be written.
        case stopped(because: String)
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
        /// Retry with the next attempt, or after this delay if the server's reply implies one.
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

    /// Whether the credentials were rejected or others are required. The caller then renews the token or asks for the
    /// password [RFC 4954 §6].
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
