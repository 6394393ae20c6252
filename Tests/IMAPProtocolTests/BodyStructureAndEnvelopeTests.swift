import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@Suite("BODYSTRUCTURE and ENVELOPE", .holds("PX6"))
struct BodyStructureAndEnvelopeTests {
    private func part(_ text: String) throws -> BodyPart? {
        try ResponseParsing.message("* 1 FETCH (BODYSTRUCTURE \(text) UID 5)").details?.bodyStructure?.value
    }

    private func text(_ octets: [UInt8]?) -> String? { octets.map { String(decoding: $0, as: UTF8.self) } }

    @Test("Parses a message with an alternative and an attachment")
    func usual() throws {
        let part = try #require(
            try part(
                """
                ((("text" "plain" ("CHARSET" "UTF-8") NIL NIL "7BIT" 1423 44 NIL NIL NIL NIL)("text" "html" ("CHARSET" \
                "UTF-8") NIL NIL "quoted-printable" 2524 34 NIL NIL NIL NIL) "alternative" ("BOUNDARY" "b") NIL NIL NIL)\
                ("APPLICATION" "PDF" ("NAME" "a.pdf") "<id>" "what it is" "BASE64" 151 NIL ("ATTACHMENT" ("FILENAME" \
                "a.pdf")) ("en" "de") "where") "MIXED" ("BOUNDARY" "c") NIL NIL NIL)
                """))
        #expect(part.isMultipart && text(part.subtype) == "mixed" && part.children.count == 2)
        #expect(part.leaves.map(\.section.part) == [[1, 1], [1, 2], [2]])
        let attachment = part.children[1]
        #expect(text(attachment.disposition?.kind) == "attachment" && attachment.size == 151)
        #expect(attachment.languages.count == 2 && text(attachment.location) == "where")
        #expect(text(attachment.encoding) == "base64" && text(attachment.id) == "<id>")
    }

    @Test("Parses an embedded message")
    func embedded() throws {
        let part = try #require(
            try part(
                """
                ("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 400 ("date" "subject" (("Kim" NIL "kim" "example.net")) NIL NIL NIL \
                NIL NIL NIL "<a@b>") ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 10 2) 12 NIL ("attachment" NIL) NIL)
                """))
        #expect(part.lines == 12 && part.children.first?.lines == 2)
        #expect(text(part.envelope?.subject) == "subject" && text(part.envelope?.from.first?.host) == "example.net")
        #expect(text(part.disposition?.kind) == "attachment")
    }

    @Test(
        "Tolerates defects of servers",
        arguments: [
            ("Gmail: a multipart without children", "(\"MIXED\" (\"BOUNDARY\" \"x\") NIL NIL)", "multipart/mixed"),
            ("Gmail: no children, no parameters", "(\"MIXED\" NIL NIL NIL)", "multipart/mixed"),
            (
                "the whole type where the subtype is due", "(\"multipart\" \"mixed\" (\"BOUNDARY\" \"x\") NIL NIL)",
                "multipart/mixed"
            ),
            ("QQ: NIL for the children", "(NIL \"MIXED\" (\"BOUNDARY\" \"x\") NIL NIL)", "multipart/mixed"),
            (
                "a child without children",
                "((\"RELATED\" (\"B\" \"x\") NIL NIL)(\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 1 1) \"MIXED\")",
                "multipart/mixed"
            ),
            ("no subtype", "((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 1 1))", "multipart/mixed"),
            ("Dovecot: -1 lines", "(\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 1 -1)", "text/plain"),
            ("-1 octets", "(\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" -1 1)", "text/plain"),
            ("NIL octets", "(\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" NIL NIL)", "text/plain"),
            ("() for NIL", "(\"TEXT\" \"PLAIN\" () NIL NIL \"7BIT\" 1 1 NIL () () NIL)", "text/plain"),
            (
                "Exchange: no disposition's parameters",
                "(\"A\" \"B\" NIL NIL NIL \"7BIT\" 1 NIL (\"attachment\") NIL)", "a/b"
            ),
            ("a disposition without a list", "(\"A\" \"B\" NIL NIL NIL \"7BIT\" 1 NIL \"attachment\" NIL)", "a/b"),
            ("an empty disposition", "(\"A\" \"B\" NIL NIL NIL \"7BIT\" 1 NIL (NIL NIL) NIL)", "a/b"),
            ("no encoding", "(\"A\" \"B\" NIL NIL NIL NIL 1)", "a/b"), ("fields missing", "(\"A\" \"B\" NIL)", "a/b"),
            ("Cyrus: literals", "(\"A\" {1}\r\nB (\"NAME\" {3}\r\na\"b) NIL NIL \"7BIT\" 1)", "a/b"),
            ("a parameter without a value", "(\"A\" \"B\" (\"x\") NIL NIL \"7BIT\" 1)", "a/b"),
            ("a parameter with NIL", "(\"A\" \"B\" (\"x\" NIL \"y\" \"z\") NIL NIL \"7BIT\" 1)", "a/b"),
            (
                "an embedded message without its envelope",
                "(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 1 NIL NIL NIL)", "message/rfc822"
            ),
            (
                "spaces between parts",
                "((\"A\" \"B\" NIL NIL NIL \"7BIT\" 1) (\"A\" \"C\" NIL NIL NIL \"7BIT\" 1) \"MIXED\")",
                "multipart/mixed"
            ),
            (
                "extensions that are to come",
                "(\"A\" \"B\" NIL NIL NIL \"7BIT\" 1 NIL NIL NIL NIL 1 (2 (\"3\")) \"4\")", "a/b"
            ),
        ])
    func defects(_ row: String, _ structure: String, _ type: String) throws {
        let part = try #require(try part(structure), "\(row)")
        #expect("\(text(part.type) ?? "")/\(text(part.subtype) ?? "")" == type, "\(row)")
    }

    @Test(
        "An unreadable structure is kept as bytes, and the rest of the response is used",
        arguments: [
            ("nothing", "()"), ("no part", "(())"),
            ("deep", String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)),
            ("many parts", "(" + String(repeating: "(\"A\" \"B\")", count: 10_001) + " \"MIXED\")"),
            ("a number too large", "(\"A\" \"B\" NIL NIL NIL \"7BIT\" 18446744073709551616)"),
        ])
    func unreadable(_ row: String, _ structure: String) throws {
        let message = try ResponseParsing.message("* 1 FETCH (BODYSTRUCTURE \(structure) UID 5)")
        #expect(message.details?.bodyStructure == .unreadable(Array(structure.utf8)), "\(row)")
        #expect(message.uid?.rawValue == 5, "\(row)")
    }

    @Test("A million parentheses take no stack and little time")
    func parentheses() throws {
        let open = String(repeating: "(", count: 1_000_000)
        #expect(throws: ResponseError.self) { try ResponseParsing.message("* 1 FETCH (BODYSTRUCTURE \(open)") }
        #expect(throws: ResponseError.self) { try ResponseParsing.message("* 1 FETCH (NEW \(open)") }
        let closed = String(repeating: ")", count: 1_000_000)
        #expect(try ResponseParsing.message("* 1 FETCH (NEW \(open)\(closed) UID 5)").uid?.rawValue == 5)
    }

    @Test("Parses envelopes, including the placeholders of servers")
    func envelopes() throws {
        func envelope(_ text: String) throws -> Envelope? {
            try ResponseParsing.message("* 1 FETCH (ENVELOPE \(text) UID 5)").details?.envelope?.value
        }
        let group = try #require(
            try envelope(
                """
                ("d" "s" ((NIL NIL "MISSING_MAILBOX" "MISSING_DOMAIN")) NIL () ((NIL NIL "friends" NIL)("A" NIL "a" "b")\
                (NIL NIL NIL NIL)) "" NIL NIL "<i@d>")
                """))
        #expect(group.to.count == 3 && group.replyTo.isEmpty && text(group.messageID) == "<i@d>")
        #expect(text(group.from.first?.host) == "MISSING_DOMAIN")
        #expect(try envelope("(NIL NIL)") == Envelope())
        #expect(try envelope("((\"a\"))") == nil)
        #expect(
            try envelope("(NIL NIL ((\"a\" NIL \"b\" \"c\" \"more\" (1))) NIL NIL NIL NIL NIL NIL NIL 5 (6))")?.from
                .count == 1)
    }
}
