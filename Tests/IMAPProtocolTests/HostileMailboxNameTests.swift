import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

/// Mailbox names that could be taken for paths, commands or other mailboxes, in each response with a name.
@Suite("Hostile mailbox names", .holds("PX5", "PX6"))
struct HostileMailboxNameTests {
    /// A name as the server sends it and its name on the disk, or `nil` if it must have none.
    static let names: [(octets: String, name: String?)] = [
        ("..", nil), (".", nil), ("../x", nil), ("a/../b", nil), ("a/..", nil), ("./a", nil), ("/etc", nil),
        ("/etc/passwd", nil),
        ("//", nil), ("/", nil), ("a//b", nil), ("a/./b", nil), ("....", "...."), ("..a", "..a"), ("a..", "a.."),
        (".a", ".a"),
        ("a\r\nb", nil), ("a\nb", nil), ("a\rb", nil), ("a\u{0}b", nil), ("\u{0}", nil), ("a\tb", nil),
        ("\u{1B}]0;x\u{7}", nil),
        ("a\u{7F}", nil), ("a&AAA-b", nil), ("a&AAo-b", nil), ("a&AA0-b", nil), ("&ABs-", nil), ("", nil),
        (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
        (String(repeating: "a", count: 1025), nil),
        (Array(repeating: "a", count: 65).joined(separator: "/"), nil), ("INBOX", "INBOX"), ("inbox", "INBOX"),
        ("InBoX", "INBOX"),
        ("INBOX/a", "INBOX/a"), ("inbox/a", "INBOX/a"), ("INBOX ", "INBOX "), (" INBOX", " INBOX"),
        ("INBOXES", "INBOXES"),
        ("\u{130}NBOX", "\u{130}NBOX"), ("&ATA-NBOX", "\u{130}NBOX"), ("R&D", "R&D"), ("R&-D", "R&D"), ("a&", "a&"),
        ("a&b-", "a&b-"),
        ("&AP1-", "&AP1-"), ("&APw-", "ü"), ("ü", "ü"), ("Entw\u{FC}rfe", "Entw\u{FC}rfe"),
        ("Entwu\u{308}rfe", "Entwu\u{308}rfe"),
        ("&2D0-", "&2D0-"), ("&2D3eAA-", "😀"), ("a\"b", "a\"b"), ("a\\b", "a\\b"), ("\\", "\\"), ("\"", "\""),
        ("`id`", "`id`"),
        ("$(id)", "$(id)"), ("a;rm", "a;rm"), ("a|b", "a|b"), ("a>b", "a>b"), ("-rf", "-rf"), ("~", "~"),
        ("~root", "~root"), ("*", "*"),
        ("%", "%"), ("a*", "a*"), ("(a)", "(a)"), ("{5}", "{5}"), ("NIL", "NIL"), ("nil", "nil"),
        ("[Gmail]", "[Gmail]"), ("a b", "a b"),
        ("a  b", "a  b"), ("CON", "CON"), ("a:2,S", "a:2,S"), ("cur", "cur"), ("tmp", "tmp"), ("a.b", "a.b"),
        ("\u{202E}cod", "\u{202E}cod"),
        ("a\u{85}b", "a\u{85}b"), ("\u{2028}", "\u{2028}"),
    ]

    @Test(
        "No name leads outside the store, in any response",
        arguments: ["LIST () \"/\" ", "LSUB () \"/\" ", "STATUS "])
    func names(_ verb: String) throws {
        for (octets, expected) in Self.names {
            let text = "* \(verb){\(octets.utf8.count)}\r\n\(octets)\(verb == "STATUS " ? " (MESSAGES 1)" : "")\r\n"
            let responses = try ResponseParsing.responses(text)
            try #require(responses.count == 1, "\(octets.debugDescription)")
            let name: EncodedMailboxName?
            switch responses[0] {
            case .list(let mailbox): name = mailbox.name
            case .mailboxStatus(let status): name = status.name
            default: throw ResponseMismatch()
            }
            #expect(name?.name(separator: 0x2F)?.description == expected, "\(verb)\(octets.debugDescription)")
            if let name { #expect(name.octets == Array(octets.utf8), "\(verb)\(octets.debugDescription)") }
        }
        #expect(Self.names.count >= 80)
    }

    private struct ResponseMismatch: Error {}
}
