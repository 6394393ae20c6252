import Accounts
import Testing

@Suite("Server URLs")
struct ServerURLTests {
    static let rows: [(text: String, meaning: String?)] = [
        ("imaps://imap.example.net", "imaps://imap.example.net:993"),
        ("imap://imap.example.net", "imap://imap.example.net:143"),
        ("IMAPS://IMAP.Example.NET:1993/", "imaps://imap.example.net:1993"),
        ("imaps://[2001:db8::1]", "imaps://[2001:db8::1]:993"),
        ("imaps://[::ffff:192.0.2.1]:1", "imaps://[::ffff:192.0.2.1]:1"),
        ("imap://127.0.0.1:65535", "imap://127.0.0.1:65535"),
        ("imaps://xn--bcher-kva.example", "imaps://xn--bcher-kva.example:993"),
        ("imaps://Mail.BÜCHER.example", "imaps://mail.xn--bcher-kva.example:993"),
        ("imap://例え。テスト:144/", "imap://xn--r8jz45g.xn--zckzah:144"), ("imaps://☃.example", nil),
        ("imaps://é/x", nil), ("imaps://[é::1]", nil), ("imaps://é:0", nil), ("imaps://é\u{200D}", nil),
        ("", nil), ("imap.example.net", nil), ("http://imap.example.net", nil), ("smtps://imap.example.net", nil),
        ("imaps://", nil), ("imaps:///", nil), ("imaps://:993", nil), ("imaps://h:", nil), ("imaps://h:0", nil),
        ("imaps://h:65536", nil), ("imaps://h:+1", nil), ("imaps://h:1:2", nil), ("imaps://h:99999999999", nil),
        ("imaps://kim@h", nil), ("imaps://kim:secret@h", nil), ("imaps://h/INBOX", nil), ("imaps://h//", nil),
        ("imaps://a..b", nil), ("imaps://-a", nil), ("imaps://a-", nil),
        ("imaps://[::1", nil), ("imaps://[::1]x", nil), ("imaps://[h]", nil), ("imaps://::1", nil),
        ("imaps://h h", nil), ("imaps://h\r\n", nil), ("imaps://h\0", nil), ("imaps ://h", nil),
        ("imaps://\(String(repeating: "a", count: 64))", nil), ("imaps://h?x", nil), ("imaps://h#x", nil),
    ]

    @Test("A server URL has a scheme, a host and an optional port, and nothing else", arguments: rows)
    func reading(_ row: (text: String, meaning: String?)) throws {
        let url = try? ServerURL(row.text, for: .imap)
        #expect(url?.description == row.meaning)
        if let url { #expect(try ServerURL(url.description, for: .imap) == url) }
    }

    @Test("SMTP uses port 465 for implicit TLS and port 587 for STARTTLS")
    func submission() throws {
        #expect(try ServerURL("smtps://h", for: .smtp).port == 465)
        let second = try ServerURL("smtp://h", for: .smtp)
        #expect(second.port == 587 && second.security == .startTLS)
    }
}
