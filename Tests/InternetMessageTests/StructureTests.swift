import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// A message, the tree of its parts, and the bodies of the leaves, joined by "|".
struct StructureRow: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    let outline: String
    let leaves: String

    init(_ name: String, _ text: String, _ outline: String, _ leaves: String) {
        self.name = name
        self.text = text
        self.outline = outline
        self.leaves = leaves
    }

    var testDescription: String { name }
}

private func leaves(_ part: Part) -> [String] {
    switch part.kind {
    case .leaf: [part.rawText]
    case .multipart: part.parts.isEmpty ? [part.rawText] : part.parts.flatMap(leaves)
    case .message: part.embeddedMessage.map(leaves) ?? []
    }
}

@Suite("Structure of messages")
struct StructureTests {
    @Test("Parses multiparts with any line ends", arguments: multipartRows)
    private func multiparts(_ row: StructureRow) {
        for lineEnd in ["\n", "\r\n"] {
            let root = message(row.text.replacing("\n", with: lineEnd)).root
            #expect(outline(root) == row.outline)
            #expect(leaves(root).joined(separator: "|").replacing("\r\n", with: "\n") == row.leaves)
        }
    }

    @Test("Parses embedded messages", arguments: messageRows)
    private func messages(_ row: StructureRow) {
        for lineEnd in ["\n", "\r\n"] {
            let root = message(row.text.replacing("\n", with: lineEnd)).root
            #expect(outline(root) == row.outline)
            #expect(leaves(root).joined(separator: "|").replacing("\r\n", with: "\n") == row.leaves)
        }
    }

    /// The header fields as `name=text`, then the body.
    struct HeaderRow: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let fields: [String]
        let body: String

        init(_ name: String, _ text: String, _ fields: [String], _ body: String) {
            testDescription = name
            self.text = text
            self.fields = fields
            self.body = body
        }
    }

    @Test("Finds the end of the header", .holds("C22"), arguments: headerRows)
    func headers(_ row: HeaderRow) {
        let message = message(row.text)
        #expect(message.header.allFields.map { visible("\($0.name)=\($0.text)") } == row.fields)
        #expect(message.root.rawText == row.body)
    }

    @Test("Line ends may be mixed")
    func mixedLineEnds() {
        let root = message(
            "Content-Type: multipart/mixed;\r\n boundary=b\nSubject: x\r\n\n--b\n\r\none\r\n--b\r\n\ntwo\n--b--\r\n"
        ).root
        #expect(root.header.subject == "x")
        #expect(leaves(root) == ["one", "two"])
    }

    @Test("Finds a field by name in any case, and uses the first of two")
    func fields() {
        let header = message("SUBJECT: a\nsubject: b\nX-Thing: 1\nx-thing: 2\n\n").header
        #expect(header.subject == "a")
        #expect(header.count == 4)
        #expect(header.fields(named: "x-thing").map(\.text) == ["1", "2"])
        #expect(header.first(named: "x-thing")?.text == "1")
        #expect(header.first(named: "x-other") == nil)
        #expect(header.first(named: "subject")?.kind == .subject)
        #expect(Array(header.first(named: "subject")?.rawValue ?? []) == Array(" a".utf8))
    }

    @Test("Uses the first of two transfer encodings")
    func transferEncodingTwice() {
        let root = message("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\nSGVsbG8=\n").root
        #expect(root.text == "Hello")
    }

    // MARK: - Limits

    @Test("Nested multiparts are parsed to a limited depth", .holds("PX6"), arguments: [99, 100, 101, 10_000])
    func depth(_ count: Int) {
        var text = ""
        for level in 0..<count { text += "Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n" }
        let message = message(text + "\ninnermost\n")
        var part = message.root
        var depth = 0
        while let child = part.parts.first {
            part = child
            depth += 1
        }
        #expect(depth == min(count, StructureParser.maximumDepth))
        #expect(part.rawText.contains("innermost"))
        #expect(message.index.parts.count <= StructureParser.maximumDepth + 2)
    }

    @Test("Nested messages are parsed to a limited depth", .holds("PX6"), arguments: [99, 100, 101, 10_000])
    func messageDepth(_ count: Int) {
        let message = message(
            String(repeating: "Content-Type: message/rfc822\n\n", count: count) + "Subject: x\n\ninnermost\n")
        var part = message.root
        var depth = 0
        while let inner = part.embeddedMessage {
            part = inner
            depth += 1
        }
        #expect(depth == min(count, StructureParser.maximumDepth))
        #expect(part.rawText.contains("innermost"))
    }

    @Test("Nested messages in base64 are parsed to a limited depth", .holds("PX6"))
    func encodedDepth() {
        var text = Array("Subject: x\n\ninnermost\n".utf8)
        for _ in 0..<20 {
            var encoded: [UInt8] = []
            Base64.encode(text.span, into: &encoded)
            text = Array("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n".utf8) + encoded
        }
        var part = Message(text).root
        var depth = 0
        while let inner = part.embeddedMessage {
            part = inner
            depth += 1
        }
        #expect((1...4).contains(depth))
    }

    @Test("Parts beyond the limit stay in the body of the multipart", .holds("PX6"))
    func partCount() {
        let count = 50_000
        let text =
            "Content-Type: multipart/mixed; boundary=b\n\n" + String(repeating: "--b\n\nx\n", count: count)
            + "last\n--b--\n"
        let message = message(text)
        #expect(message.index.parts.count <= StructureParser.maximumParts + StructureParser.maximumDepth)
        #expect(message.root.parts.count >= StructureParser.maximumParts - 1)
        #expect(message.root.rawText.hasSuffix("last\n--b--\n"))
    }

    @Test(
        "A flood of structural lines is parsed in time", .holds("PX6"), .timeLimit(.minutes(1)),
        arguments: [
            "--b\n", "--b--\n", "--\n", "--bbbbbbbb\n", "x\n", ": \n", "a:b\n", " \n", "\n", "-", "From x:\n",
            "a\nTo: b\n", "\r", "--b\n\n\n",
            "--b\nContent-Type: message/rfc822\n\n", "--b\nContent-Type: multipart/mixed; boundary=b\n\n",
            "x\nx\nx\nx\nx\nx\nTo: a\n", "--bb\nContent-Type: multipart/mixed; boundary=b\n\n",
            "Content-Type: a/b;\nx=\n", "Content-Type: a/b; \t \t \t \t\nx\nTo: a\n",
        ])
    func floods(_ piece: String) {
        let head = "Content-Type: multipart/mixed; boundary=b\n"
        for end in ["", "\n"] {
            let text = head + end + String(repeating: piece, count: flood)
            #expect(message(text).index.parts.count <= StructureParser.maximumParts + StructureParser.maximumDepth)
        }
    }

    // MARK: - Any input

    @Test("Random input does not trap, and every part has a valid position", .holds("PX6"))
    func randomOctets() {
        var random = SeededGenerator.fresh
        let pieces = [
            "--b", "--", "b", "--bb", "--b--", "\n", "\r\n", "\n\n", " ", "Content-Type: ",
            "multipart/mixed; boundary=b", "message/rfc822",
            "multipart/digest; boundary=bb", "Content-Transfer-Encoding: base64",
            "Content-Transfer-Encoding: quoted-printable",
            "Content-Transfer-Encoding: x-uuencode", "begin 644 x\n#86)C\n`\nend", "To: a@b", "=?utf-8?q?=C3?=",
            "=C3=\n", "\u{0}", "é",
            "SGVsbG8=", "multipart/mixed;\nboundary=b", "multipart/; boundary=b;b", "--b;b",
            "text/plain; charset=iso-2022-jp", "text/html", ":", "From x", "Date: 1 Jan 2026",
        ]
        for _ in 0..<10_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in pick(pieces, &random) }.joined()
            check(Message(Array(text.utf8)), "\(text.debugDescription), seed \(random.seed)")
        }
    }

    @Test("A damaged message does not trap, and every part has a valid position", .holds("PX6"))
    func mutations() {
        var random = SeededGenerator.fresh
        for _ in 0..<10_000 {
            var octets = Array(pick(multipartRows + messageRows, &random).text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) where !octets.isEmpty {
                let place = Int.random(in: 0..<octets.count, using: &random)
                let end = min(octets.count, place + Int.random(in: 1...12, using: &random))
                switch Int.random(in: 0..<5, using: &random) {
                case 0: octets[place] = UInt8.random(in: 0...255, using: &random)
                case 1: octets.remove(at: place)
                case 2: octets.removeSubrange(place...)
                case 3:
                    octets.insert(contentsOf: octets[place..<end], at: Int.random(in: 0...octets.count, using: &random))
                default: octets.removeSubrange(place..<end)
                }
            }
            check(Message(octets), "\(octets), seed \(random.seed)")
        }
    }

    private func check(_ message: Message, _ comment: @autoclosure () -> String) {
        let end = message.bytes.count
        var isRight = true
        for (number, part) in message.index.parts.enumerated() {
            isRight =
                isRight && part.headerStart <= part.bodyStart && part.bodyStart <= part.bodyEnd
                && Int(part.bodyEnd) <= end
            isRight = isRight && part.firstField <= part.endField && Int(part.endField) <= message.index.fields.count
            for field in message.index.fields[Int(part.firstField)..<Int(part.endField)] {
                isRight =
                    isRight && field.nameStart < field.nameEnd && field.nameEnd < field.valueStart
                    && field.valueStart <= field.valueEnd
                isRight = isRight && field.nameStart >= part.headerStart && field.valueEnd <= part.bodyStart
            }
            var previous = part.bodyStart
            var child = Int(part.firstChild)
            while child != 0, isRight {
                let record = message.index.parts[child]
                isRight = isRight && child > number && record.headerStart >= previous && record.bodyEnd <= part.bodyEnd
                previous = record.bodyEnd
                child = Int(record.nextSibling)
            }
        }
        #expect(isRight, "\(comment())")
        readEverything(message.root, comment())
    }

    /// Reads every value of a part, and checks that content read in pieces is the same as content read at once.
    private func readEverything(_ part: Part, _ comment: @autoclosure () -> String) {
        for field in part.header.allFields { _ = field.text }
        for name in [FieldName.to, .cc, .from, .replyTo] {
            for address in part.header.addresses(name) { _ = address.email?.domain }
        }
        _ = (part.header.date, part.header.messageID, part.filename, part.contentDisposition?.kind)
        let content = part.decodedContent
        for limit in [1, 2, 7, 64] {
            var decoder = TransferDecoder(part.effectiveEncoding, part.rawBody)
            var pieces: [UInt8] = []
            while !decoder.isAtEnd { decoder.decode(part.message.bytes.span, limit: limit, into: &pieces) }
            #expect(pieces == content, "limit \(limit), \(comment())")
        }
        _ = ReadableText.of(part)
        for child in part.children { readEverything(child, comment()) }
        if let embedded = part.embeddedMessage { readEverything(embedded, comment()) }
    }
}
