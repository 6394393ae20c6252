internal import Digest
internal import InternetMessage
public import MailTypes

/// What identifies a sent message in its copies. Servers and other programs add header fields, remove Bcc, and change
/// line endings.
public struct SentCopyIdentity: Hashable, Sendable {
    /// `nil` if the message has none.
    public let messageID: MessageID?
    /// The SHA-256, in hexadecimal digits, of the fields that readers see and of the body. Copies in which it is equal
    /// have the same text. Bcc is not included.
    public let text: String
    /// The SHA-256 of the whole message, in hexadecimal digits, except what mbsync adds.
    public let whole: String
    public let hasBcc: Bool
    /// The size in bytes, with CRLF line endings.
    public let size: Int

    public init(_ octets: [UInt8]) {
        let message = Message(octets)
        messageID = message.header.messageID
        hasBcc = message.header.first(named: "bcc") != nil
        var fields: [[UInt8]] = []
        var others: [[UInt8]] = []
        for field in message.header.allFields {
            let name = field.name.lowercased()
            if name == Self.transferID { continue }
            let line = Array(name.utf8) + [0x3A] + field.textOctets
            others.append(line)
            if Self.names.contains(name) || name.hasPrefix(Self.resent) { fields.append(line) }
        }
        // Servers may change the order of fields.
        fields.sort { $0.lexicographicallyPrecedes($1) }
        let body = Self.unixLines(octets[message.root.rawBody])
        text = SHA256.digits(of: Array(fields.joined(separator: [0x0A])) + [0x0A, 0x0A] + body)
        whole = SHA256.digits(of: Array(others.joined(separator: [0x0A])) + [0x0A, 0x0A] + body)
        size = octets.count + octets.indices.count { octets[$0] == 0x0A && ($0 == 0 || octets[$0 - 1] != 0x0D) }
    }

    private static let transferID = "x-tuid"
    private static let resent = "resent-"
    private static let names: Set<String> = [
        "cc", "date", "from", "message-id", "reply-to", "sender", "subject", "to",
    ]

    /// Returns the bytes with LF line endings and without empty lines at the end.
    private static func unixLines(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(octets.count)
        for octet in octets {
            if octet == 0x0A, lines.last == 0x0D { lines.removeLast() }
            lines.append(octet)
        }
        while lines.last == 0x0A { lines.removeLast() }
        return lines
    }
}
