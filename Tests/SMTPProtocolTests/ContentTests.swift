import MailTestSupport
import MailTypes
import SMTPProtocol
import Testing

@Suite("Message content", .holds("PX5", "PX6"))
struct ContentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let content: [UInt8]
        /// `nil` if the content is sent.
        let fault: DotStuffing.Fault?
        var testDescription: String { name }

        init(_ name: String, _ content: String, _ fault: DotStuffing.Fault? = nil) {
            self.name = name
            self.content = Array(content.utf8)
            self.fault = fault
        }
    }

    private static let smuggled = "MAIL FROM:<eve@example.org>\r\nRCPT TO:<bob@example.org>\r\nDATA\r\n"
    private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }
    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Bodies as passed to the wire encoder, without repairs.
    static let rows = [
        Row("nothing", ""), Row("a line", "a\r\n"), Row("no line end", "a"), Row("an empty line", "\r\n"),
        Row("a dot", ".\r\n"), Row("a dot without line end", "."), Row("two dots", "..\r\n"),
        Row("three dots", "...\r\n"),
        Row("a dot and a blank", ". \r\n"), Row("a blank and a dot", " .\r\n"), Row("a dot before text", ".a\r\n"),
        Row("dots in many lines", ".\r\n.\r\n..\r\n.\r\n"), Row("a dot at the end of a line", "a.\r\n"),
        Row("a dot in the middle", "a\r\n.\r\nb\r\n"), Row("a dot behind empty lines", "\r\n\r\n.\r\n\r\n"),
        Row("the end and a command", "a\r\n.\r\nQUIT\r\n"), Row("the end and a message", "a\r\n.\r\n\(smuggled)"),
        Row("the end twice", ".\r\n.\r\n"), Row("a tab and a dot", "\t.\r\n"),
        Row("a line of 998", letters(998) + "\r\n"), Row("a line of 998 without line end", letters(998)),
        Row("a dot and 997", "." + letters(997) + "\r\n"),
        Row("a line of 999", letters(999) + "\r\n", .lineTooLong), Row("a line of 1000", letters(1000), .lineTooLong),
        Row("a line of 10000", letters(10_000) + "\r\n", .lineTooLong),
        Row("a dot and 998", "." + letters(998) + "\r\n", .lineTooLong),
        Row("LF", "a\nb\r\n", .bareLF), Row("LF first", "\na\r\n", .bareLF), Row("LF last", "a\n", .bareLF),
        Row("CR", "a\rb\r\n", .bareCR), Row("CR first", "\ra\r\n", .bareCR), Row("CR last", "a\r", .bareCR),
        Row("CR CR LF", "a\r\r\n", .bareCR), Row("LF CR", "a\n\rb\r\n", .bareLF), Row("LF LF", "a\n\nb", .bareLF),
        Row("LF dot LF", "a\n.\n\(smuggled)", .bareLF), Row("LF dot CR LF", "a\n.\r\n\(smuggled)", .bareLF),
        Row("CR dot CR", "a\r.\r\(smuggled)", .bareCR), Row("CR dot LF", "a\r.\n\(smuggled)", .bareCR),
        Row("CR LF dot LF", "a\r\n.\n\(smuggled)", .bareLF), Row("CR LF dot CR", "a\r\n.\r\(smuggled)", .bareCR),
        Row("CR dot CR LF", "a\r.\r\n\(smuggled)", .bareCR), Row("LF dot CR", "a\n.\rx", .bareLF),
        Row("CR LF dot CR CR LF", "a\r\n.\r\r\n\(smuggled)", .bareCR),
        Row("CR CR LF dot CR CR LF", "a\r\r\n.\r\r\n", .bareCR), Row("CR LF CR dot", "a\r\n\r.\r\n", .bareCR),
        Row("NUL", "a\0b\r\n", .nul), Row("NUL alone", "\0", .nul), Row("a dot behind NUL", "\0.\r\n", .nul),
        Row("CR LF NUL dot", "a\r\n\0.\r\n", .nul), Row("CR NUL LF", "a\r\0\n", .bareCR),
        Row("CR LF dot NUL", "a\r\n.\0\r\n", .nul),
        Row("octets over 127", "é\r\n.\u{85}\r\n"), Row("a line end of Unicode", "a\u{2028}.\u{2028}b\r\n"),
        Row("a vertical tab", "a\u{B}.\u{B}b\r\n"), Row("a form feed", "a\u{C}.\u{C}b\r\n"),
        Row("an end of file", "\u{1A}\r\n.\r\n"),
        Row("an escape sequence", "\u{1B}[2J\r\n.\r\n"), Row("many lines", String(repeating: ".x\r\n", count: 500)),
        Row("many dots", String(repeating: ".", count: 998)),
    ]

    private func written(_ content: [UInt8], by size: Int) -> Result<[UInt8], DotStuffing.Fault> {
        var stuffing = DotStuffing()
        var output: [UInt8] = []
        do throws(DotStuffing.Fault) {
            var rest = content[...]
            while !rest.isEmpty {
                try stuffing.add(Array(rest.prefix(size)), to: &output)
                rest = rest.dropFirst(size)
            }
            return .success(output + (try stuffing.terminator()))
        } catch {
            return .failure(error)
        }
    }

    @Test("A message is one message to every server, or it is not sent", arguments: rows)
    func smuggling(_ row: Row) throws {
        for size in [Int.max, 1, 2, 3, 7] {
            switch written(row.content, by: size) {
            case .failure(let fault): #expect(fault == row.fault)
            case .success(let wire):
                #expect(row.fault == nil)
                // Exactly one end of data, at the end, for servers that accept only CR LF and for those that accept any
                // line end.
                #expect(strictEnds(wire) == [wire.count] && lenientEnds(wire) == [wire.count])
                #expect(wire.suffix(5) == [13, 10, 46, 13, 10] || wire == [46, 13, 10])
                let wanted = row.content + (row.content.isEmpty || row.content.suffix(2) == [13, 10] ? [] : [13, 10])
                #expect(unstuffed(wire) == wanted)
            }
        }
    }

    /// The ends of data for a server that accepts only CR LF as a line end.
    private func strictEnds(_ wire: [UInt8]) -> [Int] {
        let text = [13, 10] + wire
        return (0..<max(0, text.count - 4)).filter { text[$0..<$0 + 5].elementsEqual([13, 10, 46, 13, 10]) }.map {
            $0 + 3
        }
    }

    /// The ends of data for a server that also accepts bare LF and CR, as vulnerable servers did.
    private func lenientEnds(_ wire: [UInt8]) -> [Int] {
        var ends: [Int] = []
        var line: [UInt8] = []
        var position = 0
        while position < wire.count {
            let octet = wire[position]
            position += 1
            guard octet == 13 || octet == 10 else {
                line.append(octet)
                continue
            }
            if octet == 13, position < wire.count, wire[position] == 10 { position += 1 }
            if line == [46] { ends.append(position) }
            line = []
        }
        return ends
    }

    private func unstuffed(_ wire: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var isLineStart = true
        for octet in wire.dropLast(3) {
            if !(isLineStart && octet == 46) { output.append(octet) }
            isLineStart = octet == 10
        }
        return output
    }

    @Test(
        "Stored content is repaired where possible, and is then one message", arguments: rows)
    func kept(_ row: Row) throws {
        var submission = try SubmissionDriver()
        submission.content = Array("Subject: x\r\n\r\n".utf8) + row.content
        for size in [1, 5, 4096] {
            submission.pieceOfContent = size
            var survey = MessagePropertyScanner()
            do throws(DotStuffing.Fault) {
                try survey.add(submission.content)
                _ = try survey.finish()
            } catch {
                #expect(error == .lineTooLong || error == .nul)
                continue
            }
            submission.server = InMemorySubmissionServer(isEncrypted: false)
            try submission.run()
            #expect(submission.server.messages.count == 1 && submission.server.faults.isEmpty)
            #expect(submission.server.commands.last == "DATA")
        }
    }

    // MARK: - Header

    static let headers: [(name: String, kept: String, sent: String)] = [
        ("nothing to do", "To: a@b\r\n\r\nHi\r\n", "To: a@b\r\n\r\nHi\r\n"),
        ("Bcc", "To: a@b\r\nBcc: c@d\r\nSubject: x\r\n\r\nHi\r\n", "To: a@b\r\nSubject: x\r\n\r\nHi\r\n"),
        (
            "Bcc, folded", "To: a@b\r\nBcc: c@d,\r\n e@f,\r\n\tg@h\r\nSubject: x\r\n\r\n",
            "To: a@b\r\nSubject: x\r\n\r\n"
        ),
        ("Bcc in another case", "To: a@b\r\nBCC: c@d\r\nbCc: c@d\r\n\r\n", "To: a@b\r\n\r\n"),
        ("Bcc with a blank before the colon", "To: a@b\r\nBcc \t: c@d\r\n\r\n", "To: a@b\r\n\r\n"),
        (
            "Bcc with many blanks before the colon",
            "To: a@b\r\nBcc\(blanks(254)): c@d\r\nbcc\(blanks(100_000)): c@d,\r\n e@f\r\n\r\n", "To: a@b\r\n\r\n"
        ),
        ("Bcc alone with many blanks", "Bcc\(blanks(300)): c@d\r\n\r\n", "To: undisclosed-recipients:;\r\n\r\n"),
        ("Bcc first, with blanks before it", " \t Bcc : c@d\r\nTo: a@b\r\n\r\n", "To: a@b\r\n\r\n"),
        ("Bcc after more than one CR", "To: a@b\r\r\nBcc: c@d\r\r\r\n\r\r\nHi", "To: a@b\r\n\r\nHi"),
        ("more than one CR in the body", "To: a@b\r\n\r\na\r\r\nb\r\r", "To: a@b\r\n\r\na\r\n\r\nb\r\n\r\n"),
        ("a blank in a name", "To: a@b\r\nBcc d: x\r\n\r\n", "To: a@b\r\nBcc d: x\r\n\r\n"),
        ("a line of blanks", "To: a@b\r\n \r\nBcc : c@d\r\n\r\n", "To: a@b\r\n \r\n\r\n"),
        ("petrel's own, with a long name", "To: a@b\r\nX-Petrel-\(letters(400)): x\r\n\r\n", "To: a@b\r\n\r\n"),
        ("Bcc first", "Bcc: c@d\r\nTo: a@b\r\n\r\nHi", "To: a@b\r\n\r\nHi"),
        ("Bcc last, and no body", "To: a@b\r\nBcc: c@d\r\n", "To: a@b\r\n"),
        ("Bcc last, and no line end", "To: a@b\r\nBcc: c@d", "To: a@b\r\n"),
        ("Bcc alone", "Bcc: c@d\r\nSubject: x\r\n\r\n", "Subject: x\r\nTo: undisclosed-recipients:;\r\n\r\n"),
        ("Bcc and Cc", "Bcc: c@d\r\nCc: a@b\r\n\r\n", "Cc: a@b\r\n\r\n"),
        ("Resent-Bcc", "To: a@b\r\nResent-Bcc: c@d\r\nResent-To: e@f\r\n\r\n", "To: a@b\r\nResent-To: e@f\r\n\r\n"),
        ("petrel's own", "X-Petrel-Draft-Id: 1\r\nx-petrel-anything: a\r\n b\r\nTo: a@b\r\n\r\n", "To: a@b\r\n\r\n"),
        (
            "others' own", "X-Petrel: 1\r\nX-Mailer: y\r\nX-Bcc: z\r\nTo: a@b\r\n\r\n",
            "X-Petrel: 1\r\nX-Mailer: y\r\nX-Bcc: z\r\nTo: a@b\r\n\r\n"
        ),
        ("LF for line ends", "To: a@b\nBcc: c@d\n\tx\n\nBcc: body\n", "To: a@b\r\n\r\nBcc: body\r\n"),
        ("CR for line ends", "To: a@b\rBcc: c@d\r\rHi\r", "To: a@b\r\n\r\nHi\r\n"),
        (
            "Bcc in the body", "To: a@b\r\n\r\nBcc: c@d\r\nX-Petrel-Draft-Id: 1\r\n",
            "To: a@b\r\n\r\nBcc: c@d\r\nX-Petrel-Draft-Id: 1\r\n"
        ),
        ("a line that is no field", "To: a@b\r\nhello\r\nBcc: c@d\r\n\r\n", "To: a@b\r\nhello\r\n\r\n"),
        ("an empty line first", "\r\nBcc: c@d\r\n", "\r\nBcc: c@d\r\n"),
        ("a long name", "To: a@b\r\n\(letters(400)): x\r\nBcc: c@d\r\n\r\n", "To: a@b\r\n\(letters(400)): x\r\n\r\n"),
        (
            "a value that looks like one", "To: a@b\r\nSubject: Bcc: c@d\r\n Bcc: e@f\r\n\r\n",
            "To: a@b\r\nSubject: Bcc: c@d\r\n Bcc: e@f\r\n\r\n"
        ),
        ("a dot in it", "To: a@b\r\n.\r\nBcc: c@d\r\n\r\n", "To: a@b\r\n.\r\n\r\n"),
        ("an empty message", "", ""),
    ]

    @Test("Bcc and petrel's own fields are not sent", .holds("PS6", "C01"), arguments: headers)
    func header(_ row: (name: String, kept: String, sent: String)) {
        for size in [Int.max, 1, 2, 3, 5] {
            var filter = SubmissionFilter()
            var output: [UInt8] = []
            var rest = Array(row.kept.utf8)[...]
            while !rest.isEmpty {
                filter.add(Array(rest.prefix(size)), to: &output)
                rest = rest.dropFirst(size)
            }
            filter.finish(to: &output)
            #expect(String(decoding: output, as: UTF8.self) == row.sent)
        }
    }

    @Test("The announced size is that of the sent message")
    func measure() throws {
        for row in Self.headers where !row.kept.isEmpty {
            var survey = MessagePropertyScanner()
            try survey.add(Array(row.kept.utf8))
            let measure = try survey.finish()
            let isEnded = row.sent.hasSuffix("\r\n")
            #expect(measure.size == row.sent.utf8.count + (isEnded ? 0 : 2) && !measure.isEightBit)
        }
        var survey = MessagePropertyScanner()
        try survey.add(Array("Subject: x\r\nBcc: é\r\n\r\né".utf8))
        let measure = try survey.finish()
        #expect(measure.isEightBit && !measure.hasEightBitHeader)
    }

    @Test("A message that differs from the measured one is not completed")
    func changed() throws {
        var submission = try SubmissionDriver()
        _ = try submission.open()
        var survey = MessagePropertyScanner()
        try survey.add(Array("Subject: x\r\n\r\nHi\r\n".utf8))
        var transaction = MailTransaction(
            submission.envelope, try survey.finish(), to: try #require(submission.extensions), resetsFirst: false)
        _ = transaction.handle(.begin)
        _ = transaction.handle(.received(Array("250 a\r\n250 b\r\n".utf8)))
        _ = transaction.handle(.received(Array("354 go\r\n".utf8)))
        _ = transaction.handle(.content(Array("Subject: x\r\n\r\nHi!\r\n".utf8)))
        guard case .done(let delivery) = transaction.handle(.content([])), case .notSent(let failure) = delivery.outcome
        else { throw Unexpected("the message was ended") }
        #expect(failure.cause == .messageChanged && !delivery.isReusable)
    }
}
