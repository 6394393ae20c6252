/// A command cannot be encoded for this server or must not be sent now. Nothing of it was written.
public enum CommandError: Error, Hashable, Sendable {
    /// An argument is invalid, such as a string with NUL, CR or LF, an empty set, or a malformed name.
    case invalid(String)
    /// The command is too long and cannot be split, or the message exceeds the server's limit.
    case tooLong(octets: Int)
    /// The server does not announce this capability.
    case unsupported(Capability)
    /// The command is not valid in the current state of the connection, or the connection is closed.
    case wrongState
    /// The command is not allowed before TLS.
    case notEncrypted
    /// Commands in flight must complete first.
    case mustWait
}
