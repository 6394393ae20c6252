public import InternetMessage

/// A part of a message that is signed or encrypted.
public enum SecuredPart: Sendable {
    /// Signed content, and its detached signature [RFC 1847 §2.1].
    case signed(SecurityMethod, content: Part, signature: Part)
    /// Encrypted content, which is in `data` [RFC 3156 §4, RFC 8551 §3.3].
    case encrypted(SecurityMethod, data: Part)
    /// Content and signature in one CMS object [RFC 8551 §3.5.2].
    case enclosed(data: Part)

    /// Returns `nil` if the part is neither, or its structure is not that of the standards: a multipart/signed with a third
    /// part, for example, whose signature would not cover that part.
    public init?(_ part: Part) {
        let type = part.contentType
        switch part.kind {
        case .message: return nil
        case .multipart:
            let children = Array(part.children.prefix(3))
            guard children.count == 2 else { return nil }
            if type.is("multipart", "signed") {
                guard let method = Self.method(ofSignature: children[1].contentType) else { return nil }
                self = .signed(method, content: children[0], signature: children[1])
            } else if type.is("multipart", "encrypted") {
                guard children[0].contentType.is("application", "pgp-encrypted"), children[1].kind == .leaf,
                    children[1].missing == nil
                else { return nil }
                self = .encrypted(.openPGP, data: children[1])
            } else {
                return nil
            }
        case .leaf:
            guard part.missing == nil, Self.isCMS(type) else { return nil }
            let kind = (type.parameters["smime-type"] ?? "").lowercased()
            switch kind {
            case "signed-data": self = .enclosed(data: part)
            case "certs-only", "compressed-data": return nil
            case "": self = Self.isSignedData(part) ? .enclosed(data: part) : .encrypted(.smime, data: part)
            default: self = .encrypted(.smime, data: part)
            }
        }
    }

    public var method: SecurityMethod {
        switch self {
        case .signed(let method, _, _), .encrypted(let method, _): method
        case .enclosed: .smime
        }
    }

    private static func method(ofSignature type: ContentType) -> SecurityMethod? {
        if type.is("application", "pgp-signature") { return .openPGP }
        if type.is("application", "pkcs7-signature") || type.is("application", "x-pkcs7-signature") { return .smime }
        return nil
    }

    private static func isCMS(_ type: ContentType) -> Bool {
        type.is("application", "pkcs7-mime") || type.is("application", "x-pkcs7-mime")
    }

    /// Whether a CMS object without a stated type holds SignedData: the OID 1.2.840.113549.1.7.2 [RFC 5652 §5.1] is at
    /// its start.
    private static func isSignedData(_ part: Part) -> Bool {
        let start = part.decodedContent.prefix(32)
        let oid: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        return start.indices.contains { start[$0...].starts(with: oid) }
    }
}
