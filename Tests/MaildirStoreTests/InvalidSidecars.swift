import Digest
import MailTypes

/// Makes invalid sidecars with a valid checksum.
enum InvalidSidecars {
    /// `content` is an object without its closing brace.
    static func file(_ content: String) -> [UInt8] {
        let octets = Array(content.utf8)
        let digits = String(decoding: HexadecimalNumber.digits(XXH3.hash64(octets)), as: UTF8.self)
        return octets + Array(",\"sum\":\"\(digits)\"}\n".utf8)
    }
}
