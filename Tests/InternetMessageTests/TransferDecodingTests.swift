import MailTestSupport
import Testing

@testable import InternetMessage

/// Decodes `input`, about `limit` bytes at a time.
private func decode(_ input: [UInt8], _ encoding: TransferEncoding, limit: Int) -> [UInt8] {
    var decoder = TransferDecoder(encoding, 0..<input.count)
    var output: [UInt8] = []
    while !decoder.isAtEnd { decoder.decode(input.span, limit: limit, into: &output) }
    return output
}

private func content(_ input: [UInt8], _ encoding: String) -> [UInt8] {
    Message(Array("Content-Transfer-Encoding: \(encoding)\n\n".utf8) + input).root.decodedContent
}

private func string(_ octets: [UInt8]) -> String {
    visible(String(decoding: octets, as: UTF8.self))
}

@Suite("Transfer encodings")
struct TransferDecodingTests {
    @Test("Decodes base64 with what transport adds", arguments: base64Rows)
    func base64(_ row: TextTestCase) {
        for limit in 1...12 {
            #expect(string(decode(row.input, .base64, limit: limit)) == row.expected, "limit \(limit)")
        }
        #expect(string(Base64.decode(row.input.span)) == row.expected)
    }

    @Test("A line break anywhere in base64 makes no difference")
    func base64LineBreaks() {
        let encoded = Array("SGVsbG8sIHdvcmxkIQ==".utf8)
        for place in 0...encoded.count {
            for lineBreak in ["\n", "\r\n", " \r\n\t", "\r\n\r\n"] {
                let broken = encoded[..<place] + Array(lineBreak.utf8) + encoded[place...]
                // Nothing after the first padding is data.
                #expect(
                    string(content(Array(broken), "base64")) == "Hello, world!",
                    "\(lineBreak.debugDescription) at \(place)")
            }
        }
    }

    @Test(
        "Text that is mislabeled as base64 is shown unchanged", .holds("C22"),
        arguments: [
            TextTestCase("a sentence", "The ferry is late today.\n", "The ferry is late today.\\u{a}"),
            TextTestCase("short lines", "Thanks!\nAlex\n", "Thanks!\\u{a}Alex\\u{a}"),
            TextTestCase("marks", "!?!\n", "!?!\\u{a}"),
            TextTestCase("HTML", "<p>Hello</p>", "<p>Hello</p>"),
            TextTestCase("Japanese", "日本語", "日本語"),
        ])
    func mislabelled(_ row: TextTestCase) { #expect(string(content(row.input, "base64")) == row.expected) }

    @Test("Junk in base64 does not make it plain text")
    func junkInBase64() {
        var encoded = Array(String(repeating: "SGVsbG8s", count: 40).utf8)
        encoded.insert(contentsOf: Array("*".utf8), at: 100)
        encoded.insert(contentsOf: Array("\u{0}-".utf8), at: 7)
        #expect(string(content(encoded, "base64")) == String(repeating: "Hello,", count: 40))
    }

    @Test("A line of text within base64 does not make it plain text")
    func lineInBase64() {
        let line = String(repeating: "SGVsbG8s", count: 8) + "\n"
        #expect(
            string(content(Array((line + "*** !!! four !!! ***\n" + line).utf8), "base64")).hasSuffix("Hello,Hello,"))
    }

    @Test("Base64 of random bytes is decoded to the same bytes in pieces of any size")
    func base64RoundTrip() {
        var random = SeededGenerator.fresh
        for _ in 0..<2000 {
            let octets = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var encoded: [UInt8] = []
            Base64.encode(octets.span, into: &encoded)
            for place in stride(from: 76, to: encoded.count, by: 78) {
                encoded.insert(contentsOf: [0x0D, 0x0A], at: place)
            }
            let limit = Int.random(in: 1...100, using: &random)
            #expect(decode(encoded, .base64, limit: limit) == octets, "limit \(limit), seed \(random.seed)")
            #expect(content(encoded, "base64") == octets, "seed \(random.seed)")
        }
    }

    @Test("Decodes quoted-printable", arguments: quotedPrintableRows)
    func quotedPrintable(_ row: TextTestCase) {
        for limit in 1...40 {
            #expect(string(decode(row.input, .quotedPrintable, limit: limit)) == row.expected, "limit \(limit)")
        }
        #expect(string(QuotedPrintableDecoder.decode(row.input.span)) == row.expected)
        #expect(string(content(row.input, "quoted-printable")) == row.expected)
    }

    @Test("Random quoted-printable is decoded the same in pieces of any size", .holds("PX6"))
    func quotedPrintablePieces() {
        var random = SeededGenerator.fresh
        let pieces = ["=", "=4", "=41", "=\n", "=\r\n", "= \n", " ", "\t", "a", "\n", "\r\n", "\r", "==", "=3D", "é"]
        for _ in 0..<5000 {
            let input = Array(
                (0..<Int.random(in: 0...20, using: &random)).map { _ in pick(pieces, &random) }.joined().utf8)
            let whole = QuotedPrintableDecoder.decode(input.span)
            for limit in [1, 2, 3, 5, 8] {
                #expect(
                    decode(input, .quotedPrintable, limit: limit) == whole,
                    "\(input) limit \(limit), seed \(random.seed)")
            }
        }
    }

    @Test(
        "Decodes uuencode",
        arguments: [
            TextTestCase("one line", "begin 644 cat.txt\n#0V%T\n`\nend\n", "Cat"),
            TextTestCase("CR LF", "begin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\n", "Cat"),
            TextTestCase("two lines", "begin 644 a\n#0V%T\n#0V%T\n`\nend\n", "CatCat"),
            TextTestCase("text before and behind it", "Look:\nbegin 644 a\n#0V%T\n`\nend\nthat was it\n", "Cat"),
            TextTestCase("no end", "begin 644 a\n#0V%T\n", "Cat"),
            TextTestCase("no end and no line end", "begin 644 a\n#0V%T", "Cat"),
            TextTestCase("blanks at the end that were lost", "begin 644 a\r\n#00\r\n`\r\nend\r\n", "A\\u{0}\\u{0}"),
            TextTestCase("two octets", "begin 644 a\n\"0V$\n`\nend\n", "Ca"),
            TextTestCase("an empty line", "begin 644 a\n\n#0V%T\n`\nend\n", "Cat"),
            TextTestCase("a word that is begin", "begin with this\nbegin 644 a\n#0V%T\n`\nend\n", "Cat"),
            TextTestCase(
                "text that only says that it is encoded", "begin with this\nend\n", "begin with this\\u{a}end\\u{a}"),
            TextTestCase("nothing", "", ""),
        ])
    func uuencode(_ row: TextTestCase) {
        for name in ["x-uuencode", "uuencode", "X-UUE"] { #expect(string(content(row.input, name)) == row.expected) }
        guard row.expected.contains("Cat") else { return }
        for limit in 1...8 {
            #expect(string(decode(row.input, .uuencode, limit: limit)) == row.expected, "limit \(limit)")
        }
    }

    struct NameRow: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let value: String
        let encoding: TransferEncoding

        init(_ name: String, _ value: String, _ encoding: TransferEncoding) {
            testDescription = name
            self.value = value
            self.encoding = encoding
        }
    }

    @Test(
        "Parses the names of encodings",
        arguments: [
            NameRow("7bit", "7bit", .sevenBit), NameRow("8bit", " 8BIT ", .eightBit),
            NameRow("binary", "binary", .binary),
            NameRow("base64", "Base64", .base64), NameRow("quoted-printable", "Quoted-Printable", .quotedPrintable),
            NameRow("with a comment behind it", "base64 (really)", .base64),
            NameRow("with comments on both sides", "(no, (really)) base64 (yes)", .base64),
            NameRow("with a semicolon", "base64;", .base64),
            NameRow("in quotes", "\"base64\"", .base64), NameRow("folded", "\n base64", .base64),
            NameRow("8-bit", "8-bit", .eightBit), NameRow("unknown", "x-yenc", .unknown),
            NameRow("empty", "", .unknown),
            NameRow("a longer word", "base64x", .unknown),
        ])
    func names(_ row: NameRow) {
        #expect(message("Content-Transfer-Encoding:\(row.value)\n\n").root.transferEncoding == row.encoding)
        #expect(message("\n\n").root.transferEncoding == .sevenBit)
    }

    @Test("Content larger than a piece is decoded completely", .holds("PX6"))
    func largeContent() {
        let octets = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        var encoded: [UInt8] = []
        Base64.encode(octets.span, into: &encoded)
        let root = Message(Array("Content-Transfer-Encoding: base64\n\n".utf8) + encoded).root
        var pieces: [UInt8] = []
        var largest = 0
        root.forEachContentPiece { piece in
            pieces.append(piece)
            largest = max(largest, piece.count)
        }
        #expect(pieces == octets)
        #expect(largest <= 70_000)
        #expect(Message(Array("\n".utf8) + octets).root.decodedContent == octets)
    }

    @Test("Text larger than a piece is decoded correctly if a character is split", .holds("E07"))
    func largeText() {
        let text = String(repeating: "日本語 ", count: 40_000)
        #expect(message("Content-Type: text/plain; charset=utf-8\n\n" + text).root.text == text)
        #expect(message("\nx" + text).root.text == "x" + text)
        var encoded: [UInt8] = []
        Base64.encode(Array(("x" + text).utf8).span, into: &encoded)
        #expect(Message(Array("Content-Transfer-Encoding: base64\n\n".utf8) + encoded).root.text == "x" + text)
    }
}

private let base64Rows = [
    TextTestCase("no padding needed", "SGVsbG8h", "Hello!"),
    TextTestCase("one padding", "SGVsbG8=", "Hello"),
    TextTestCase("two paddings", "SGVsbA==", "Hell"),
    TextTestCase("padding missing", "SGVsbG8", "Hello"),
    TextTestCase("both paddings missing", "SGVsbA", "Hell"),
    TextTestCase("one of two paddings missing", "SGVsbA=", "Hell"),
    TextTestCase("too much padding", "SGVsbG8====", "Hello"),
    TextTestCase("padding on the next line", "SGVsbG8\r\n=\r\n", "Hello"),
    TextTestCase("padding first", "=SGVsbG8=", "Hello"),
    TextTestCase("padding between groups is passed over", "SGVs=bG8=", "Hello"),
    TextTestCase("what follows the padding is no data", "SGVsbA==SGVsbG8=", "Hell"),
    TextTestCase("a footer behind the padding", "SGVsbA==\n-- \nlist", "Hell"),
    TextTestCase("one letter too many", "SGVsbG8hA", "Hello!"),
    TextTestCase("junk", "S-G*V\u{0}s.bG!8=", "Hello"),
    TextTestCase("blanks", " S G V s b G 8 = ", "Hello"),
    TextTestCase("8-bit junk", "SGVésbG8=", "Hello"),
    TextTestCase("empty", "", ""),
    TextTestCase("line ends", "\r\n\r\n", ""),
    TextTestCase("the letters of the URL alphabet are none", "-_-_", ""),
]

private let quotedPrintableRows = [
    TextTestCase("plain", "Hello", "Hello"),
    TextTestCase("an escape", "Zo=C3=AB", "Zoë"),
    TextTestCase("lower case", "Zo=c3=ab", "Zoë"),
    TextTestCase("a soft break", "Hel=\nlo", "Hello"),
    TextTestCase("a soft break with CR LF", "Hel=\r\nlo", "Hello"),
    TextTestCase("a soft break with blanks", "Hel= \t\r\nlo", "Hello"),
    TextTestCase("soft breaks and nothing else", "=\r\n=\r\n=\r\n", ""),
    TextTestCase("a soft break at the end", "Hello=", "Hello"),
    TextTestCase("a blank before a soft break stays", "Hello =\r\nthere", "Hello there"),
    TextTestCase("blanks at the end of a line go", "Hello \t \r\nthere  \n", "Hello\\u{d}\\u{a}there\\u{a}"),
    TextTestCase("blanks at the end of the text go", "Hello  ", "Hello"),
    TextTestCase("an escaped blank at the end of a line stays", "Hello=20\r\n", "Hello \\u{d}\\u{a}"),
    TextTestCase("a line of blanks", "a\n  \nb", "a\\u{a}\\u{a}b"),
    TextTestCase("LF stays LF", "a\nb\n", "a\\u{a}b\\u{a}"),
    TextTestCase("CR LF stays CR LF", "a\r\nb\r\n", "a\\u{d}\\u{a}b\\u{d}\\u{a}"),
    TextTestCase("a lone CR stays", "a\rb", "a\\u{d}b"),
    TextTestCase("an escaped line end", "a=0D=0Ab", "a\\u{d}\\u{a}b"),
    TextTestCase("an equals sign that is no escape", "a=b", "a=b"),
    TextTestCase("an equals sign and one digit", "a=4", "a=4"),
    TextTestCase("an equals sign and no digit", "a=G1 =1G", "a=G1 =1G"),
    TextTestCase("two equals signs", "a==3D", "a=="),
    TextTestCase("two equals signs at the end of a line", "a==\nb", "a=b"),
    TextTestCase("an escape cut by a soft break", "a=4=\n1", "a=41"),
    TextTestCase("raw 8-bit text", "Zoë", "Zoë"),
    TextTestCase("a NUL", "a=00b", "a\\u{0}b"),
    TextTestCase("empty lines", "\n\n\r\n", "\\u{a}\\u{a}\\u{d}\\u{a}"),
    TextTestCase("a long line", String(repeating: "a", count: 100) + "=41", String(repeating: "a", count: 100) + "A"),
    TextTestCase("empty", "", ""),
]
