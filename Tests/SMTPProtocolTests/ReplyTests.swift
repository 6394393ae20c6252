import MailTestSupport
import SMTPProtocol
import Testing

@Suite("Replies", .holds("PX6"))
struct ReplyTests {
    private func meaning(_ pieces: [[UInt8]]) -> ReplyRow.Meaning {
        var parser = ReplyParser()
        var codes: [UInt16] = []
        for piece in pieces {
            parser.append(piece)
            do throws(ReplyParser.Fault) {
                while let reply = try parser.next() { codes.append(reply.code) }
            } catch {
                return .fault(error, after: codes)
            }
        }
        return .replies(codes)
    }

    @Test("Parses standard replies and rejects everything else", arguments: ReplyRow.all)
    func rows(_ row: ReplyRow) {
        #expect(meaning([row.octets]) == row.meaning)
    }

    @Test("The result is the same whatever the size of the pieces", arguments: ReplyRow.all)
    func pieces(_ row: ReplyRow) {
        #expect(meaning(row.octets.map { [$0] }) == row.meaning)
        var random = SeededGenerator.fresh
        for _ in 0..<5 {
            var rest = row.octets[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let size = Int.random(in: 0...max(1, rest.count / 2), using: &random)
                pieces.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(meaning(pieces) == row.meaning, "seed \(random.seed)")
        }
    }

    @Test("Nothing is parsed after a fault")
    func sticky() throws {
        var parser = ReplyParser()
        parser.append(Array("hello\r\n250 ok\r\n".utf8))
        for _ in 0..<3 { #expect(throws: ReplyParser.Fault.notAReply) { try parser.next() } }
        parser.append(Array("250 ok\r\n".utf8))
        #expect(throws: ReplyParser.Fault.notAReply) { try parser.next() }
        #expect(!parser.isEmpty)
    }

    @Test("The parser is empty only if every byte belonged to a reply")
    func emptiness() throws {
        var parser = ReplyParser()
        #expect(parser.isEmpty)
        for octet in "250-a\r\n250 b\r\n".utf8 {
            parser.append([octet])
            #expect(!parser.isEmpty)
            if try parser.next() != nil { break }
        }
        #expect(parser.isEmpty)
        parser.append([0x32])
        #expect(!parser.isEmpty)
    }

    @Test("Parses 100,000 bytes without a line end in linear time")
    func linear() {
        var parser = ReplyParser()
        var faults = 0
        for _ in 0..<100_000 {
            parser.append([0x32])
            do throws(ReplyParser.Fault) { _ = try parser.next() } catch { faults += 1 }
        }
        #expect(faults == 100_000 - ReplyParser.maximumLine + 1)
    }

    static let codes: [(text: String, enhanced: String?, words: String)] = [
        ("550 5.1.1 no such user\r\n", "5.1.1", "no such user"), ("550 no such user\r\n", nil, "no such user"),
        ("550 5.1.1\r\n", "5.1.1", ""), ("250 2.0.0 ok\r\n", "2.0.0", "ok"),
        ("550-5.7.26 first\r\n550 5.7.26 second\r\n", "5.7.26", "first second"),
        ("550-5.7.26 first\r\n550 second\r\n", "5.7.26", "first second"), ("550 3.1.1 x\r\n", nil, "3.1.1 x"),
        ("550 5.1 x\r\n", nil, "5.1 x"), ("550 5.1.1.1 x\r\n", nil, "5.1.1.1 x"), ("550 5..1 x\r\n", nil, "5..1 x"),
        ("550 5.1.1x\r\n", nil, "5.1.1x"), ("550 5.1000.1 x\r\n", nil, "5.1000.1 x"),
        ("550 #5.1.1 x\r\n", nil, "#5.1.1 x"),
        ("550 -5.1.1 x\r\n", nil, "-5.1.1 x"), ("452 4.5.3\r\n", "4.5.3", ""),
    ]

    @Test("Separates the enhanced status code from the text", arguments: codes)
    func enhanced(_ row: (text: String, enhanced: String?, words: String)) throws {
        var parser = ReplyParser()
        parser.append(Array(row.text.utf8))
        let reply = try #require(try parser.next())
        #expect(reply.enhanced.map { "\($0)" } == row.enhanced)
        #expect(reply.text == row.words)
    }

    static let severities: [(text: String, severity: Reply.Severity)] = [
        ("250 ok", .positive), ("354 go", .intermediate), ("450 later", .transient), ("550 no", .permanent),
        ("450 5.1.1 never", .permanent), ("550 4.2.1 later", .transient), ("250 5.0.0 odd", .positive),
        ("550 2.0.0 odd", .permanent), ("450 2.0.0 odd", .transient),
    ]

    @Test("The enhanced status code refines a refusal but never makes it an acceptance", arguments: severities)
    func severity(_ row: (text: String, severity: Reply.Severity)) throws {
        var parser = ReplyParser()
        parser.append(Array((row.text + "\r\n").utf8))
        #expect(try parser.next()?.severity == row.severity)
    }

    @Test("Parses extensions case-insensitively and ignores unknown ones")
    func extensions() {
        func read(_ lines: String...) -> ServiceExtensions {
            ServiceExtensions(Reply(code: 250, lines: (["host"] + lines).map { Array($0.utf8) }))
        }
        let all = read(
            "starttls", "Pipelining", "8BitMime", "SMTPUTF8", "DSN", "SIZE 35882577", "AUTH LOGIN plain", "X-OTHER a b",
            "LIMITS MAILMAX=5 RCPTMAX=20", "")
        #expect(all.startTLS && all.pipelining && all.eightBitMIME && all.smtpUTF8 && all.deliveryStatus && all.size)
        #expect(all.sizeLimit == 35_882_577 && all.recipientLimit == 20 && all.messageLimit == 5)
        #expect(all.mechanisms == [Array("LOGIN".utf8), Array("PLAIN".utf8)])
        #expect(read("AUTH=PLAIN LOGIN").mechanisms == [Array("PLAIN".utf8), Array("LOGIN".utf8)])
        for size in ["SIZE", "SIZE 0", "SIZE x", "SIZE -1", "SIZE 99999999999999999999", "SIZE 1x"] {
            #expect(read(size).size && read(size).sizeLimit == nil)
        }
        let none = read("LIMITS RCPTMAX=0 MAILMAX=x")
        #expect(none.recipientLimit == nil && none.messageLimit == nil)
        #expect(read() == ServiceExtensions())
        // The first line is a greeting, whatever its text.
        #expect(ServiceExtensions(Reply(code: 250, lines: [Array("STARTTLS".utf8)])) == ServiceExtensions())
    }
}
