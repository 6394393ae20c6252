import MailTestSupport
import MailTypes
import MailboxFormats
import Testing

/// The messages of an mbox, read in pieces of one size.
private struct Reading {
    var messages: [(content: [UInt8], status: MboxStatus, date: Int64?)] = []
    var hasForeignText = false

    init(_ file: [UInt8], _ quoting: MboxQuotingStyle = .mboxrd, pieces size: Int = 7) {
        var reader = MboxReader(quoting)
        var rest = file[...]
        var (content, date): ([UInt8], Int64?) = ([], nil)
        while true {
            while let event = reader.next() {
                switch event {
                case .begin(let found): (content, date) = ([], found)
                case .content(let octets): content += octets
                case .end(let status): messages.append((content, status, date))
                }
            }
            if reader.isEnded { break }
            if rest.isEmpty { reader.end() } else { reader.receive(rest.prefix(size)) }
            rest = rest.dropFirst(size)
        }
        hasForeignText = reader.hasForeignText
    }

    init(_ text: String, _ quoting: MboxQuotingStyle = .mboxrd) { self.init(Array(text.utf8), quoting) }

    var texts: [String] {
        messages.map { String(decoding: $0.content, as: UTF8.self).replacing("\r\n", with: "|") }
    }
}

private let from = "From kim@example.net Wed Nov 25 12:00:00 2026\n"

@Suite("Mboxes")
struct MboxTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
        let quoting: MboxQuotingStyle
        let texts: [String]
        var testDescription: String { name }

        init(_ name: String, _ file: String, _ quoting: MboxQuotingStyle = .mboxrd, _ texts: String...) {
            self.name = name
            self.file = file
            self.quoting = quoting
            self.texts = texts
        }
    }

    static let rows: [Row] = [
        Row("two messages", from + "A: 1\n\nx\n\n" + from + "B: 2\n\ny\n\n", .mboxrd, "A: 1||x|", "B: 2||y|"),
        Row("no empty line at the end", from + "A: 1\n\nx\n", .mboxrd, "A: 1||x|"),
        Row("no line end at the end", from + "A: 1\n\nx", .mboxrd, "A: 1||x"),
        Row(
            "empty lines at the end of a message", from + "A: 1\n\nx\n\n\n\n" + from + "\n\n", .mboxrd, "A: 1||x|||",
            "|"),
        Row(
            "quoted lines", from + "A: 1\n\n>From x\n>>From y\n> From z\n\n", .mboxrd, "A: 1||From x|>From y|> From z|"),
        Row("quoted lines of mboxo", from + "A: 1\n\n>From x\n>>From y\n\n", .mboxo, "A: 1||From x|>>From y|"),
        Row(
            "text that begins like a separator", from + "A: 1\n\nx\n\nFrom 10:30 on we meet in 2026.\n\n", .mboxrd,
            "A: 1||x||From 10:30 on we meet in 2026.|"),
        Row(
            "a separator inside a paragraph", from + "A: 1\n\nx\n" + from + "y\n\n", .mboxrd,
            "A: 1||x|\(from.dropLast())|y|"),
        Row(
            "Content-Length", from + "Content-Length: 9999\n\nx\n\n" + from + "\ny\n\n", .mboxrd,
            "Content-Length: 9999||x|", "|y|"),
        Row("CR LF", (from + "A: 1\n\nx\n\n").replacing("\n", with: "\r\n"), .mboxrd, "A: 1||x|"),
        Row("the separator of Thunderbird", "From - Wed Nov 25 12:00:00 2026\nA: 1\n\nx\n", .mboxrd, "A: 1||x|"),
        Row(
            "the separator of Google Takeout", "From 123@xxx Wed Nov 25 12:00:00 +0000 2026\nA: 1\n\nx\n", .mboxrd,
            "A: 1||x|"),
        Row(
            "flags in the header", from + "Status: RO\nA: 1\nX-Status: AF\n folded\nB: 2\n\nStatus: x\n\n", .mboxrd,
            "A: 1|B: 2||Status: x|"),
        Row("nothing", "", .mboxrd),
    ]

    @Test("Splits an mbox into messages, whatever the pieces", arguments: rows)
    func splitting(_ row: Row) {
        for size in [1, 2, 5, 100, 10_000] {
            #expect(Reading(Array(row.file.utf8), row.quoting, pieces: size).texts == row.texts, "\(size)")
        }
    }

    static let flags: [(field: String, letters: String)] = [
        ("Status: RO", "S"), ("Status: O", ""), ("Status:", ""), ("X-Status: AFDT", "DFRT"),
        ("X-Mozilla-Status: 0001", "S"), ("X-Mozilla-Status: 1007", "FPRS"), ("x-mozilla-status: zz", ""),
        ("X-Mozilla-Status2: 00800000", ""), ("X-Petrel-Flags: ab", "ab"),
    ]

    @Test("Reads flags as other programs write them", arguments: flags)
    func readsFlags(_ row: (field: String, letters: String)) {
        let reading = Reading(from + row.field + "\nA: 1\n\nx\n\n")
        #expect(reading.messages.first.map { String(decoding: $0.status.flags.letters, as: UTF8.self) } == row.letters)
        #expect(reading.texts == ["A: 1||x|"])
    }

    @Test("Finds messages that Thunderbird has removed, dates, and files that are not mboxes")
    func others() {
        #expect(Reading(from + "X-Mozilla-Status: 0009\n\nx\n").messages.first?.status.isRemoved == true)
        #expect(Reading(from + "\nx\n").messages.first?.date == 1_795_608_000)
        #expect(Reading("Subject: x\n\n" + from + "\nx\n").hasForeignText)
        #expect(!Reading("\n\n" + from + "\nx\n").hasForeignText)
    }

    /// A message with CRLF line ends out of lines that are hard for an mbox.
    private func message(_ generator: inout SeededGenerator) -> [UInt8] {
        let header = [
            "Status: mine", "X-Petrel-Kept-A: 1", "Subject: x", "From: kim", " folded", "x-status: F", ">From h",
        ]
        let body = [
            "", "", "From x", from.dropLast().description, ">From y", ">>From z", " From", "text", "Status: R",
            ".", "é\u{0}", String(repeating: "x", count: 70_000), "\t", "a\rb",
        ]
        var lines = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            header.randomElement(using: &generator) ?? ""
        }
        lines.append("")
        lines += (0..<Int.random(in: 0...8, using: &generator)).map { _ in body.randomElement(using: &generator) ?? "" }
        return Array(lines.map { $0 + "\r\n" }.joined().utf8)
    }

    @Test("What was written is read back with the same bytes and flags")
    func roundTrip() {
        var generator = SeededGenerator.fresh
        let seed = generator.seed
        for _ in 0..<300 {
            var file: [UInt8] = []
            var expected: [(content: [UInt8], flags: MaildirFlags)] = []
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let content = message(&generator)
                let letters = Array("DFPRSTabXZ".utf8).filter { _ in Bool.random(using: &generator) }
                let flags = MaildirFlags(letters: letters)
                file += MboxWriter.octets(of: content, sender: Array("a b@c".utf8), date: 1_795_608_000, flags)
                expected.append((content, flags))
            }
            let size = [3, 1000, 65_536, 1_000_000].randomElement(using: &generator) ?? 1
            let reading = Reading(file, pieces: size)
            let isSame = reading.messages.map(\.content) == expected.map(\.content)
            let isAlike = reading.messages.map(\.status.flags) == expected.map(\.flags)
            #expect(isSame && isAlike, "seed \(seed)")
        }
    }

    @Test("Any bytes can be read")
    func random() {
        var generator = SeededGenerator.fresh
        let pieces = ["From ", from, "\n", "\r", "Status: R\n", ">", "x", "\u{0}", " ", "X-Petrel-Kept-"]
        for _ in 0..<500 {
            let text = (0..<30).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            #expect(Reading(text).messages.count == Reading(Array(text.utf8), pieces: 1000).messages.count)
        }
    }
}
