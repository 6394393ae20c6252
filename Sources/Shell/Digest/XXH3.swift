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
        if let bare = firstBareLineFeed(message, from: 0) {
            return canonicalHash(message, firstBare: bare)
        }
        return unsafe message.withUnsafeBytes { buffer in
            ContentHash(unsafe XXH3_128bits(buffer.baseAddress, buffer.count))
        }
    }

    private static func canonicalHash(_ message: [UInt8], firstBare: Int) -> ContentHash {
        guard let state = unsafe XXH3_createState() else { preconditionFailure("xxHash has no memory for a state") }
        defer { unsafe _ = XXH3_freeState(state) }
        unsafe _ = XXH3_128bits_reset(state)
        let lineEnd: [UInt8] = [0x0D, 0x0A]
        unsafe message.withUnsafeBytes { buffer in
            var start = 0
            var bare: Int? = firstBare
            while let end = bare {
                unsafe _ = XXH3_128bits_update(state, buffer.baseAddress.map { unsafe $0 + start }, end - start)
                unsafe _ = XXH3_128bits_update(state, lineEnd, 2)
                start = end + 1
                bare = firstBareLineFeed(message, from: start)
            }
            unsafe _ = XXH3_128bits_update(
                state, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start)
        }
        return ContentHash(unsafe XXH3_128bits_digest(state))
    }

    private static func firstBareLineFeed(_ octets: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < octets.count {
            if octets[index] == 0x0A, index == 0 || octets[index - 1] != 0x0D { return index }
            index &+= 1
        }
        return nil
    }
}

extension ContentHash {
    fileprivate init(_ hash: XXH128_hash_t) {
        self.init(high: hash.high64, low: hash.low64)
    }
}
