/// The certificate authorities that server certificates are verified with.
public enum TrustAnchors: Hashable, Sendable {
    /// The authorities that this machine trusts.
    case system
    /// Only the authorities in a PEM file, given as the bytes of its path.
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
