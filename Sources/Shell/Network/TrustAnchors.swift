/// Whom to believe that a server is the one it says it is.
public enum TrustAnchors: Hashable, Sendable {
    /// Whom this machine believes.
    case system
    /// Those in a file of certificates in PEM, and nobody else: the octets of its path.
    case file([UInt8])
}

extension TrustAnchors: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system: "the authorities of this machine"
        case .file(let path): "the authorities in \(String(decoding: path, as: UTF8.self))"
        }
    }
}
