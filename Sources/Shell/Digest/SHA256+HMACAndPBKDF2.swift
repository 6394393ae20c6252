private import COpenSSL

/// The keyed functions that SASL mechanisms use.
extension SHA256 {
    /// Returns the digest of all bytes at once, 32 bytes.
    public static func digest(of octets: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(octets.span)
        return digest.finish()
    }

    /// HMAC-SHA-256: a digest that only the holder of the key can compute, 32 bytes [RFC 2104].
    public static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        var length = 0
        let made = unsafe EVP_Q_mac(
            nil, "HMAC", nil, "SHA256", nil, key, key.count, message, message.count, &code, code.count, &length)
        precondition(unsafe made != nil && length == 32, "OpenSSL makes no HMAC")
        return code
    }

    /// PBKDF2 with HMAC: derives a key of 32 bytes from a password; iterations make guessing expensive [RFC 8018 §5.2].
    public static func key(from password: [UInt8], salt: [UInt8], iterations: Int) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: 32)
        let made = unsafe password.withUnsafeBytes { password in
            let start = unsafe password.assumingMemoryBound(to: CChar.self).baseAddress
            return unsafe PKCS5_PBKDF2_HMAC(
                start, Int32(password.count), salt, Int32(salt.count), Int32(iterations), EVP_sha256(),
                Int32(key.count), &key)
        }
        precondition(made == 1, "OpenSSL makes no PBKDF2")
        return key
    }
}
