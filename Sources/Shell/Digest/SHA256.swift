private import COpenSSL
internal import MailTypes

/// SHA-256, fed piece by piece [FIPS 180-4].
@safe public struct SHA256: ~Copyable {
    private let context: OpaquePointer?

    static let openSSLStays: Void = openssl_stay()

    public init() {
        _ = Self.openSSLStays
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

    /// Returns the digest of all bytes fed so far, 32 bytes.
    public consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe _ = EVP_DigestFinal_ex(context, &digest, nil)
        return digest
    }

    /// Returns the digest of all bytes fed so far as 64 lowercase hexadecimal digits.
    public consuming func digits() -> String {
        String(decoding: finish().flatMap { HexadecimalNumber.digits(UInt64($0)).suffix(2) }, as: UTF8.self)
    }

    /// Returns the digest of all bytes at once as 64 lowercase hexadecimal digits.
    public static func digits(of octets: [UInt8]) -> String {
        var digest = SHA256()
        digest.update(octets.span)
        return digest.digits()
    }
}
