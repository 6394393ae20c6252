/// Why a sign-in cannot go on, whatever the server says next.
public enum SASLFailure: Error, Hashable, Sendable {
    /// The server said something that is not base64, or not what the mechanism has it say here.
    case malformedChallenge
    /// The server asks on when all has been said.
    case unexpectedChallenge
    /// A password would be stretched so rarely that it could be guessed, or so often that this machine would stand still.
    case iterationCount
    /// The server demands an extension that nobody here knows [RFC 5802 §5.1].
    case unknownExtension
    /// The server answers somebody else.
    case foreignNonce
    /// The server did not prove that it knows the password: it is another one, or somebody stands in between.
    case serverNotVerified
    /// The server says in the exchange that name or password is wrong.
    case refused
}
