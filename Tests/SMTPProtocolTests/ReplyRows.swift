import SMTPProtocol

/// Bytes of a server, and the expected result of parsing.
struct ReplyRow: Sendable, CustomStringConvertible {
    enum Meaning: Hashable {
        /// The codes of the replies, in order.
        case replies([UInt16])
        /// The codes of some replies, and then a fault.
        case fault(ReplyParser.Fault, after: [UInt16])
    }

    let name: String
    let octets: [UInt8]
    let meaning: Meaning

    var description: String { name }

    init(_ name: String, _ text: String, _ meaning: Meaning) {
        self.name = name
        octets = Array(text.utf8)
        self.meaning = meaning
    }

    init(_ name: String, octets: [UInt8], _ meaning: Meaning) {
        self.name = name
        self.octets = octets
        self.meaning = meaning
    }

    private static func lines(_ count: Int, _ text: String) -> String {
        (1..<count).map { _ in "250-\(text)\r\n" }.joined() + "250 \(text)\r\n"
    }

    private static let none = Meaning.fault(.notAReply, after: [])

    static let all = [
        ReplyRow("a plain one", "250 ok\r\n", .replies([250])),
        ReplyRow("without text", "250\r\n", .replies([250])),
        ReplyRow("with a blank and no text", "250 \r\n", .replies([250])),
        ReplyRow("two lines", "250-a\r\n250 b\r\n", .replies([250])),
        ReplyRow("two lines, the last one without text", "250-a\r\n250\r\n", .replies([250])),
        ReplyRow("two replies at once", "250 a\r\n550 b\r\n", .replies([250, 550])),
        ReplyRow("LF alone ends the line", "250 ok\n", .replies([250])),
        ReplyRow("LF alone within", "250-a\n250 b\r\n", .replies([250])),
        ReplyRow("CR within the text", "250 a\rb\r\n", .replies([250])),
        ReplyRow("two CR at the end", "250 a\r\r\n", .replies([250])),
        ReplyRow("CR and nothing", "250 a\r", .replies([])),
        ReplyRow("a line that goes on", "250-a\r\n", .replies([])),
        ReplyRow("nothing", "", .replies([])),
        ReplyRow("the digits alone", "250", .replies([])),
        ReplyRow("octets over 127", octets: Array("550 ".utf8) + [0xFF, 0xC3, 0x28] + [13, 10], .replies([550])),
        ReplyRow("NUL in the text", "550 a\0b\r\n", .replies([550])),
        ReplyRow("an escape sequence in the text", "550 \u{1B}[2J\u{7}\r\n", .replies([550])),
        ReplyRow("the smallest code", "200 a\r\n", .replies([200])),
        ReplyRow("the largest code", "599 a\r\n", .replies([599])),
        ReplyRow("an unused middle digit", "288 a\r\n", .replies([288])),
        ReplyRow("a dot behind the code is a text of a mistaken server", "250.a\r\n", none),
        ReplyRow("an empty line", "\r\n", none),
        ReplyRow("an empty line behind a reply", "250 a\r\n\r\n", .fault(.notAReply, after: [250])),
        ReplyRow("an empty line within", "250-a\r\n\r\n250 b\r\n", none),
        ReplyRow("two digits", "25 ok\r\n", none),
        ReplyRow("four digits", "2500 ok\r\n", none),
        ReplyRow("letters", "OK ready\r\n", none),
        ReplyRow("a blank before", " 250 ok\r\n", none),
        ReplyRow("a tab behind", "250\tok\r\n", none),
        ReplyRow("a code below", "199 a\r\n", none),
        ReplyRow("a code of the first hundred", "100 a\r\n", none),
        ReplyRow("a code above", "600 a\r\n", none),
        ReplyRow("zero", "000 a\r\n", none),
        ReplyRow("a sign", "+25 a\r\n", none),
        ReplyRow("digits of another script", "٢٥٠ ok\r\n", none),
        ReplyRow("wide digits", "\u{FF12}\u{FF15}\u{FF10} ok\r\n", none),
        ReplyRow("NUL before", "\u{0}250 ok\r\n", none),
        ReplyRow("a mark of UTF-8 before", "\u{FEFF}250 ok\r\n", none),
        ReplyRow("a web server", "HTTP/1.1 400 Bad Request\r\n", none),
        ReplyRow("an IMAP server", "* OK ready\r\n", none),
        ReplyRow("a POP server", "+OK ready\r\n", none),
        ReplyRow("a record of TLS", octets: [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28, 0x0A], none),
        ReplyRow("an FTP greeting", "220 FTP\r\n", .replies([220])),
        ReplyRow("the code changes", "250-a\r\n550 b\r\n", .fault(.codeChanged, after: [])),
        ReplyRow("a refusal becomes a consent", "550-a\r\n250 b\r\n", .fault(.codeChanged, after: [])),
        ReplyRow("the code changes and goes on", "250-a\r\n251-b\r\n", .fault(.codeChanged, after: [])),
        ReplyRow("text within that is no reply", "250-a\r\nhello\r\n250 b\r\n", none),
        ReplyRow("a reply behind a fault", "hello\r\n250 b\r\n", none),
        ReplyRow("the longest line", "250 " + String(repeating: "x", count: 4089) + "\r\n", .replies([250])),
        ReplyRow(
            "a longer line", "250 " + String(repeating: "x", count: 4092) + "\r\n",
            .fault(.lineTooLong, after: [])),
        ReplyRow("a line without end", String(repeating: "2", count: 5000), .fault(.lineTooLong, after: [])),
        ReplyRow(
            "a line without end behind a reply", "250 a\r\n250 " + String(repeating: "x", count: 5000),
            .fault(.lineTooLong, after: [250])),
        ReplyRow("as many lines as there may be", lines(256, "X"), .replies([250])),
        ReplyRow("one line more", lines(257, "X"), .fault(.replyTooLong, after: [])),
        ReplyRow(
            "lines without end", String(repeating: "250-X\r\n", count: 2000), .fault(.replyTooLong, after: [])),
        ReplyRow("a large reply", lines(20, String(repeating: "x", count: 3000)), .replies([250])),
        ReplyRow(
            "a reply that is too large", lines(20, String(repeating: "x", count: 4000)),
            .fault(.replyTooLong, after: [])),
        ReplyRow("a hyphen without code", "- a\r\n", none),
        ReplyRow("a hyphen too early", "25-a\r\n", none),
        ReplyRow("an underscore for the hyphen", "250_a\r\n", none),
        ReplyRow("a dash for the hyphen", "250\u{2013}a\r\n", none),
        ReplyRow("the code twice", "250 250 ok\r\n", .replies([250])),
        ReplyRow("a dot alone", ".\r\n", none),
        ReplyRow("a command", "QUIT\r\n", none),
        ReplyRow("an intermediate one", "334 \r\n", .replies([334])),
    ]
}
