/// The reason why an authentication exchange cannot continue.
public enum SASLFailure: Error, Hashable, Sendable {
    /// The server sent something that is not base64, or not what the mechanism expects.
    case malformedChallenge
    /// The server sent another challenge after the end of the exchange.
    case unexpectedChallenge
    /// The iteration count is so low that the password could be guessed, or so high that it would block this machine.
    case iterationCount
    /// The server requires an unsupported extension [RFC 5802 §5.1].
    case unknownExtension
    /// The server's nonce does not begin with the client's.
    case foreignNonce
    /// The server did not prove that it knows the password. It may be a different server or an attacker.
    case serverNotVerified
    /// The server reported within the exchange that the user name or password is wrong.
    case refused
}
