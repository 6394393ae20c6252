/// A command that cannot be said to this server, or must not be said now. Nothing of it was written.
public enum CommandError: Error, Hashable, Sendable {
    /// NUL, CR or LF where none can stand, an empty set, a name that is none.
    case invalid(String)
    /// Longer than servers read, and not to be taken apart.
    case tooLong(octets: Int)
    /// The server does not say that it can.
    case unsupported(Capability)
    /// The connection is in another state, or it is over.
    case wrongState
    /// Nothing goes out before TLS but what leads to it.
    case notEncrypted
    /// Other commands have to be answered first.
    case mustWait
}
