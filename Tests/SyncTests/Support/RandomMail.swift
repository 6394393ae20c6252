import Foundation
import MailTestSupport

/// Messages of every common structure, and some unusual ones.
struct RandomMail {
    private var random: SeededGenerator
    private var boundaries = 0

    init(_ random: SeededGenerator) {
        self.random = random
    }

    mutating func message(_ subject: String) -> [UInt8] {
        let (header, body) = entity(depth: Int.random(in: 0...3, using: &random), isRoot: true)
        let text =
            "From: Ana <ana@example.org>\r\nTo: leo@example.net\r\nSubject: \(subject)\r\n"
            + "Message-ID: <\(subject)@example.org>\r\nMIME-Version: 1.0\r\n\(header)\r\n"
        return Array(text.utf8) + body
    }

    /// A message with a text and base64 attachments of these sizes in bytes.
    static func message(_ subject: String, files: [Int]) -> [UInt8] {
        var message = Array(
            ("From: Ana <ana@example.org>\r\nTo: leo@example.net\r\nSubject: \(subject)\r\n"
                + "Message-ID: <\(subject)@example.org>\r\nMIME-Version: 1.0\r\n"
                + "Content-Type: multipart/mixed; boundary=\"=_f\"\r\n\r\n"
                + "--=_f\r\nContent-Type: text/plain\r\n\r\nThe files.\r\n").utf8)
        for (number, size) in files.enumerated() {
            message += Array(
                ("\r\n--=_f\r\nContent-Type: application/octet-stream; name=\"file\(number + 1).bin\"\r\n"
                    + "Content-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n").utf8)
            message += encoded(content(size, seed: number))
        }
        return message + Array("\r\n--=_f--\r\n".utf8)
    }

    static func content(_ size: Int, seed: Int) -> [UInt8] {
        // The bytes depend on the last 16 bits of their place. Copying them is much faster than to compute each one.
        let period = (0..<min(size, 65_536)).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8) &+ seed) }
        var content: [UInt8] = []
        content.reserveCapacity(size)
        while content.count < size { content += period.prefix(size - content.count) }
        return content
    }

    private static func encoded(_ octets: [UInt8]) -> [UInt8] {
        Array(
            Data(octets).base64EncodedData(options: [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ]))
    }

    private mutating func entity(depth: Int, isRoot: Bool) -> (header: String, body: [UInt8]) {
        if depth > 0 { return multipart(depth) }
        let count = Int.random(in: 0...4000, using: &random)
        let octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let isAttached = Bool.random(using: &random)
        let disposition =
            isAttached ? "Content-Disposition: attachment; filename=\"f\(count).bin\"\r\n" : ""
        switch Int.random(in: 0..<(isRoot ? 3 : 8), using: &random) {
        case 0: return ("Content-Type: text/plain; charset=utf-8\r\n", text(count))
        case 1:
            return (
                "Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n",
                Self.encoded(Array("<p>\(count)</p>".utf8))
            )
        case 2: return ("", text(count % 300))
        case 3:
            return (
                "Content-Type: application/pdf\r\n\(disposition)Content-Transfer-Encoding: base64\r\n",
                Self.encoded(octets)
            )
        case 4:
            return (
                "Content-Type: image/png\r\nContent-ID: <p\(count)@example.org>\r\nContent-Transfer-Encoding: base64\r\n",
                Self.encoded(octets)
            )
        case 5:
            return (
                "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=\"log.txt\"\r\n", text(count)
            )
        case 6:
            return (
                "Content-Type: message/rfc822\r\n\(disposition)",
                Array("Subject: inner\r\nContent-Type: text/plain\r\n\r\n".utf8) + text(count)
            )
        default:
            return (
                "Content-Type: application/x-lines\r\nContent-Transfer-Encoding: quoted-printable\r\n",
                Array("a=3Db=\r\nc\r\n".utf8)
            )
        }
    }

    private mutating func multipart(_ depth: Int) -> (header: String, body: [UInt8]) {
        boundaries += 1
        let boundary = ["b\(boundaries)", "=_\(boundaries)_x", "b", "---"].randomElement(using: &random) ?? "b"
        let kind = ["mixed", "alternative", "related", "mixed"].randomElement(using: &random) ?? "mixed"
        var body = Bool.random(using: &random) ? Array("A preamble.\r\n".utf8) : []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let (header, content) = entity(depth: Int.random(in: 0..<depth, using: &random), isRoot: false)
            body += Array("--\(boundary)\r\n\(header)\r\n".utf8) + content + Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        return ("Content-Type: multipart/\(kind); boundary=\"\(boundary)\"\r\n", body)
    }

    /// Lines, some of which resemble boundaries or header fields. None equals a delimiter, because servers disagree
    /// about where the parts end then.
    private mutating func text(_ count: Int) -> [UInt8] {
        let lines = ["A line of text.", "", "--", "--x0", "--=_0_x--", "X-Petrel-Partial: size=1", "Grüße, Zoë."]
        var text: [UInt8] = []
        while text.count < count { text += Array(((lines.randomElement(using: &random) ?? "") + "\r\n").utf8) }
        return text
    }
}
