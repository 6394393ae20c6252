/// The reason why an authentication exchange cannot continue.
public enum SASLFailure: Error, Hashable, Sendable {
    /// The server sent something that is not base64, or not what the mechanism expects.
    case malformedChallenge
    /// The server asks on when all has been said.
    case unexpectedChallenge
    /// The iteration count is so low that the password could be guessed, or so high that it would block this machine.
    case iterationCount
    /// The server requires an unknown extension [RFC 5802 §5.1].
    case unknownExtension
    /// The server's nonce does not continue the client's.
    case foreignNonce
    /// The server could not prove that it knows the password: it is another server, or an attacker is in between.
    case serverNotVerified
    /// The server says in the exchange that name or password is wrong.
    case refused
}
