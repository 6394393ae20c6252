private import COpenSSL

/// SHA-256, fed piece by piece [FIPS 180-4].
@safe public struct SHA256: ~Copyable {
    private let context: OpaquePointer?

    public init() {
        unsafe context = EVP_MD_CTX_new()
        let isReady = unsafe context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        precondition(isReady, "OpenSSL has no memory for a digest")
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    public mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe _ = EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
        }
    }

    /// The digest, 32 octets, of all that was fed.
    public consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe _ = EVP_DigestFinal_ex(context, &digest, nil)
        return digest
    }
}
