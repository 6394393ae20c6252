private import CXXHash
public import MailTypes

/// XXH3, a fast hash for indexing files. Collisions are easy to construct, so equal hashes do not prove that two files
/// are equal.
public enum XXH3 {
    /// Returns the 64-bit XXH3 hash of `octets`.
    public static func hash64(_ octets: Span<UInt8>) -> UInt64 {
        unsafe octets.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
    }

    public static func hash64(_ octets: [UInt8]) -> UInt64 {
        hash64(octets.span)
    }

    /// Returns the 128-bit hash of a message with all line endings converted to CRLF, so that a file with bare line
    /// feeds has the same hash as the message that was sent.
    public static func contentHash(_ message: [UInt8]) -> ContentHash {
        if hasBareLineFeed(message) {
            var hasher = MessageHasher()
            hasher.update(message.span)
            return hasher.finish()
        }
        return unsafe message.withUnsafeBytes { buffer in
            ContentHash(unsafe XXH3_128bits(buffer.baseAddress, buffer.count))
        }
    }

    private static func hasBareLineFeed(_ octets: [UInt8]) -> Bool {
        var index = 0
        while index < octets.count {
            if octets[index] == 0x0A, index == 0 || octets[index - 1] != 0x0D { return true }
            index &+= 1
        }
        return false
    }
}
