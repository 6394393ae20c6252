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
