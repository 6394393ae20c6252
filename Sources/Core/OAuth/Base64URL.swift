internal import SASL

/// Base64 for URLs, without padding [RFC 4648 §5].
public enum Base64URL {
    public static func encode(_ octets: [UInt8]) -> [UInt8] {
        StrictBase64.encode(octets).compactMap { octet in
            switch octet {
            case 0x2B: 0x2D
            case 0x2F: 0x5F
            case 0x3D: nil
            default: octet
            }
        }
    }
}
