import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@Suite("Framer", .holds("PX6"))
struct FramerTests {
    /// A session with every kind of response and literal.
    static let session = Array(
        """
        * OK [CAPABILITY IMAP4rev1 LITERAL+] ready\r
        * LIST (\\HasNoChildren) "/" {5}\r
        Hello\r
        * 1 FETCH (UID 7 BODY[HEADER] {12}\r
        Subject: a\r
         FLAGS (\\Seen))\r
        * 2 FETCH (UID 8 RFC822.SIZE 3 BODY[1.2]<0> {0}\r
         BINARY[2] ~{4}\r
        a)b( BODY[TEXT] "quoted")\r
        * 3 FETCH (BODYSTRUCTURE ("TEXT" {5}\r
        plain NIL NIL NIL "7BIT" 1 1) UID 9)\r
        + go on {7}\r
        * 4 EXISTS\n\
        * BAD text that ends like a literal {10}\r
        * OK [X {3}\r
        abc] after a code with a literal\r
        A1 OK done {3}\r

        """.utf8)

    @Test("Returns lines, collected literals and streamed literals")
    func kinds() throws {
        let frames = try ResponseParsing.frames(Self.session).joined
        let header = FetchedContentItem.body(.header, origin: nil)
        #expect(frames.contains(.literal(.begin(message: 1, item: header, count: 12))))
        #expect(frames.contains(.literal(.octets(Array("Subject: a\r\n".utf8)))))
        #expect(
            frames.contains(.literal(.begin(message: 2, item: .body(BodySection(part: [1, 2]), origin: 0), count: 0))))
        #expect(
            frames.contains(.literal(.begin(message: 2, item: .binary(BodySection(part: [2]), origin: nil), count: 4))))
        #expect(frames.count { $0 == .literal(.end) } == 3)
        let responses = try frames.compactMap { frame -> Response? in
            guard case .response(let raw) = frame else { return nil }
            return try ResponseParser().parse(raw)
        }
        #expect(responses.count == 10)
        guard case .fetch(let message) = responses[3] else {
            Issue.record("\(responses[3])")
            return
        }
        #expect(message.uid?.rawValue == 8)
        #expect(
            message.details?.contents.map(\.value) == [
                .streamed(count: 0), .streamed(count: 4), .octets(Array("quoted".utf8)),
            ])
    }

    @Test("The frames do not depend on how the bytes arrive")
    func splits() throws {
        let whole = try ResponseParsing.frames(Self.session).joined
        #expect(try ResponseParsing.frames(Self.session.map { [$0] }).joined == whole)
        for index in 0...Self.session.count {
            let halves = [Array(Self.session[..<index]), Array(Self.session[index...])]
            #expect(try ResponseParsing.frames(halves).joined == whole, "cut at \(index)")
        }
        var generator = SeededGenerator.fresh
        for _ in 0..<300 {
            var pieces: [[UInt8]] = []
            var rest = Self.session[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...40, using: &generator)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(try ResponseParsing.frames(pieces).joined == whole, "seed \(generator.seed)")
        }
    }

    private static var limits: FramingLimits {
        var limits = FramingLimits()
        limits.line = 100
        limits.statusWithCode = 200
        limits.response = 300
        limits.streamedLiteral = 1000
        limits.literals = 3
        return limits
    }

    @Test(
        "Input beyond a limit is an error before it is stored",
        arguments: [
            ("a line without an end", String(repeating: "a", count: 101), FramingError.lineTooLong(limit: 100)),
            ("an untagged line", "* LIST " + String(repeating: "a", count: 101), .lineTooLong(limit: 100)),
            ("a continuation", "+ " + String(repeating: "a", count: 101), .lineTooLong(limit: 100)),
            ("a status", "* OK " + String(repeating: "a", count: 101), .lineTooLong(limit: 100)),
            ("a code", "* OK [A " + String(repeating: "1", count: 200), .responseTooLong(limit: 200)),
            ("a FETCH", "* 1 FETCH (" + String(repeating: "(", count: 300), .responseTooLong(limit: 300)),
            ("a SEARCH", "* SEARCH " + String(repeating: "1 ", count: 300), .responseTooLong(limit: 300)),
            ("a literal", "* LIST () NIL {90}\r\n", .literalTooLong(limit: 80)),
            ("a literal of 32 bits", "* LIST () NIL {4294967295}\r\n", .literalTooLong(limit: 72)),
            ("a literal of 64 bits", "* LIST () NIL {18446744073709551616}\r\n", .literalTooLong(limit: 62)),
            (
                "a literal of many digits", "* 1 FETCH (ENVELOPE {99999999999999999999999999}\r\n",
                .literalTooLong(limit: 250)
            ),
            ("content", "* 1 FETCH (BODY[] {1001}\r\n", .literalTooLong(limit: 1000)),
            ("content of 64 bits", "* 1 FETCH (BODY[] {18446744073709551615}\r\n", .literalTooLong(limit: 1000)),
            ("literals", "* 1 FETCH (" + String(repeating: "{0}\r\n ", count: 4), .tooManyLiterals(limit: 3)),
        ])
    func bounds(_ row: String, _ text: String, _ error: FramingError) {
        #expect(throws: error, "\(row)") { try ResponseParsing.frames(Array(text.utf8), limits: Self.limits) }
        #expect(throws: error, "\(row), an octet at a time") {
            try ResponseParsing.frames(Array(text.utf8).map { [$0] }, limits: Self.limits)
        }
    }

    @Test("Accepts input within the limits")
    func withinBounds() throws {
        let text = "* 1 FETCH (ENVELOPE {200}\r\n" + String(repeating: "a", count: 200) + ")\r\n"
        #expect(try ResponseParsing.frames(Array(text.utf8), limits: Self.limits).count == 1)
        let content = "* 1 FETCH (BODY[] {1000}\r\n" + String(repeating: "a", count: 1000) + ")\r\n"
        #expect(try ResponseParsing.frames(Array(content.utf8), limits: Self.limits).joined.count == 4)
    }

    @Test(
        "Text that only looks like a literal is text",
        arguments: [
            "* LIST () NIL {-1}", "* LIST () NIL {+5}", "* LIST () NIL {}", "* LIST () NIL {a}", "* OK see {5}",
            "A1 NO see {5}", "+ {5}", "* OK [ALERT] see {5}", "* BYE {5}", "* LIST () NIL {1 2}",
        ])
    func noLiteral(_ line: String) throws {
        let frames = try ResponseParsing.frames(Array((line + "\r\n* 1 EXISTS\r\n").utf8))
        #expect(frames.first == .response(RawResponse(Array(line.utf8))))
        #expect(frames.count == 2)
    }

    @Test("Ignores empty lines and padding between responses")
    func padding() throws {
        let frames = try ResponseParsing.frames(Array("\r\n\n\u{0}\u{0}* 1 EXISTS\r\n\u{0}\r\n* 2 EXISTS\r\n".utf8))
        #expect(frames == ["* 1 EXISTS", "* 2 EXISTS"].map { .response(RawResponse(Array($0.utf8))) })
    }

    @Test("A message of 50 MB is passed on in pieces and never collected")
    func streaming() throws {
        var framer = Framer()
        framer.feed(Array("* 1 FETCH (UID 1 BODY[] {50000000}\r\n".utf8))
        var count = 0
        let piece = [UInt8](repeating: 0x41, count: 65_536)
        var fed = 0
        while fed < 50_000_000 {
            framer.feed(Array(piece.prefix(50_000_000 - fed)))
            fed += min(piece.count, 50_000_000 - fed)
            while let frame = try framer.next() {
                switch frame {
                case .literal(.octets(let octets)):
                    #expect(octets.count <= piece.count)
                    count += octets.count
                case .literal: break
                case .response: Issue.record("the response is not complete")
                }
            }
        }
        framer.feed(Array(")\r\n".utf8))
        guard case .response(let raw)? = try framer.next() else {
            Issue.record("no response")
            return
        }
        #expect(count == 50_000_000)
        #expect(raw.octets.count < 100)
        #expect(framer.isEmpty)
    }
}
