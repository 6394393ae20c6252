import MailTestSupport
import SMTPProtocol
import Testing

/// Compares the reported outcome of a message with what the server did.
@Suite("Lost connections", .holds("PS1", "PS4", "PX1"))
struct SubmissionOutcomeTests {
    /// A session with all features: STARTTLS, a password, and several recipients.
    private func submission(isPipelined: Bool = true) throws -> SubmissionDriver {
        var submission = try SubmissionDriver(to: ["lee@example.org", "ana@example.org"])
        submission.server.extensions = ["SIZE 100000", "AUTH PLAIN", "STARTTLS"] + (isPipelined ? ["PIPELINING"] : [])
        return submission
    }

    private func check(_ submission: SubmissionDriver, _ place: String) {
        let accepted = submission.server.messages.count
        switch submission.outcome {
        case .accepted: #expect(accepted == 1, "accepted, and the server has it not: \(place)")
        case .notSent: #expect(accepted == 0, "not sent, and the server has it: \(place)")
        case .unknown: #expect(submission.commits.count == 1, "unknown before the dot: \(place)")
        case nil: Issue.record("nothing is said: \(place)")
        }
        if submission.commits.isEmpty { #expect(accepted == 0, "sent before it was written down: \(place)") }
        #expect(submission.server.faults.isEmpty, "\(submission.server.faults): \(place)")
        #expect(!holds(submission.server.seenInClear, "AUTH") && !holds(submission.server.seenInClear, "canary"))
    }

    @Test(
        "In the middle of a message, a refusal ends it, and any other reply ends the connection",
        arguments: ["400 no": true, "452 4.3.1 full": true, "554 no": true, "250 ok": false, "354 go on": false])
    func early(_ reply: String, isRefusal: Bool) throws {
        var submission = try submission(isPipelined: false)
        try #require(try submission.open())
        var transaction = try submission.transaction()
        _ = transaction.handle(.begin)
        // MAIL, and RCPT twice.
        for _ in 0..<3 { _ = transaction.handle(.received(Array("250 ok\r\n".utf8))) }
        let content = transaction.handle(.received(Array("354 go\r\n".utf8)))
        guard case .content = content else { throw Unexpected(content) }
        _ = transaction.handle(.content(Array(submission.content.prefix(16))))

        let end = transaction.handle(.received(Array("\(reply)\r\n".utf8)))
        guard case .done(let result) = end, case .notSent(let failure) = result.outcome else { throw Unexpected(end) }
        if case .reply(let known) = failure.cause {
            #expect(isRefusal && "\(known.code)" == reply.prefix(3) && failure.stage == .content)
        } else {
            #expect(!isRefusal && failure.cause == .unasked && failure.reach == .connection)
        }
    }

    private static let losses: [ConnectionLossReason] = [.closed, .silent, .broken]

    @Test("Cut at any byte of the client, the reported outcome is true", arguments: [true, false])
    func client(_ isPipelined: Bool) throws {
        var whole = try submission(isPipelined: isPipelined)
        try whole.run()
        guard case .accepted = whole.outcome else { throw Unexpected(whole.outcome) }
        var unknown = 0
        for count in 0..<whole.clientCount {
            for loss in Self.losses {
                var cut = try submission(isPipelined: isPipelined)
                cut.cut = .init(clientOctets: count, loss: loss)
                try cut.run()
                check(cut, "client octet \(count), \(loss)")
                if case .accepted = cut.outcome { Issue.record("accepted by a cut connection: \(count)") }
                if case .unknown = cut.outcome { unknown += 1 }
            }
        }
        // The dot and its line end. The line end before the dot belongs to the message.
        #expect(unknown == 3 * Self.losses.count)
    }

    @Test("Cut at any byte of the server, the reported outcome is true", arguments: [true, false])
    func server(_ isPipelined: Bool) throws {
        var whole = try submission(isPipelined: isPipelined)
        try whole.run()
        var unknown = 0
        for count in 0..<whole.serverCount {
            for loss in Self.losses {
                var cut = try submission(isPipelined: isPipelined)
                cut.cut = .init(serverOctets: count, loss: loss)
                try cut.run()
                check(cut, "server octet \(count), \(loss)")
                if case .accepted = cut.outcome { Issue.record("accepted without a whole reply: \(count)") }
                if case .unknown = cut.outcome { unknown += 1 }
            }
        }
        #expect(unknown == "250 2.0.0 queued as 1\r\n".utf8.count * Self.losses.count)
    }

    @Test("Without a recorded commit, the final dot is not sent")
    func noJournal() throws {
        var submission = try submission()
        submission.canCommit = false
        try submission.run()
        check(submission, "no journal")
        #expect(
            submission.failure?.cause == .stopped(because: "The disk is full.") && submission.server.messages.isEmpty)
        #expect(submission.delivery?.isReusable == false)
    }

    @Test("The session is the same whatever the size of the pieces")
    func pieces() throws {
        var whole = try submission()
        try whole.run()
        var random = SeededGenerator.fresh
        for size in [1, 2, 3, 0, 0, 0, 0, 0] {
            var split = try submission()
            let generator = Generator(random)
            split.pieceOfReplies = { size > 0 ? size : generator.next(1...40) }
            split.pieceOfContent = size > 0 ? size : generator.next(1...100)
            try split.run()
            #expect(split.delivery == whole.delivery, "seed \(random.seed)")
            #expect(split.server.commands == whole.server.commands, "seed \(random.seed)")
            #expect(split.server.messages == whole.server.messages, "seed \(random.seed)")
            _ = random.next()
        }
    }

    private final class Generator {
        private var random: SeededGenerator
        init(_ random: SeededGenerator) { self.random = random }
        func next(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    }

    // MARK: - Every reply at every step

    private static let codes = [
        "200", "211", "214", "220", "221", "235", "250", "251", "252", "334", "354", "421", "432", "450", "451", "452",
        "454",
        "455", "500", "501", "502", "503", "504", "521", "523", "530", "534", "535", "538", "550", "551", "552", "553",
        "554",
        "555", "556",
    ]

    private static let forms: [@Sendable (String) -> String] = [
        { "\($0) text\r\n" }, { "\($0)\r\n" }, { "\($0)-a\r\n\($0) b\r\n" },
        { "\($0)-a\r\n\($0 == "250" ? "251" : "250") b\r\n" },
        { "\($0) one\r\n\($0) two\r\n" },
    ]

    private static let nonsense = [
        "+\r\n", "* OK\r\n", "\r\n", "ok\r\n", "25\r\n", "999 a\r\n", "250", "-", "250\tx\r\n", "\0\r\n", "2500\r\n",
        "",
    ]

    @Test(
        "Any reply at any step leads to a true outcome",
        arguments: InMemorySubmissionServer.Point.allCases)
    func matrix(_ point: InMemorySubmissionServer.Point) throws {
        var outcomes: [String: Int] = [:]
        let answers = Self.codes.flatMap { code in Self.forms.map { $0(code) } } + Self.nonsense
        for answer in answers {
            for (isPipelined, size) in [(true, Int.max), (false, Int.max), (true, 1)] {
                var submission = try submission(isPipelined: isPipelined)
                submission.pieceOfReplies = { size }
                if point == .oldHello {
                    submission.encryptFromTheStart()
                    submission.credentials = nil
                    submission.server.answers[.hello] = "502 what?\r\n"
                }
                submission.server.answers[point] = answer
                try submission.run()
                if submission.delivery?.isReusable == true { try submission.send(resetsFirst: true) }
                let accepted = submission.server.messages.count
                let place = "\(answer.debugDescription) at \(point), \(isPipelined), \(size)"
                switch submission.outcome {
                case .accepted:
                    // The second message on the connection counts too.
                    #expect(accepted >= 1, "\(place)")
                    outcomes["accepted", default: 0] += 1
                case .notSent:
                    // A reply that arrives before the dot is not a reply to it.
                    #expect(accepted <= 1, "\(place)")
                    if submission.commits.isEmpty { #expect(accepted == 0, "\(place)") }
                    outcomes["not sent", default: 0] += 1
                case .unknown:
                    #expect(!submission.commits.isEmpty, "\(place)")
                    outcomes["unknown", default: 0] += 1
                case nil: Issue.record("nothing is said: \(place)")
                }
                #expect(!holds(submission.server.seenInClear, "AUTH"), "\(place)")
            }
        }
        // Most replies are failures at every step that is taken.
        if ![.quit, .reset].contains(point) { #expect((outcomes["not sent"] ?? 0) > 0, "\(outcomes)") }
        if point == .end { #expect((outcomes["unknown"] ?? 0) > 0) }
    }

    @Test("After the dot, only complete replies count as acceptance or refusal")
    func afterTheDot() throws {
        for code in Self.codes {
            var submission = try submission()
            submission.server.answers[.end] = "\(code) x\r\n"
            try submission.run()
            switch (code.first, submission.outcome) {
            case ("2", .accepted), ("4", .notSent), ("5", .notSent), ("3", .unknown): break
            default: Issue.record("\(code): \(String(describing: submission.outcome))")
            }
        }
    }
}
