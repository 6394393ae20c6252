import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// A message, the tree of its parts, and the bodies of the leaves of the outermost multiparts, joined by "|".
private struct StructureRow: CustomTestStringConvertible, Sendable {
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
    @Test("Multiparts are read as a person would read them, whatever their line ends", arguments: multipartRows)
    private func multiparts(_ row: StructureRow) {
        for lineEnd in ["\n", "\r\n"] {
            let root = message(row.text.replacing("\n", with: lineEnd)).root
            #expect(outline(root) == row.outline)
            #expect(leaves(root).joined(separator: "|").replacing("\r\n", with: "\n") == row.leaves)
        }
    }

    @Test("Messages inside messages", arguments: messageRows)
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

    @Test("The header ends where a person would say that it does", .holds("C22"), arguments: headerRows)
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

    @Test("A header is found by its name, whatever its case, and the first of two counts")
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

    @Test("The first of two transfer encodings counts, as with every field that may stand once")
    func transferEncodingTwice() {
        let root = message("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\nSGVsbG8=\n").root
        #expect(root.text == "Hello")
    }

    // MARK: - Limits

    @Test("Multiparts nested without end are read to a depth", .holds("PX6"), arguments: [99, 100, 101, 10_000])
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

    @Test("Messages nested without end are read to a depth", .holds("PX6"), arguments: [99, 100, 101, 10_000])
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

    @Test("Messages under base64 in one another are read to a depth", .holds("PX6"))
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

    @Test("Parts past the limit are kept with the multipart", .holds("PX6"))
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
        "A flood of what structure is made of is read in time", .holds("PX6"), .timeLimit(.minutes(1)),
        arguments: [
            "--b\n", "--b--\n", "--\n", "--bbbbbbbb\n", "x\n", ": \n", "a:b\n", " \n", "\n", "-", "From x:\n",
            "a\nTo: b\n", "\r", "--b\n\n\n",
            "--b\nContent-Type: message/rfc822\n\n", "--b\nContent-Type: multipart/mixed; boundary=b\n\n",
            "x\nx\nx\nx\nx\nx\nTo: a\n",
        ])
    func floods(_ piece: String) {
        let head = "Content-Type: multipart/mixed; boundary=b\n"
        for end in ["", "\n"] {
            let text = head + end + String(repeating: piece, count: flood)
            #expect(message(text).index.parts.count <= StructureParser.maximumParts + StructureParser.maximumDepth)
        }
    }

    // MARK: - Anything at all

    @Test("Whatever the octets, nothing traps and every part stands where it can", .holds("PX6"))
    func randomOctets() {
        var random = SeededGenerator.fresh
        let pieces = [
            "--b", "--", "b", "--bb", "--b--", "\n", "\r\n", "\n\n", " ", "Content-Type: ",
            "multipart/mixed; boundary=b", "message/rfc822",
            "multipart/digest; boundary=bb", "Content-Transfer-Encoding: base64",
            "Content-Transfer-Encoding: quoted-printable",
            "Content-Transfer-Encoding: x-uuencode", "begin 644 x\n#86)C\n`\nend", "To: a@b", "=?utf-8?q?=C3?=",
            "=C3=\n", "\u{0}", "é",
            "SGVsbG8=", "text/plain; charset=iso-2022-jp", "text/html", ":", "From x", "Date: 1 Jan 2026",
        ]
        for _ in 0..<10_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in pick(pieces, &random) }.joined()
            check(Message(Array(text.utf8)), "\(text.debugDescription), seed \(random.seed)")
        }
    }

    @Test("Whatever happens to a good message, nothing traps and every part stands where it can", .holds("PX6"))
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

    /// Asks for every value that a part has, and checks that what comes in pieces is what comes at once.
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

private func mixed(_ body: String, type: String = "multipart/mixed; boundary=b") -> String {
    "Content-Type: \(type)\n\n\(body)"
}

private let two = "multipart/mixed(text/plain, text/plain)"

private let multipartRows = [
    StructureRow("two parts", mixed("--b\n\none\n--b\n\ntwo\n--b--\n"), two, "one|two"),
    StructureRow(
        "preamble and epilogue", mixed("This is MIME.\n--b\n\none\n--b\n\ntwo\n--b--\nThe end.\n"), two, "one|two"),
    StructureRow("no closing delimiter", mixed("--b\n\none\n--b\n\ntwo\n"), two, "one|two\n"),
    StructureRow("cut inside a delimiter", mixed("--b\n\none\n--b\n\ntwo\n--"), two, "one|two\n--"),
    StructureRow("cut behind a delimiter", mixed("--b\n\none\n--b\n\ntwo\n--b"), two, "one|two"),
    StructureRow("cut behind the line of a delimiter", mixed("--b\n\none\n--b\n\ntwo\n--b\n"), two, "one|two"),
    StructureRow(
        "cut inside the header of a part", mixed("--b\n\none\n--b\nContent-Type: text/html"),
        "multipart/mixed(text/plain, text/html)", "one|"),
    StructureRow("the body is over without a line end", mixed("--b\n\none\n--b\n\ntwo\n--b--"), two, "one|two"),
    StructureRow("no delimiter at all", mixed("just text\n"), "multipart/mixed()", "just text\n"),
    StructureRow("no body at all", "Content-Type: multipart/mixed; boundary=b\n", "multipart/mixed()", ""),
    StructureRow(
        "only the closing delimiter", mixed("text\n--b--\nmore\n"), "multipart/mixed()", "text\n--b--\nmore\n"),
    StructureRow(
        "no boundary parameter", mixed("--b\n\none\n--b--\n", type: "multipart/mixed"), "multipart/mixed()",
        "--b\n\none\n--b--\n"),
    StructureRow(
        "an empty boundary", mixed("-- \nsigned\n", type: "multipart/mixed; boundary=\"\""), "multipart/mixed()",
        "-- \nsigned\n"),
    StructureRow(
        "a boundary of blanks", mixed("text\n-- \nsigned\n", type: "multipart/mixed; boundary=\" \""),
        "multipart/mixed()", "text\n-- \nsigned\n"),
    StructureRow(
        "a blank at the end of the boundary that transport took away",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "multipart/mixed; boundary=\"b \""), two, "one|two"),
    StructureRow(
        "a blank at the end of the boundary that is still there",
        mixed("--b \n\none\n--b \n\ntwo\n--b --\n", type: "multipart/mixed; boundary=\"b \""), two, "one|two"),
    StructureRow(
        "blanks inside the boundary",
        mixed("--a b\n\none\n--a b\n\ntwo\n--a b--\n", type: "multipart/mixed; boundary=\"a b\""), two, "one|two"),
    StructureRow(
        "the boundary in pieces",
        mixed("--ab\n\none\n--ab\n\ntwo\n--ab--\n", type: "multipart/mixed; boundary*0=a; boundary*1=b"), two, "one|two"
    ),
    StructureRow(
        "another parameter holds the word boundary",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "multipart/mixed; x=\"boundary=c\"; boundary=b"), two, "one|two"),
    StructureRow("empty parts", mixed("--b\n\n--b\n\n--b--\n"), two, "|"),
    StructureRow("parts without header or empty line", mixed("--b\n--b\n--b--\n"), two, "|"),
    StructureRow("a part of one empty line", mixed("--b\n\n\n--b\n\n\n\n--b--\n"), two, "|\n"),
    StructureRow(
        "a header that a delimiter ends", mixed("--b\nContent-Type: text/html\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(text/html, text/plain)", "|two"),
    StructureRow(
        "a part without a header, without its empty line", mixed("--b\none\n--b\n\ntwo\n--b--\n"), two, "one|two"),
    StructureRow(
        "a part without a header, before one that has one",
        mixed("--b\none\n--b\nContent-Type: text/html\n\ntwo\n--b--\n"),
        "multipart/mixed(text/plain, text/html)", "one|two"),
    StructureRow("blanks behind a delimiter", mixed("--b \t\n\none\n--b  \n\ntwo\n--b-- \n"), two, "one|two"),
    StructureRow("text behind a delimiter", mixed("--b here\n\none\n--b\n\ntwo\n--b-- over\n"), two, "one|two"),
    StructureRow(
        "a longer line is no delimiter", mixed("--b\n\none\n--bb\nstill\n--b\n\ntwo\n--b--\n"), two,
        "one\n--bb\nstill|two"),
    StructureRow(
        "a delimiter inside a line is none", mixed("--b\n\none --b\n --b\n--b\n\ntwo\n--b--\n"), two,
        "one --b\n --b|two"),
    StructureRow(
        "case counts in a boundary", mixed("--b\n\none\n--B\n\nstill\n--b\n\ntwo\n--b--\n"), two,
        "one\n--B\n\nstill|two"),
    StructureRow(
        "parts behind the closing delimiter are epilogue",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n--b\n\nthree\n--b--\n"), two, "one|two"),
    StructureRow(
        "nested",
        mixed(
            "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\none\n--c\n\ntwo\n--c--\n--b\n\nthree\n--b--\n"
        ),
        "multipart/mixed(multipart/alternative(text/plain, text/plain), text/plain)", "one|two|three"),
    StructureRow(
        "the inner closing delimiter is missing",
        mixed("--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\none\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "the inner multipart has no delimiter",
        mixed("--b\nContent-Type: multipart/alternative; boundary=c\n\none\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(), text/plain)", "one|two"),
    StructureRow(
        "the outer delimiter ends an inner header",
        mixed(
            "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/html\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(text/html), text/plain)", "|two"),
    StructureRow(
        "the outer boundary is the beginning of the inner one",
        mixed(
            "--b\nContent-Type: multipart/alternative; boundary=bc\n\n--bc\n\none\n--bc\n\ntwo\n--bc--\n--b\n\nthree\n--b--\n"
        ),
        "multipart/mixed(multipart/alternative(text/plain, text/plain), text/plain)", "one|two|three"),
    StructureRow(
        "the inner boundary is the beginning of the outer one",
        mixed(
            "--bc\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n--bc\n\nthree\n--bc--\n",
            type: "multipart/mixed; boundary=bc"),
        "multipart/mixed(multipart/alternative(text/plain, text/plain), text/plain)", "one|two|three"),
    StructureRow(
        "the outer boundary ends in hyphens",
        mixed(
            "--b--\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\none\n--c--\n--b--\n\ntwo\n--b----\n",
            type: "multipart/mixed; boundary=\"b--\""),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "both have the same boundary",
        mixed("--b\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\none\n--b--\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "the type has a comment",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "multipart/mixed (really); boundary=b"), two, "one|two"),
    StructureRow(
        "a comment before the type", mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "(x) multipart/mixed; boundary=b"),
        two,
        "one|two"),
    StructureRow(
        "the type is folded and in capitals",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "\n MULTIPART/Mixed;\n BOUNDARY=b"), two, "one|two"),
    StructureRow(
        "a line of hyphens", mixed("--b\n\none\n--\n---\n--------\n--b\n\ntwo\n--b--\n"), two,
        "one\n--\n---\n--------|two"),
    StructureRow(
        "the boundary begins with hyphens",
        mixed("----b\n\none\n----b\n\ntwo\n----b--\n", type: "multipart/mixed; boundary=--b"), two, "one|two"),
    StructureRow(
        "blank lines before the delimiter are part of the body", mixed("--b\n\none\n\n\n--b\n\ntwo\n--b--\n"), two,
        "one\n\n|two"),
]

private let messageRows = [
    StructureRow(
        "a message", "Content-Type: message/rfc822\n\nSubject: x\n\ninner\n", "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message with comments on both sides", "Content-Type: (a)message/rfc822(b)\n\nSubject: x\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "message/global", "Content-Type: message/global\n\nSubject: x\n\ninner\n", "message/global[text/plain]",
        "inner\n"),
    StructureRow(
        "a message that begins with an empty line", "Content-Type: message/rfc822\n\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message without a body", "Content-Type: message/rfc822\n\nSubject: x\n", "message/rfc822[text/plain]", ""),
    StructureRow(
        "text that is called a message", "Content-Type: message/rfc822\n\nno header here\n", "message/rfc822",
        "no header here\n"),
    StructureRow(
        "nothing that is called a message", "Content-Type: message/rfc822\n\n", "message/rfc822[text/plain]", ""),
    StructureRow(
        "a delivery status is no message", "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n",
        "message/delivery-status", "Reporting-MTA: dns; x\n"),
    StructureRow(
        "a part of a message is none", "Content-Type: message/partial; number=1\n\nSubject: x\n\nhalf\n",
        "message/partial", "Subject: x\n\nhalf\n"),
    StructureRow(
        "a body elsewhere is no message",
        "Content-Type: message/external-body; access-type=URL\n\nContent-Type: text/html\n\n", "message/external-body",
        "Content-Type: text/html\n\n"),
    StructureRow(
        "a multipart in a message in a multipart",
        mixed(
            "--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\none\n--c--\n--b\n\ntwo\n--b--\n"
        ),
        "multipart/mixed(message/rfc822[multipart/mixed(text/plain)], text/plain)", "one|two"),
    StructureRow(
        "the outer delimiter ends the inner message's header",
        mixed("--b\nContent-Type: message/rfc822\n\nSubject: x\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(message/rfc822[text/plain], text/plain)", "|two"),
    StructureRow(
        "a message in base64",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogeAoKaW5uZXIK\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message in quoted-printable",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nSubject:=20x\n\nin=\nner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message that only says that it is in base64",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nSubject: hello there, all of you\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message under 8bit",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\n\nSubject: x\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "in a digest a part is a message",
        mixed(
            "--b\n\nSubject: x\n\none\n--b\nContent-Type: text/html\n\ntwo\n--b--\n",
            type: "multipart/digest; boundary=b"),
        "multipart/digest(message/rfc822[text/plain], text/html)", "one|two"),
    StructureRow(
        "in a digest text is text",
        mixed("--b\n\njust some words\n--b\nSubject: x\n\nmore words\n--b--\n", type: "multipart/digest; boundary=b"),
        "multipart/digest(text/plain, text/plain)", "just some words|more words"),
    StructureRow(
        "an empty part of a digest", mixed("--b\n--b\n\n--b--\n", type: "multipart/digest; boundary=b"),
        "multipart/digest(text/plain, message/rfc822[text/plain])", "|"),
    StructureRow(
        "a digest in a digest",
        mixed(
            "--b\nContent-Type: multipart/digest; boundary=c\n\n--c\n\nSubject: x\n\none\n--c--\n--b--\n",
            type: "multipart/digest; boundary=b"),
        "multipart/digest(multipart/digest(message/rfc822[text/plain]))", "one"),
    StructureRow(
        "a multipart in a digest's message is no digest",
        mixed(
            "--b\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nSubject: x\n\none\n--c--\n--b--\n",
            type: "multipart/digest; boundary=b"),
        "multipart/digest(message/rfc822[multipart/mixed(text/plain)])", "Subject: x\n\none"),
]

private let headerRows = [
    StructureTests.HeaderRow("as it should be", "Subject: x\nTo: y\n\nbody\n", ["Subject=x", "To=y"], "body\n"),
    StructureTests.HeaderRow("nothing", "", [], ""),
    StructureTests.HeaderRow("one octet", "x", [], "x"),
    StructureTests.HeaderRow("one line end", "\n", [], ""),
    StructureTests.HeaderRow("the first line is empty", "\nSubject: x\n\nbody\n", [], "Subject: x\n\nbody\n"),
    StructureTests.HeaderRow("no body", "Subject: x\n", ["Subject=x"], ""),
    StructureTests.HeaderRow("no line end", "Subject: x", ["Subject=x"], ""),
    StructureTests.HeaderRow("folded", "Subject: x\n y\n\tz\n\nbody", ["Subject=x y\\u{9}z"], "body"),
    StructureTests.HeaderRow("an empty value", "Subject:\nTo:\n\n", ["Subject=", "To="], ""),
    StructureTests.HeaderRow("a value that begins on the next line", "Subject:\n x\n\n", ["Subject=x"], ""),
    StructureTests.HeaderRow("a blank before the colon", "Subject : x\nTo\t: y\n\n", ["Subject=x", "To=y"], ""),
    StructureTests.HeaderRow("a blank before the first name", " Subject: x\nTo: y\n\n", ["Subject=x", "To=y"], ""),
    StructureTests.HeaderRow("a colon in the value", "Subject: a: b\n\n", ["Subject=a: b"], ""),
    StructureTests.HeaderRow(
        "an mbox separator", "From kim@example.org Mon Oct 12 14:03:00 2026\nSubject: x\n\nbody", ["Subject=x"], "body"),
    StructureTests.HeaderRow(
        "an mbox separator that was quoted", ">From kim@example.org Mon Oct 12 14:03:00 2026\nSubject: x\n\nbody",
        ["Subject=x"], "body"),
    StructureTests.HeaderRow(
        "an mbox separator and no header", "From kim@example.org Mon Oct 12 14:03:00 2026\n\nbody", [], "body"),
    StructureTests.HeaderRow(
        "text that begins like a separator", "From here on we walk.\n\nSee you", [], "From here on we walk.\n\nSee you"),
    StructureTests.HeaderRow(
        "no empty line, and text that begins like a separator", "Subject: x\nFrom my house to yours.\nBye\n",
        ["Subject=x"], "From my house to yours.\nBye\n"),
    StructureTests.HeaderRow("no empty line", "Subject: x\nHello there.\nBye\n", ["Subject=x"], "Hello there.\nBye\n"),
    StructureTests.HeaderRow(
        "no empty line, and a line like a field further down", "Subject: x\nHello there.\nBye\nNote: this\n",
        ["Subject=x"], "Hello there.\nBye\nNote: this\n"),
    StructureTests.HeaderRow("text and no header", "Hello there.\n\nBye\n", [], "Hello there.\n\nBye\n"),
    StructureTests.HeaderRow(
        "a line without a colon", "Subject: x\nbroken\nTo: y\n\nbody", ["Subject=x", "To=y"], "body"),
    StructureTests.HeaderRow(
        "folding that lost its blank", "Subject: a long\nsubject of words\nand more words\nTo: y\n\nbody",
        ["Subject=a long", "To=y"], "body"),
    StructureTests.HeaderRow(
        "a line of blanks goes on", "Subject: x\n \nTo: y\n\nbody", ["Subject=x", "To=y"], "body"),
    StructureTests.HeaderRow("a colon and no name", "Subject: x\n: y\nTo: z\n\nbody", ["Subject=x", "To=z"], "body"),
    StructureTests.HeaderRow("CR CR LF", "Subject: x\r\r\nTo: y\r\r\n\r\r\nbody", ["Subject=x", "To=y"], "body"),
    StructureTests.HeaderRow(
        "8-bit text in a name of a field", "S\u{FC}b: x\nTo: y\n\nbody", ["S\u{FC}b=x", "To=y"], "body"),
    StructureTests.HeaderRow(
        "text that looks like a field behind the first line of a body", "To: y\nDear Kim,\nNote: bring cake", ["To=y"],
        "Dear Kim,\nNote: bring cake"),
    StructureTests.HeaderRow("a NUL in a value", "Subject: a\u{0}b\n\n", ["Subject=a\\u{0}b"], ""),
    StructureTests.HeaderRow(
        "a delimiter that belongs to nothing", "Content-Type: text/plain\n--b\nTo: y\n\nbody",
        ["Content-Type=text/plain"], "--b\nTo: y\n\nbody"),
]
