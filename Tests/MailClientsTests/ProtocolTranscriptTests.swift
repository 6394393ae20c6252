import MailClients
import MailTestSupport
import Testing

@Suite("Transcripts", .holds("PX7", "PX3"))
struct ProtocolTranscriptTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// "C" or "S", and the data.
        let said: [(Character, String)]
        let lines: [String]
        var testDescription: String { name }

        init(_ name: String, _ said: [(Character, String)], _ lines: [String]) {
            self.name = name
            self.said = said
            self.lines = lines
        }
    }

    static let rows = [
        Row(
            "lines of SMTP", [("C", "EHLO h\r\n"), ("S", "250-h\r\n250 SIZE 5\r\n")],
            ["C: EHLO h", "S: 250-h", "S: 250 SIZE 5"]),
        Row(
            "commands in one write", [("C", "MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\n")],
            ["C: MAIL FROM:<a@b>", "C: RCPT TO:<c@d>"]),
        Row(
            "AUTH with a response", [("C", "AUTH PLAIN AHNlY3JldA==\r\n"), ("S", "235 ok\r\n"), ("C", "NOOP\r\n")],
            ["C: AUTH PLAIN <secret>", "S: 235 ok", "C: NOOP"]),
        Row(
            "AUTH in steps",
            [
                ("C", "auth login\r\n"), ("S", "334 VXNlcg==\r\n"), ("C", "c2VjcmV0\r\n"), ("S", "334 \r\n"),
                ("C", "c2VjcmV0\r\n"), ("S", "535 no\r\n"), ("C", "QUIT\r\n"),
            ],
            [
                "C: AUTH login", "S: 334 <9 bytes>", "C: <secret>", "S: 334 <1 bytes>", "C: <secret>", "S: 535 no",
                "C: QUIT",
            ]),
        Row(
            "LOGIN of IMAP",
            [("C", "a1 LOGIN kim secret\r\n"), ("S", "* CAPABILITY IMAP4rev1\r\na1 OK in\r\n"), ("C", "a2 NOOP\r\n")],
            ["C: a1 LOGIN <secret>", "S: * CAPABILITY IMAP4rev1", "S: a1 OK in", "C: a2 NOOP"]),
        Row(
            "LOGIN with literals",
            [
                ("C", "a1 login {3}\r\n"), ("S", "+ go\r\n"), ("C", "kim {6}\r\n"), ("S", "+\r\n"), ("C", "secret\r\n"),
                ("S", "a1 NO no\r\n"),
            ],
            ["C: a1 login <secret>", "S: + <3 bytes>", "C: <secret>", "S: + <0 bytes>", "C: <secret>", "S: a1 NO no"]),
        Row(
            "AUTHENTICATE with a response",
            [("C", "A7 AUTHENTICATE XOAUTH2 c2VjcmV0\r\n"), ("S", "+ eyJ9\r\n"), ("C", "\r\n"), ("S", "A7 NO no\r\n")],
            ["C: A7 AUTHENTICATE XOAUTH2 <secret>", "S: + <5 bytes>", "C: <secret>", "S: A7 NO no"]),
        Row(
            "a literal of the client",
            [("C", "a APPEND x {5}\r\n"), ("S", "+ go\r\n"), ("C", "secre\r\n"), ("C", "b NOOP\r\n")],
            ["C: a APPEND x {5} <5 bytes>", "S: + go", "C: ", "C: b NOOP"]),
        Row(
            "a literal that does not wait", [("C", "a APPEND x {6+}\r\nsecret\r\nb NOOP\r\n")],
            ["C: a APPEND x {6+} <6 bytes>", "C: ", "C: b NOOP"]),
        Row(
            "a literal of the server", [("S", "* 1 FETCH (BODY[] {8}\r\nse\r\ncret UID 5)\r\n")],
            ["S: * 1 FETCH (BODY[] {8} <8 bytes>", "S:  UID 5)"]),
        Row(
            "what is no literal", [("S", "250 a {x}\r\n250 {}\r\n250 {-1}\r\n")],
            ["S: 250 a {x}", "S: 250 {}", "S: 250 {-1}"]),
        Row("an escape sequence", [("S", "550 \u{1B}[2J\u{7}é\r\n")], ["S: 550 \\x1B[2J\\x07\\xC3\\xA9"]),
        Row("a line that is not ended", [("S", "250 o")], []),
    ]

    @Test("Shows the session and hides secrets", arguments: rows)
    func said(_ row: Row) {
        var transcript = ProtocolTranscript()
        for (side, text) in row.said {
            if side == "C" { transcript.client(Array(text.utf8)) } else { transcript.server(Array(text.utf8)) }
        }
        #expect(transcript.lines == row.lines)
        var split = ProtocolTranscript()
        for (side, text) in row.said {
            for octet in text.utf8 { if side == "C" { split.client([octet]) } else { split.server([octet]) } }
        }
        #expect(split.lines == row.lines, "octet by octet")
    }

    @Test("Keeps the last lines, and the beginning of long ones", .holds("PX6"))
    func bounds() {
        var transcript = ProtocolTranscript()
        for number in 0..<2000 { transcript.server(Array("250 \(number)\r\n".utf8)) }
        #expect(transcript.lines.count == ProtocolTranscript.maximumLines && transcript.lines.last == "S: 250 1999")
        transcript.server(Array(repeating: 0x78, count: 1_000_000))
        transcript.server([0x0D, 0x0A])
        let line = transcript.lines.last ?? ""
        #expect(line.hasSuffix("octets in all>") && line.utf8.count < 500)
        transcript.content(octets: 12)
        transcript.note("TLS\u{1B}")
        #expect(transcript.lines.suffix(2) == ["C: <message, 12 bytes>", "-- TLS\\x1B"])
    }

    @Test(
        "Recognizes the literal of a long line", arguments: [1, 7, 400, 10_000],
        [10, 389, 390, 398, 399, 400, 401, 5000])
    func longLine(_ size: Int, _ length: Int) {
        var transcript = ProtocolTranscript()
        let said = Array("* 1 FETCH (X \"\(String(repeating: "x", count: length))\" BODY[] {6}\r\nsecret)\r\n".utf8)
        for start in stride(from: 0, to: said.count, by: size) {
            transcript.server(Array(said[start..<min(start + size, said.count)]))
        }
        #expect(transcript.lines.count == 2 && !transcript.lines.joined().contains("secret"))
        #expect(transcript.lines.first?.hasSuffix(" <6 bytes>") == true && transcript.lines.last == "S: )")
    }
}
