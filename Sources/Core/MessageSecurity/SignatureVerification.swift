/// What gpg or gpgsm says about one signature.
public struct SignatureVerification: Hashable, Sendable {
    public enum Verdict: Hashable, Sendable {
        /// The text is as it was signed, and neither the signature nor the key has expired or was revoked.
        case good
        /// The text is as it was signed, but the signature has expired.
        case expired
        /// The text is as it was signed, but the key has expired.
        case keyExpired
        /// The text is as it was signed, but the key was revoked.
        case keyRevoked
        /// The text is not as it was signed.
        case bad
        /// The public key or certificate is not known here.
        case keyMissing
        /// It cannot be checked for another reason, or the report about it contradicts itself.
        case unchecked
    }

    /// How far the key is known to belong to the person whom it names.
    public enum Trust: Int, Hashable, Sendable, Comparable {
        case never
        case undefined
        case marginal
        case full
        /// The user's own key.
        case ultimate

        public static func < (one: Trust, other: Trust) -> Bool { one.rawValue < other.rawValue }
    }

    public internal(set) var verdict = Verdict.unchecked
    /// The ID or fingerprint of the key as the signature names it, in hexadecimal digits.
    public internal(set) var keyID = ""
    /// The fingerprint of the primary key or the certificate, in hexadecimal digits. Empty unless the text is as it was
    /// signed, or the signature itself names it.
    public internal(set) var fingerprint = ""
    /// The main user ID of the key, or the subject of the certificate. It is what the key's maker claims.
    public internal(set) var userID = ""
    /// The time of the signature in seconds since 1970, as the signer claims.
    public internal(set) var created: Int?
    public internal(set) var trust: Trust?

    /// Whether the signed text is as it was signed.
    public var isIntact: Bool {
        switch verdict {
        case .good, .expired, .keyExpired, .keyRevoked: true
        case .bad, .keyMissing, .unchecked: false
        }
    }

    init() {}
}
