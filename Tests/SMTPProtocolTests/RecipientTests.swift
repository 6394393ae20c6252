import MailTestSupport
import MailTypes
import SMTPProtocol
import Testing

@Suite("Recipients", .holds("PS6"))
struct RecipientTests {
    private static let everybody = ["a@example.org", "b@example.org", "c@example.org"]

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let answers: [String: String]
        /// The recipients of the message, if all are required and if some are enough.
        let whole: String
        let partial: String
        let retry: SMTPFailure.Retry?
        var testDescription: String { name }

        init(
            _ name: String, _ answers: [String: String], whole: String, partial: String, _ retry: SMTPFailure.Retry?
        ) {
            self.name = name
            self.answers = answers
            self.whole = whole
            self.partial = partial
            self.retry = retry
        }
    }

    private static let gone = "550 5.1.1 no such user\r\n"
    private static let busy = "451 4.3.0 later\r\n"
    private static let full = "452 4.2.2 mailbox full\r\n"
    private static let many = "452 4.5.3 too many recipients\r\n"
    private static let later = SMTPFailure.Retry.later(after: nil)

    static let rows = [
        Row("all are taken", [:], whole: "abc", partial: "abc", nil),
        Row("one is forwarded", ["b": "251 moved\r\n"], whole: "abc", partial: "abc", nil),
        Row("one may be known", ["b": "252 can't verify\r\n"], whole: "abc", partial: "abc", nil),
        Row("one is refused", ["b": gone], whole: "", partial: "ac", .never),
        Row("the first is refused", ["a": gone], whole: "", partial: "bc", .never),
        Row("one can't be taken now", ["b": busy], whole: "", partial: "ac", later),
        Row("one is full", ["b": full], whole: "", partial: "ac", later),
        Row("one now and one never", ["a": busy, "b": gone], whole: "", partial: "c", .never),
        Row("all are refused", ["a": gone, "b": gone, "c": gone], whole: "", partial: "", .never),
        Row("all later", ["a": busy, "b": busy, "c": busy], whole: "", partial: "", later),
        Row("the last is one too many", ["c": many], whole: "ab", partial: "ab", nil),
        Row("two are too many", ["b": many, "c": many], whole: "a", partial: "a", nil),
        Row("the first is too many", ["a": many], whole: "", partial: "bc", later),
        Row("too many, in the words of an old server", ["c": "552 too many\r\n"], whole: "ab", partial: "ab", nil),
        Row("too many, without more", ["c": "452 x\r\n"], whole: "ab", partial: "ab", nil),
        Row("a quota is not too many", ["c": "552 5.2.2 quota\r\n"], whole: "", partial: "ab", .never),
        Row("one too many, and one refused", ["b": gone, "c": many], whole: "", partial: "a", .never),
        Row(
            "the sender is blocked", ["a": "554 5.7.1 no\r\n", "b": "554 5.7.1 no\r\n", "c": "554 5.7.1 no\r\n"],
            whole: "", partial: "", .never),
        Row("a limit of Microsoft's", ["b": "550 5.7.60 SendAs\r\n"], whole: "", partial: "ac", .never),
        Row("sign in first", ["b": "530 5.7.0 who?\r\n"], whole: "", partial: "ac", .never),
    ]

    @Test("Sends to all or none unless partial delivery is allowed, and reports each reply", arguments: rows)
    func answers(_ row: Row) throws {
        for (isPartialAllowed, wanted) in [(false, row.whole), (true, row.partial)] {
            for isPipelined in [true, false] {
                var submission = try SubmissionDriver(to: Self.everybody, isPartialAllowed: isPartialAllowed)
                submission.server.extensions = ["STARTTLS", "AUTH PLAIN"] + (isPipelined ? ["PIPELINING"] : [])
                for (name, answer) in row.answers {
                    submission.server.recipientAnswers["\(name)@example.org"] = answer
                }
                try submission.run()
                let delivery = try #require(submission.delivery)
                let accepted = delivery.accepted.map { String($0.description.prefix(1)) }.joined()
                #expect(accepted == wanted)
                let taken = submission.server.messages.first?.recipients.map { String($0.prefix(1)) }.joined() ?? ""
                #expect(taken == wanted)
                if wanted.isEmpty {
                    #expect(submission.failure?.retry == row.retry && submission.commits.isEmpty)
                    #expect(!submission.server.commands.contains("DATA"))
                } else {
                    #expect(submission.commits.map { $0.map { String($0.description.prefix(1)) }.joined() } == [wanted])
                }
                for recipient in delivery.recipients {
                    let said = row.answers[String(recipient.address.description.prefix(1))]
                    switch recipient.word {
                    case .refused(let reply): #expect(said?.hasPrefix("\(reply.code)") == true)
                    case .agreed: #expect(said == nil || said?.hasPrefix("25") == true)
                    case .left: #expect(said?.hasPrefix("452") == true || said?.hasPrefix("552") == true)
                    case .untried: Issue.record("\(recipient.address) was not asked for")
                    }
                }
                // The connection can be reused.
                #expect(delivery.isReusable)
                #expect(submission.server.faults.isEmpty)
            }
        }
    }

    /// What a server says to DATA that was sent together with the only recipient.
    struct DataRow: Sendable, CustomTestStringConvertible {
        let name: String
        let recipient: String?
        let data: String?
        let isSent: Bool
        let isReusable: Bool
        var testDescription: String { name }
    }

    static let dataRows = [
        DataRow(name: "all is accepted", recipient: nil, data: nil, isSent: true, isReusable: true),
        DataRow(name: "the recipient is refused", recipient: gone, data: nil, isSent: false, isReusable: true),
        DataRow(name: "the recipient is deferred", recipient: busy, data: nil, isSent: false, isReusable: true),
        DataRow(name: "DATA is refused", recipient: nil, data: "451 4.3.0 later\r\n", isSent: false, isReusable: true),
        DataRow(name: "DATA is accepted", recipient: nil, data: "250 ok\r\n", isSent: false, isReusable: false),
        DataRow(name: "the server goes at DATA", recipient: nil, data: "421 bye\r\n", isSent: false, isReusable: false),
    ]

    @Test("A single recipient and DATA are sent in one flight", arguments: dataRows)
    func singleRecipient(_ row: DataRow) throws {
        var submission = try SubmissionDriver(to: ["a@example.org"])
        submission.server.recipientAnswers["a@example.org"] = row.recipient
        submission.server.answers[.data] = row.data
        try submission.run()
        #expect(submission.server.commands.suffix(3).map { $0.prefix(4) } == ["MAIL", "RCPT", "DATA"])
        #expect(submission.waits.suffix(row.isSent ? 2 : 1) == (row.isSent ? [.sender, .end] : [.sender]))
        #expect(submission.server.messages.count == (row.isSent ? 1 : 0))
        #expect(submission.commits.count == (row.isSent ? 1 : 0))
        let delivery = try #require(submission.delivery)
        #expect(delivery.isReusable == row.isReusable)
        if let recipient = row.recipient {
            #expect(submission.failure?.stage == .recipients)
            #expect(submission.failure.flatMap(\.reply).map { recipient.hasPrefix("\($0.code)") } == true)
        }
    }

    @Test("A server that awaits a message after it refused the only recipient gets none")
    func contentAwaitedAfterRefusal() throws {
        for refusals in [["550 no sender", "503 no"], ["250 ok", "550 no such user"]] {
            var submission = try SubmissionDriver(to: ["a@example.org"])
            try #require(try submission.open())
            var transaction = try submission.transaction()
            _ = transaction.handle(.begin)
            let replies = (refusals + ["354 go ahead"]).map { $0 + "\r\n" }.joined()
            guard case .done(let result) = transaction.handle(.received(Array(replies.utf8))) else {
                Issue.record("the transaction goes on")
                return
            }
            guard case .notSent(let failure) = result.outcome else { throw Unexpected(result.outcome) }
            #expect(failure.reply?.code == 550 && failure.retry == .never && !result.isReusable)
        }
    }

    @Test("Recipients beyond the server's limit are left for the next message", arguments: [nil, 7, 1, 1000])
    func limits(_ limit: Int?) throws {
        let addresses = (0..<230).map { "r\($0)@example.org" }
        var submission = try SubmissionDriver(to: addresses)
        if let limit { submission.server.extensions.append("LIMITS RCPTMAX=\(limit)") }
        try submission.run()
        let delivery = try #require(submission.delivery)
        let count = min(limit ?? 100, 100)
        #expect(delivery.accepted.count == count && delivery.left.count == 230 - count)
        #expect(delivery.accepted + delivery.left == submission.envelope.recipients)
    }

    @Test("A server that closes the connection in between accepts nothing")
    func goesAway() throws {
        for isPartialAllowed in [false, true] {
            for isPipelined in [true, false] {
                var submission = try SubmissionDriver(to: Self.everybody, isPartialAllowed: isPartialAllowed)
                submission.server.extensions = ["STARTTLS", "AUTH PLAIN"] + (isPipelined ? ["PIPELINING"] : [])
                submission.server.recipientAnswers["b@example.org"] = "421 4.3.2 going down\r\n"
                try submission.run()
                #expect(submission.failure?.reach == .connection && submission.server.messages.isEmpty)
                #expect(submission.delivery?.isReusable == false && submission.commits.isEmpty)
            }
        }
    }

    @Test("A duplicate recipient is sent once, with a case-sensitive local part")
    func twice() throws {
        let submission = try SubmissionDriver(
            to: ["a@example.org", "a@EXAMPLE.org", "A@example.org", "b@example.org", "a@example.org"])
        #expect(
            submission.envelope.recipients.map(\.description) == ["a@example.org", "A@example.org", "b@example.org"])
    }

    @Test("Retries once without parameters if the server rejects them")
    func parameters() throws {
        for code in ["555 5.5.4", "501", "504"] {
            var submission = try SubmissionDriver()
            submission.server.answers[.sender] = "\(code) no\r\n"
            try submission.run()
            let senders = submission.server.commands.filter { $0.hasPrefix("MAIL") }
            #expect(senders == ["MAIL FROM:<kim@example.net> SIZE=62", "MAIL FROM:<kim@example.net>"])
            #expect(submission.server.messages.isEmpty && submission.failure?.stage == .sender)
        }
    }

    @Test("A message that needs missing extensions or space is not offered")
    func capabilities() throws {
        let utf8 = Array("Subject: h\u{E9}\r\n\r\nHi\r\n".utf8)
        let eightBit = Array("Subject: h\r\n\r\nH\u{E9}\r\n".utf8)
        let rows: [(String, [String], [UInt8], String, SMTPFailure.Cause?, String)] = [
            ("too large", ["SIZE 10"], eightBit, "lee@example.org", .tooLarge(limit: 10), ""),
            (
                "as large as it may be", ["SIZE 19", "8BITMIME"], eightBit, "lee@example.org", nil,
                " SIZE=19 BODY=8BITMIME"
            ),
            ("8-bit", ["SIZE"], eightBit, "lee@example.org", .needsEightBit, ""),
            ("a header that is not ASCII", ["8BITMIME"], utf8, "lee@example.org", .needsUTF8, ""),
            ("the same, known", ["8BITMIME", "SMTPUTF8"], utf8, "lee@example.org", nil, " BODY=8BITMIME SMTPUTF8"),
            ("an address", [], Array("Subject: h\r\n\r\nHi\r\n".utf8), "zoë@example.org", .needsUTF8, ""),
            ("a domain", ["SMTPUTF8"], Array("Subject: h\r\n\r\nHi\r\n".utf8), "a@bücher.example", nil, " SMTPUTF8"),
        ]
        for (name, extensions, content, address, cause, parameters) in rows {
            var submission = try SubmissionDriver(to: [address])
            submission.server.extensions = ["STARTTLS", "AUTH PLAIN"] + extensions
            submission.content = content
            try submission.run()
            #expect(submission.failure?.cause == cause, "\(name)")
            let mail = submission.server.commands.first { $0.hasPrefix("MAIL") }
            #expect(mail == (cause == nil ? "MAIL FROM:<kim@example.net>\(parameters)" : nil), "\(name)")
            if cause != nil { #expect(submission.delivery?.isReusable == true && submission.failure?.retry == .never) }
        }
    }

    @Test("Requests delivery status notifications if supported, with encoded values")
    func status() throws {
        var submission = try SubmissionDriver(to: ["a+b=c@example.org"])
        submission.envelope = Envelope(
            from: submission.envelope.sender, to: submission.envelope.recipients,
            status: .init([.delay, .success], returnsMessage: true, identifier: Array("x y+=\r\nQUIT".utf8)))
        try submission.run()
        #expect(
            submission.server.commands.contains("MAIL FROM:<kim@example.net> SIZE=62 RET=FULL ENVID=x+20y+2B+3DQUIT"))
        #expect(
            submission.server.commands.contains(
                "RCPT TO:<a+b=c@example.org> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;a+2Bb+3Dc@example.org"))
        // An envelope ID that is too long is not cut inside an encoded character.
        submission.envelope = Envelope(
            from: submission.envelope.sender, to: submission.envelope.recipients,
            status: .init([], identifier: [0x61] + [UInt8](repeating: 0x2B, count: 60)))
        submission.server = InMemorySubmissionServer(isEncrypted: false)
        try submission.run()
        let plus = String(repeating: "+2B", count: 33)
        #expect(submission.server.commands.contains("MAIL FROM:<kim@example.net> SIZE=62 RET=HDRS ENVID=a\(plus)"))
        #expect(submission.server.commands.contains { $0.contains("NOTIFY=NEVER") })
        submission.server = InMemorySubmissionServer(isEncrypted: false)
        submission.server.extensions = ["STARTTLS", "AUTH PLAIN"]
        try submission.run()
        #expect(!submission.server.commands.contains { $0.contains("NOTIFY") || $0.contains("RET=") })
    }

    // MARK: - Interpretation of refusals

    static let verdicts:
        [(point: InMemorySubmissionServer.Point, reply: String, reach: SMTPFailure.Reach, retry: SMTPFailure.Retry)] = [
            (.greeting, "421 busy", .connection, later), (.greeting, "554 no", .connection, later),
            (.greeting, "521 never", .account, .never), (.greeting, "250 hi", .connection, later),
            (.hello, "421 bye", .connection, later), (.hello, "550 who?", .connection, later),
            (.startTLS, "454 4.7.0 later", .connection, later), (.startTLS, "502 no", .account, .never),
            (.sender, "421 4.7.0 bye", .connection, later),
            (.sender, "432 4.3.2 slow", .connection, .later(after: .seconds(60))),
            (.sender, "450 4.7.1 grey", .message, later), (.sender, "451 4.3.0 x", .message, later),
            (.sender, "452 4.3.1 full", .message, later), (.sender, "530 5.7.0 auth", .account, .never),
            (.sender, "535 5.7.8 auth", .account, .never), (.sender, "550 5.7.1 spam", .message, .never),
            (.sender, "552 5.3.4 large", .message, .never), (.sender, "553 5.1.8 sender", .message, .never),
            (.sender, "550 4.7.1 later", .message, later), (.sender, "450 5.7.1 never", .message, .never),
            (.sender, "503 5.5.1 order", .connection, later), (.sender, "354 what", .connection, later),
            (.data, "451 later", .message, later), (.data, "554 5.7.1 no", .message, .never),
            (.data, "250 ok", .connection, later),
            (.data, "503 order", .connection, later), (.end, "421 bye", .connection, later),
            (.end, "451 4.7.1 grey", .message, later),
            (.end, "452 4.3.1 full", .message, later), (.end, "550 5.7.1 spam", .message, .never),
            (.end, "552 5.3.4 large", .message, .never), (.end, "554 5.6.0 form", .message, .never),
            (.end, "550 5.7.60 SendAs", .message, .never),
            (.end, "432 4.3.2 slow", .connection, .later(after: .seconds(60))),
        ]

    @Test("A refusal determines scope and retry", arguments: verdicts)
    func refusals(
        _ row: (
            point: InMemorySubmissionServer.Point, reply: String, reach: SMTPFailure.Reach, retry: SMTPFailure.Retry
        )
    ) throws {
        var submission = try SubmissionDriver()
        submission.server.answers[row.point] = row.reply + "\r\n"
        try submission.run()
        let failure = try #require(submission.failure)
        #expect(failure.reach == row.reach && failure.retry == row.retry)
        guard case .notSent = submission.outcome else { throw Unexpected(submission.outcome) }
        let isRefusal = row.reply.hasPrefix("4") || row.reply.hasPrefix("5")
        if let delivery = submission.delivery {
            #expect(delivery.isReusable == (isRefusal && !row.reply.hasPrefix("421")))
        }
    }

    @Test("Unsolicited replies end the session before the message is committed")
    func unasked() throws {
        let rows: [(InMemorySubmissionServer.Point, String)] = [
            (.sender, "250 a\r\n250 b\r\n"), (.recipient, "250 a\r\n250 b\r\n"), (.recipient, "250 a\r\n354 b\r\n"),
            (.data, "354 a\r\n250 accepted\r\n"), (.hello, "250-STARTTLS\r\n250 AUTH PLAIN\r\n250 x\r\n"),
        ]
        for (point, answer) in rows {
            var submission = try SubmissionDriver()
            submission.server.answers[point] = answer
            try submission.run()
            #expect(submission.failure?.cause == .unasked, "\(point)")
            #expect(submission.commits.isEmpty && submission.server.messages.isEmpty)
        }
    }
}
