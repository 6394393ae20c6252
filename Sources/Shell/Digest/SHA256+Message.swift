extension SHA256 {
    /// Returns the digest of a message with all line endings converted to CRLF, so that a file with bare line feeds has
    /// the same digest as the message on the server.
    public static func digest(ofMessage message: [UInt8]) -> [UInt8] {
        var digest = MessageSHA256()
        digest.update(message.span)
        return digest.finish()
    }
}
