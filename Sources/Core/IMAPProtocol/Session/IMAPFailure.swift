/// The cause of a failure, its scope, and whether to retry.
public struct IMAPFailure: Error, Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        /// The server answered with NO or BAD.
        case refused(StatusResponse.Condition, ResponseCode?)
        /// The server asks for fewer commands or connections.
        case throttled
        case tooManyConnections
        /// The credentials were rejected. A token may have to be refreshed.
        case authenticationRefused
        /// The credentials have expired, or the user must take action with the provider first.
        case authenticationBlocked(ResponseCode?)
        /// The server sent BYE.
        case dismissed(ResponseCode?)
        /// The connection was closed without a BYE.
        case ended
        /// The peer is not an IMAP server, or not one that this client supports.
        case notIMAP
        /// The server does not offer TLS or refused it. TLS is mandatory.
        case noTLS
        /// The server sent PREAUTH before TLS. The connection may be intercepted, or the account is configured with the
        /// wrong port.
        case preauthenticatedWithoutTLS
        /// Plaintext arrived before the TLS handshake that might have been mistaken for protected data.
        case plaintextBeforeTLS
        /// The server violated the protocol.
        case violation(Violation)
        case framing(FramingError)
        case malformed(ResponseError)
        /// The command was invalid and was not sent.
        case command(CommandError)
    }

    public enum Violation: String, Hashable, Sendable {
        case answerToNothing
        case continuationForNothing
        case tooManyChallenges
        case successWithoutExchange
        case secondGreeting
        case answerBeforeContent
        /// The server sent far more responses than a command needs.
        case tooManyResponses
    }

    public enum Reach: Hashable, Sendable {
        case message
        case mailbox
        case connection
        case account
    }

    public enum Retry: Hashable, Sendable {
        case now
        /// Retry with the next sync, or after the delay that the server asked for.
        case later(after: Duration?)
        /// Do not retry until the user or the provider has changed something.
        case never
    }

    public let cause: Cause
    public let reach: Reach
    public let retry: Retry
    /// The server's human-readable text. It is untrusted and must be sanitized before display. Empty for text received
    /// before TLS.
    public let text: [UInt8]

    public init(_ cause: Cause, _ reach: Reach, _ retry: Retry, text: [UInt8] = []) {
        self.cause = cause
        self.reach = reach
        self.retry = retry
        self.text = text
    }

    init(_ violation: Violation) {
        self.init(.violation(violation), .connection, .later(after: nil))
    }
}
