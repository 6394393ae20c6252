/// Whom to believe that a server is the one it says it is.
public enum Authorities: Hashable, Sendable {
    /// Whom this machine believes.
    case system
    /// Those in a file of certificates in PEM, and nobody else: the octets of its path.
    case file([UInt8])
}
