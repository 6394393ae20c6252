import LocalSubmission
import Testing

/// A program that speaks to the session, and the messages that it handed over.
private struct Dialogue {
    var session: SMTPServerSession
    var replies: [String] = []
    var submissions: [SMTPServerSession.Submission] = []

    init(_ limits: SMTPServerSession.Limits = .init()) {
        session = SMTPServerSession(host: "here.example", limits: limits)
        run()
    }

    mutating func say(_ text: String) { say(Array(text.utf8)) }

    mutating func say(_ octets: [UInt8]) {
        session.receive(octets)
        run()
    }

    private mutating func run() {
        while let action = session.next() { perform(action) }
    }

    private mutating func perform(_ action: SMTPServerSession.Action) {
        switch action {
        case .write(let octets): replies.append(String(decoding: octets, as: UTF8.self))
        case .checkRecipient(let path):
            let isKnown = !path.elementsEqual("nobody@example.org".utf8)
            perform(session.answerRecipient(isKnown ? nil : (550, "5.1.1 No such user")))
        case .submit(let submission):
            submissions.append(submission)
            perform(session.answerSubmission("o1", submission.sender == Array("full".utf8) ? (452, "4.3.1 Full") : nil))
        }
    }

    var codes: [String] { replies.map { String($0.prefix(3)) } }
}

@Suite("SMTP with a local program")
struct SMTPServerSessionTests {
    private static let opening = "EHLO me\r\nMAIL FROM:<kim@example.net>\r\nRCPT TO:<ana@example.org>\r\n"

    @Test("Takes a message in any pieces, and gives it without the dots")
    func pieces() {
        let text =
            Self.opening + "RCPT TO:<ben@example.org>\r\nDATA\r\nSubject: x\r\n\r\n..dot\r\n.\r\nQUIT\r\nNOOP\r\n"
        for size in 1...text.utf8.count {
            var dialogue = Dialogue()
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                dialogue.say(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(dialogue.codes == ["220", "250", "250", "250", "250", "354", "250", "221"], "\(size)")
            let submission = dialogue.submissions.first
            #expect(submission?.sender == Array("kim@example.net".utf8) && dialogue.submissions.count == 1, "\(size)")
            #expect(submission?.recipients == ["ana@example.org", "ben@example.org"].map { Array($0.utf8) }, "\(size)")
            #expect(submission?.message == Array("Subject: x\r\n\r\n.dot\r\n".utf8), "\(size)")
            #expect(dialogue.session.isEnded)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let codes: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ codes: String) {
            self.name = name
            self.text = text
            self.codes = codes
        }
    }

    static let rows = [
        Row("mail before EHLO", "MAIL FROM:<a@b.c>\r\n", "503"),
        Row("a recipient before the sender", "EHLO me\r\nRCPT TO:<a@b.c>\r\n", "250 503"),
        Row("data without recipients", "EHLO me\r\nMAIL FROM:<a@b.c>\r\nDATA\r\n", "250 250 554"),
        Row(
            "a refused recipient", "EHLO me\r\nMAIL FROM:<>\r\nRCPT TO:<nobody@example.org>\r\nDATA\r\n",
            "250 250 550 554"),
        Row("small letters, LF alone and no brackets", "helo me\nmail from: a@b.c\nrcpt to: d@e.f\n", "250 250 250"),
        Row("parameters", "EHLO me\r\nMAIL FROM:<a@b.c> SIZE=100 BODY=8BITMIME\r\n", "250 250"),
        Row("a size that is too large", "EHLO me\r\nMAIL FROM:<a@b.c> SIZE=99999999999\r\n", "250 552"),
        Row("an unknown parameter", "EHLO me\r\nMAIL FROM:<a@b.c> SMTPUTF8\r\n", "250 555"),
        Row("two senders", "EHLO me\r\nMAIL FROM:<a@b.c>\r\nMAIL FROM:<a@b.c>\r\n", "250 250 503"),
        Row("a reset", "EHLO me\r\nMAIL FROM:<a@b.c>\r\nRSET\r\nMAIL FROM:<a@b.c>\r\n", "250 250 250 250"),
        Row("a route", "EHLO me\r\nMAIL FROM:<@x.y,@z:a@b.c>\r\nRCPT TO:<\"a>b\"@c.d>\r\n", "250 250 250"),
        Row("an address without its end", "EHLO me\r\nMAIL FROM:<a@b.c\r\n", "250 501"),
        Row("a NUL in a command", "EHLO me\r\nNOOP \u{0}\r\n", "250 500"),
        Row("other commands", "NOOP\r\nHELP\r\nVRFY kim\r\nEXPN list\r\nTURN\r\n", "250 214 252 502 500"),
        Row("HELO alone", "HELO\r\n", "501"),
    ]

    @Test("Answers commands as RFC 5321 says", arguments: rows)
    func commands(_ row: Row) {
        var dialogue = Dialogue()
        dialogue.say(row.text)
        #expect(dialogue.codes.dropFirst().joined(separator: " ") == row.codes)
    }

    @Test("Text with another line end than DATA does not end the message")
    func smuggling() {
        for end in ["\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r\n.\r"] {
            var dialogue = Dialogue()
            dialogue.say(Self.opening + "DATA\r\nx\(end)MAIL FROM:<evil@example.org>\r\n.\r\n")
            #expect(dialogue.codes == ["220", "250", "250", "250", "354", "250"], "\(end.debugDescription)")
            #expect(dialogue.submissions.count == 1)
        }
        var plain = Dialogue()
        plain.say(Self.opening.replacing("\r\n", with: "\n") + "DATA\nx\n.\nQUIT\n")
        #expect(plain.codes == ["220", "250", "250", "250", "354", "250", "221"])
        #expect(plain.submissions.first?.message == Array("x\n".utf8))
    }

    @Test("Everything is bounded")
    func bounds() {
        var limits = SMTPServerSession.Limits()
        limits.messageSize = 1000
        limits.recipients = 2
        limits.errors = 4
        var dialogue = Dialogue(limits)
        dialogue.say(Self.opening + "RCPT TO:<b@c.d>\r\nRCPT TO:<e@f.g>\r\nDATA\r\n")
        #expect(dialogue.codes.suffix(3) == ["250", "452", "354"])
        for _ in 0..<100 { dialogue.say([UInt8](repeating: 0x78, count: 4000)) }
        dialogue.say("\r\n.\r\nRSET\r\n")
        #expect(dialogue.codes.suffix(2) == ["552", "250"] && dialogue.submissions.isEmpty)
        for _ in 0..<100 { dialogue.say([UInt8](repeating: 0x78, count: 4000)) }
        dialogue.say("\r\nNOOP\r\n")
        #expect(dialogue.codes.suffix(2) == ["500", "250"])
        dialogue.say("X\r\nX\r\nNOOP\r\n")
        #expect(dialogue.codes.last == "421" && dialogue.session.isEnded)
    }

    @Test("A message that cannot be queued is refused, and the next one is taken")
    func refused() {
        var dialogue = Dialogue()
        dialogue.say(Self.opening.replacing("kim@example.net", with: "full") + "DATA\r\nx\r\n.\r\n")
        #expect(dialogue.codes.last == "452")
        dialogue.say("MAIL FROM:<>\r\nRCPT TO:<a@b.c>\r\nDATA\r\n.\r\n")
        #expect(dialogue.codes.last == "250" && dialogue.submissions.last?.message == [])
    }
}
