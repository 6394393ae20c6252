/// The SHA-256 functions that a SCRAM exchange needs, supplied by the caller.
public struct ScramHashFunctions: Sendable {
    /// The SHA-256 digest, 32 bytes.
    public let hash: @Sendable ([UInt8]) -> [UInt8]
    /// The keyed digest of a message [RFC 2104].
    public let hmac: @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]
    /// PBKDF2 with HMAC-SHA-256 and 32 bytes of output [RFC 8018 §5.2].
    public let stretch: @Sendable (_ password: [UInt8], _ salt: [UInt8], _ iterations: Int) -> [UInt8]

    public init(
        hash: @escaping @Sendable ([UInt8]) -> [UInt8],
        hmac: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8],
        stretch: @escaping @Sendable (_ password: [UInt8], _ salt: [UInt8], _ iterations: Int) -> [UInt8]
    ) {
        self.hash = hash
        self.hmac = hmac
        self.stretch = stretch
    }
}
