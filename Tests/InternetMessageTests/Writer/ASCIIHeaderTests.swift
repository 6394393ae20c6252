import InternetMessage
import MailTestSupport
import Testing

@Suite("Headers for servers that accept only ASCII", .holds("Y15"))
struct ASCIIHeaderTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    private static let latin1 = bytes("Subject: Pr\u{1}fung\n\nx\n").map { $0 == 1 ? 0xFC : $0 }

    private static let rows: [(what: String, message: [UInt8], rewritten: String)] = [
        ("UTF-8 in a subject", bytes("Subject: Prüfung\n\nü\n"), "Subject: =?utf-8?Q?Pr=C3=BCfung?=\n\nü\n"),
        ("ISO-8859-1 in a subject", latin1, "Subject: =?utf-8?Q?Pr=C3=BCfung?=\n\nx\n"),
        ("a field of programs", bytes("X-Ort: Köln\n\n"), "X-Ort: =?utf-8?B?S8O2bG4=?=\n\n"),
        (
            "a display name", bytes("From: Zoë <zoe@example.net>\n\n"),
            "From: =?utf-8?Q?Zo=C3=AB?= <zoe@example.net>\n\n"
        ),
        (
            "a domain beside others", bytes("To: ana@bücher.example, Ben <ben@example.org>\n\n"),
            "To: ana@xn--bcher-kva.example, Ben <ben@example.org>\n\n"
        ),
        ("a local part", bytes("To: zoë@bücher.example\n\n"), "To: zoë@bücher.example\n\n"),
        ("a domain without an ASCII form", bytes("To: ana@büro.example\n\n"), "To: ana@büro.example\n\n"),
        ("a structured field", bytes("Message-ID: <1@bücher.example>\n\n"), "Message-ID: <1@bücher.example>\n\n"),
        (
            "other fields, which are kept byte for byte",
            bytes("Received: from a\n by b\nSubject:  Hallo\n =?utf-8?Q?=C3=BC?=\n\nGrüße\n"),
            "Received: from a\n by b\nSubject:  Hallo\n =?utf-8?Q?=C3=BC?=\n\nGrüße\n"
        ),
    ]

    @Test("Text becomes encoded words, and domains their ASCII form", arguments: rows.map(\.what))
    func rewriting(_ what: String) throws {
        let row = try #require(Self.rows.first { $0.what == what })
        let rewritten = ASCIIHeader.rewriting(row.message) { $0 == "bücher.example" ? "xn--bcher-kva.example" : nil }
        #expect(
            String(decoding: rewritten, as: UTF8.self).lowercased()
                == String(decoding: Self.bytes(row.rewritten), as: UTF8.self).lowercased())
    }
}
