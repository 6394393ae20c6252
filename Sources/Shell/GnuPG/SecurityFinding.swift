public import MessageSecurity

/// What was found out about the signature or encryption of a message or of a part of it.
public struct SecurityFinding: Sendable {
    public enum Kind: Sendable {
        /// A signature, and whether its key names the sender of the message. `nil` if that is not known.
        case signature(SignatureReport, isOfSender: Bool?, addresses: [String])
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

/// A message whose signatures are verified and whose encryption is removed.
public struct DecryptedMessage: Sendable {
    /// The message to read. It is the stored one if nothing encloses the whole of it.
    public internal(set) var octets: [UInt8]
    /// From the outside in.
    public internal(set) var findings: [SecurityFinding] = []
    /// Parts that were encrypted or signed on their own. They are shown apart from the rest, which somebody else may have
    /// put around them to get hold of their text [EFAIL].
    public internal(set) var apart: [SeparatePart] = []
    /// The subject that was sent outside the encryption, if it is not the one inside.
    public internal(set) var outerSubject: String?
    /// Whether any of it came out of an encryption.
    public internal(set) var isDecrypted = false

    /// A part that is shown apart, as a message with a header of its own.
    public struct SeparatePart: Sendable {
        public let octets: [UInt8]
        public let wasEncrypted: Bool
    }
}
