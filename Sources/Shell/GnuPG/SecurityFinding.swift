public import MessageSecurity

/// What was found out about the signature or encryption of a message or of a part of it.
public struct SecurityFinding: Sendable {
    public enum Kind: Sendable {
        /// A signature, and whether its key names the sender of the message. `nil` if that is not known.
        case signature(SignatureVerification, isOfSender: Bool?, addresses: [String])
        /// Signed content whose signature could not be checked at all.
        case signatureNotChecked(Reason)
        case decrypted(isAuthenticated: Bool)
        case notDecrypted(Reason)
    }

    public enum Reason: Sendable {
        case report(GnuPGReport.Decryption)
        case failure(GnuPG.Failure)
        /// A part that was not downloaded is needed.
        case incomplete
        /// There is no signature in the data.
        case noSignature
        /// The message has more such parts than are looked at.
        case tooMany
    }

    public let method: SecurityMethod
    public let kind: Kind
    /// Whether it applies to the whole message rather than to a part.
    public let isOfWhole: Bool

    public init(_ method: SecurityMethod, _ kind: Kind, isOfWhole: Bool) {
        self.method = method
        self.kind = kind
        self.isOfWhole = isOfWhole
    }
}
