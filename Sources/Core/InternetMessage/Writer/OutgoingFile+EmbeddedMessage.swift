/// A message that is attached to another one.
extension OutgoingFile {
    /// Returns a message as sent inside another one: unchanged, apart from line ends, if it is 7-bit.
    public static func embedded(_ message: [UInt8]) -> [UInt8] {
        SevenBitMessageConverter.convert(message)
    }

    /// Returns whether a message can be sent inside another one without breaking a signature.
    public static func isEmbeddedExactly(_ message: [UInt8]) -> Bool {
        SevenBitMessageConverter.isClean(message)
    }
}
