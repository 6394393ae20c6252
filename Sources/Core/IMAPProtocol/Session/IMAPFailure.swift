/// Why something did not work, how far that reaches, and whether trying again makes sense.
public struct IMAPFailure: Error, Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        /// The server answered NO or BAD.
        case refused(StatusResponse.Condition, ResponseCode?)
        /// The server asks for less: fewer commands, or fewer connections.
        case throttled
        case tooManyConnections
        /// The secret was refused; a token may have to be renewed.
        case authenticationRefused
        /// The secret is too old, or the user has to act at the provider first.
        case authenticationBlocked(ResponseCode?)
        /// The server said BYE.
        case dismissed(ResponseCode?)
        /// The connection ended without a word.
        case ended
        /// What answers is no IMAP server that this client can talk to.
        case notIMAP
        /// The server offers no encryption, or refuses it, and nothing is done without.
        case noTLS
        /// The server says that it knows the user already, before anything is encrypted: somebody is in between, or the
        /// account is set up for another port.
        case preauthenticatedWithoutTLS
        /// Octets came ahead of the encryption that would have been taken for protected ones.
        case plaintextBeforeTLS
        /// The server says what IMAP does not let it say now: an answer to no command, a `+` that nothing waits for, a
        /// mailbox without messages in it that has some.
        case violation(Violation)
        case framing(FramingError)
        case malformed(ResponseError)
        /// The command was not sent.
        case command(CommandError)
    }

    public enum Violation: String, Hashable, Sendable {
        case answerToNothing
        case continuationForNothing
        case tooManyChallenges
        case successWithoutExchange
        case secondGreeting
        case answerBeforeContent
    }

    public enum Reach: Hashable, Sendable {
        case message
        case mailbox
        case connection
        case account
    }

    public enum Retry: Hashable, Sendable {
        case now
        /// With the next turn, or after so long where the server says how long.
        case later(after: Duration?)
        /// Not before somebody has changed something.
        case never
    }

    public let cause: Cause
    public let reach: Reach
    public let retry: Retry
    /// What the server says to people: octets of unknown origin, not to be shown as they are. Empty for what came before
    /// the encryption.
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
