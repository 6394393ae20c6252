/// Prepares a message that another program wrote for sending [RFC 5322 §2.1, §2.2].
///
/// Converts line ends to CR LF, ends the header with an empty line, and removes an mbox separator line before it. A
/// header that could be read differently than the program intended is rejected, never repaired.
public enum SubmittedMessageNormalizer {
    public enum Problem: Error, Hashable, Sendable {
        case empty
        /// A NUL byte, which no message may contain.
        case nul
        /// This header line, counted from 1, neither begins nor continues a field, or contains a CR.
        case noField(line: Int)
        /// This line, counted from 1, has more than 998 bytes, and cannot be encoded because it is signed or encrypted.
        case lineTooLong(line: Int)
        /// A line of the header has more than 998 bytes, and no white space where it could be folded.
        case unbreakableLine
    }

    private static let maximumLine = 998
    private static let lineEnd = [ASCII.cr, ASCII.lf]

    /// Returns the message ready for sending. If it does not begin with a field, it has no header and is all text.
    /// Lines that are too long are encoded.
    public static func octets(of message: [UInt8]) throws(Problem) -> [UInt8] {
        if message.contains(0) { throw .nul }
        var octets = canonical(message[startOfHeader(message)...])
        if octets.isEmpty { throw .empty }
        try checkHeader(&octets)
        guard let number = longLine(octets) else { return octets }
        let type = Message(octets).root.contentType
        if type.type == "multipart", ["signed", "encrypted"].contains(type.subtype) {
            throw .lineTooLong(line: number)
        }
        let converted = SevenBitMessageConverter.convert(octets)
        if longLine(converted) != nil { throw .unbreakableLine }
        return converted
    }

    /// Returns the message with encoded content in the place of 8-bit content, which a server could change, so that a
    /// signature would break [RFC 3156 §3].
    public static func sevenBit(_ message: [UInt8]) -> [UInt8] {
        SevenBitMessageConverter.isClean(message) ? message : SevenBitMessageConverter.convert(message)
    }

    private static func startOfHeader(_ message: [UInt8]) -> Int {
        guard message.starts(with: "From ".utf8) else { return 0 }
        return message.firstIndex(of: ASCII.lf).map { $0 + 1 } ?? message.count
    }

    private static func canonical(_ message: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(message.count + message.count / 32 + 256)
        for octet in message {
            if octet == ASCII.lf, octets.last != ASCII.cr { octets.append(ASCII.cr) }
            octets.append(octet)
        }
        return octets
    }

    private static func checkHeader(_ message: inout [UInt8]) throws(Problem) {
        var start = 0
        var number = 1
        while start < message.count {
            let end = message[start...].firstIndex(of: ASCII.lf).map { $0 - 1 } ?? message.count
            let line = message[start..<end]
            if line.isEmpty { return }
            if number == 1, !isField(line) {
                message = lineEnd + message
                return
            }
            let isContinued = number > 1 && (line.first?.isBlank ?? false)
            guard isContinued || isField(line), !line.contains(ASCII.cr) else { throw .noField(line: number) }
            start = end + 2
            number += 1
        }
        if !message.suffix(2).elementsEqual(lineEnd) { message += lineEnd }
        message += lineEnd
    }

    /// Returns whether the line is a name of printable characters, optional blanks, and a colon [RFC 5322 §4.5.8].
    private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix { $0 != ASCII.colon }
        guard name.count < line.count, let first = name.first, !first.isBlank else { return false }
        let bare = name.prefix { !$0.isBlank }
        return bare.allSatisfy { $0 &- 0x21 < 0x5E } && name.dropFirst(bare.count).allSatisfy(\.isBlank)
    }

    private static func longLine(_ message: [UInt8]) -> Int? {
        var number = 1
        var start = 0
        for (index, octet) in message.enumerated() {
            if octet == ASCII.lf {
                number += 1
                start = index + 1
            } else if index - start >= maximumLine, octet != ASCII.cr {
                return number
            }
        }
        return nil
    }
}
