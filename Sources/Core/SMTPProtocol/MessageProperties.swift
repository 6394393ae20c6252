/// The properties of a message that must be known before it is sent.
public struct MessageProperties: Hashable, Sendable {
    /// The size in bytes as sent, before dot-stuffing [RFC 1870 §6.1].
    public let size: Int
    /// Whether it contains bytes over 127 [RFC 6152].
    public let isEightBit: Bool
    /// Whether its header contains such bytes, which requires SMTPUTF8 [RFC 6532].
    public let hasEightBitHeader: Bool
}
