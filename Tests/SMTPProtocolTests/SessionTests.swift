import MailTestSupport
import MailTypes
import SASL
import SMTPProtocol
import Testing

@Suite("Sessions", .holds("Y15"))
struct SessionTests {
    @Test("A message with STARTTLS and a password takes exactly these commands", .holds("PX1"))
    func whole() throws {
        var submission = try SubmissionDriver()
        try submission.run()
        guard case .accepted = submission.outcome else { throw Unexpected(submission.outcome) }
        #expect(submission.server.faults.isEmpty)
        #expect(
            submission.server.commands == [
                "EHLO [127.0.0.1]", "STARTTLS", "EHLO [127.0.0.1]", "AUTH PLAIN AGtpbQBjYW5hcnktN2YzYQ==",
                "MAIL FROM:<kim@example.net> SIZE=62", "RCPT TO:<lee@example.org>", "DATA",
            ])
        let message = try #require(submission.server.messages.first)
        #expect(
            String(decoding: message.content, as: UTF8.self)
                == "From: kim@example.net\r\nTo: undisclosed-recipients:;\r\n\r\nHi\r\n.\r\n")
        #expect(!holds(submission.server.seenInClear, "AUTH") && !holds(submission.server.seenInClear, "AGtpb"))
        #expect(submission.waits == [.greeting, .command, .command, .command, .command, .sender, .end])
    }

    @Test("A second message on the connection begins with RSET")
    func reuse() throws {
        var submission = try SubmissionDriver()
        try submission.run()
        #expect(submission.delivery?.isReusable == true)
        try submission.send(resetsFirst: true)
        #expect(submission.server.messages.count == 2 && submission.server.faults.isEmpty)
        #expect(submission.server.commands.suffix(4).first == "RSET")
    }

    // MARK: - TLS

    private static let injections = [
        "220 go\r\n250 injected\r\n", "220 go\r\n2", "220 go\r\n\r\n", "220 go\r\n\0", "220 go\r\n235 welcome\r\n",
        "220 go\r\n250-mail\r\n250 AUTH PLAIN\r\n", "220 go\r\n\u{16}\u{3}\u{1}", "220-go\r\n220 go\r\n220 go\r\n",
    ]

    @Test("Input after the reply to STARTTLS is rejected", .holds("PX2"), arguments: injections)
    func injection(_ answer: String) throws {
        for size in [Int.max, 1] {
            var submission = try SubmissionDriver()
            submission.server.answers[.startTLS] = answer
            submission.pieceOfReplies = { size }
            try submission.run()
            #expect(submission.failure?.stage == .startTLS && !submission.server.isEncrypted)
            #expect(!holds(submission.server.seenInClear, "AUTH"))
        }
    }

    @Test("Replies from before TLS are discarded", .holds("PX2"))
    func forgotten() throws {
        var submission = try SubmissionDriver()
        submission.server.answers[.hello] = nil
        submission.server.extensions = ["STARTTLS", "AUTH LOGIN", "SIZE 5", "PIPELINING"]
        var session = try sessionUpToTLS(&submission)
        // The extensions after TLS differ, and only they count.
        let effect = session.handle(.secured)
        guard case .send(let hello, _) = effect else { throw Unexpected(effect) }
        #expect(String(decoding: hello, as: UTF8.self).hasPrefix("EHLO"))
        let next = session.handle(.received(Array("250-host\r\n250 AUTH PLAIN\r\n".utf8)))
        guard case .sendSecret(let line, _) = next else { throw Unexpected(next) }
        #expect(String(decoding: line.octets, as: UTF8.self).hasPrefix("AUTH PLAIN "))
        guard case .ready(let extensions) = session.handle(.received(Array("235 ok\r\n".utf8))) else {
            throw Unexpected(next)
        }
        #expect(!extensions.size && !extensions.pipelining && extensions.mechanisms.count == 1)
    }

    private func sessionUpToTLS(_ submission: inout SubmissionDriver) throws -> SMTPSessionInitiation {
        var session = SMTPSessionInitiation(.startTLS, as: .anonymous, submission.credentials) {
            mechanism, credentials in
            SASLExchange(mechanism, credentials, host: "h", port: 1, nonce: [0x61], noDigest)
        }
        _ = session.handle(.connected(isEncrypted: false))
        _ = session.handle(.received(Array("220 hi\r\n".utf8)))
        _ = session.handle(
            .received(Array("250-h\r\n250-SIZE 5\r\n250-PIPELINING\r\n250-AUTH LOGIN\r\n250 STARTTLS\r\n".utf8)))
        let effect = session.handle(.received(Array("220 go\r\n".utf8)))
        guard case .startTLS = effect else { throw Unexpected(effect) }
        return session
    }

    static let unencrypted: [(name: String, extensions: [String], startTLS: String?)] = [
        ("it is not offered", ["AUTH PLAIN LOGIN", "SIZE 100"], nil), ("nothing is offered", [], nil),
        ("its name is another", ["AUTH PLAIN", "STARTTLSX", "XSTARTTLS"], nil),
        ("it is refused", ["STARTTLS", "AUTH PLAIN"], "454 4.7.0 not now\r\n"),
        ("it is refused for good", ["STARTTLS", "AUTH PLAIN"], "500 what?\r\n"),
        ("the consent is another", ["STARTTLS", "AUTH PLAIN"], "250 ok\r\n"),
        ("the consent is none", ["STARTTLS", "AUTH PLAIN"], "334 \r\n"),
        ("nonsense is said", ["STARTTLS", "AUTH PLAIN"], "+\r\n"), ("nothing is said", ["STARTTLS"], ""),
    ]

    @Test("Without TLS, no byte of a password or message is sent", .holds("PX1", "M04"), arguments: unencrypted)
    func noTLS(_ row: (name: String, extensions: [String], startTLS: String?)) throws {
        var submission = try SubmissionDriver()
        submission.server.extensions = row.extensions
        submission.server.answers[.startTLS] = row.startTLS
        try submission.run()
        let failure = try #require(submission.failure)
        #expect(failure.stage == .startTLS)
        #expect(submission.server.commands.allSatisfy { $0.hasPrefix("EHLO") || $0 == "STARTTLS" })
        #expect(!holds(submission.server.seenInClear, "canary") && !holds(submission.server.seenInClear, "MAIL"))
    }

    @Test("An unencrypted connection instead of implicit TLS receives no bytes", .holds("PX1"))
    func implicit() throws {
        var submission = try SubmissionDriver()
        submission.security = .implicitTLS
        try submission.run()
        #expect(submission.failure?.cause == .noTLS && submission.clientCount == 0)
    }

    // MARK: - Names and HELO

    @Test("Falls back to HELO only if TLS is active and no password is needed")
    func oldHello() throws {
        for (isEncrypted, hasPassword) in [(true, false), (true, true), (false, false)] {
            var submission = try SubmissionDriver()
            if isEncrypted { submission.encryptFromTheStart() }
            if !hasPassword { submission.credentials = nil }
            submission.server.answers[.hello] = "502 5.5.1 what?\r\n"
            try submission.run()
            let isSent = submission.server.messages.count == 1
            #expect(isSent == (isEncrypted && !hasPassword))
            #expect(isSent || submission.failure?.stage == .hello)
        }
    }

    static let names: [(name: String, isTaken: Bool)] = [
        ("mail.example.net", true), ("a.b", true), ("localhost", false), ("", false), ("a..b", false), ("a b.c", false),
        ("a.b\r\nMAIL", false), ("-a.b", false), ("a-.b", false), ("[127.0.0.1]", false), ("ä.example", false),
        (String(repeating: "a.", count: 127) + "b", false),
    ]

    @Test("EHLO contains a full domain name or an anonymous one", arguments: names)
    func clientNames(_ row: (name: String, isTaken: Bool)) {
        #expect((ClientName(domain: Array(row.name.utf8)) != nil) == row.isTaken)
    }

    // MARK: - Signing in

    @Test("Uses LOGIN if no better mechanism is available")
    func login() throws {
        var submission = try SubmissionDriver()
        submission.server.extensions = ["STARTTLS", "AUTH GSSAPI LOGIN"]
        submission.server.authenticationReplies = ["334 VXNlcm5hbWU6\r\n", "334 UGFzc3dvcmQ6\r\n", "235 ok\r\n"]
        try submission.run()
        #expect(submission.server.messages.count == 1)
        #expect(submission.server.commands.contains("AUTH LOGIN"))
        #expect(submission.server.commands.filter { $0.hasPrefix("> ") } == ["> a2lt", "> Y2FuYXJ5LTdmM2E="])
    }

    @Test("A token too long for the command is sent after the challenge")
    func longToken() throws {
        var submission = try SubmissionDriver()
        let secret = try #require(Secret([UInt8](repeating: 0x61, count: 2000)))
        submission.credentials = Credentials(user: Array("kim".utf8), secret, .token)
        submission.server.extensions = ["STARTTLS", "AUTH XOAUTH2"]
        submission.server.authenticationReplies = ["334 \r\n", "235 ok\r\n"]
        try submission.run()
        #expect(submission.server.messages.count == 1 && submission.server.commands.contains("AUTH XOAUTH2"))
    }

    @Test("A refused token is reported after the server's reason was received", .holds("Y17"))
    func refusedToken() throws {
        var submission = try SubmissionDriver()
        let secret = try #require(Secret(Array("abc".utf8)))
        submission.credentials = Credentials(user: Array("kim".utf8), secret, .token)
        submission.server.extensions = ["STARTTLS", "AUTH XOAUTH2"]
        submission.server.authenticationReplies = ["334 eyJzdGF0dXMiOiI0MDEifQ==\r\n", "535 5.7.8 no\r\n"]
        try submission.run()
        let failure = try #require(submission.failure)
        #expect(failure.isAuthentication && failure.reach == .account && failure.retry == .never)
        #expect(submission.server.commands.last == "> ")
    }

    @Test("Falls back if SCRAM is refused, but not if the server's proof is invalid", .holds("Y17"))
    func scram() throws {
        var submission = try SubmissionDriver()
        submission.server.extensions = ["STARTTLS", "AUTH SCRAM-SHA-256 PLAIN"]
        submission.server.authenticationReplies = ["535 5.7.8 no such form of it\r\n", "235 ok\r\n"]
        try submission.run()
        #expect(submission.server.messages.count == 1)
        var other = try SubmissionDriver()
        other.server.extensions = ["STARTTLS", "AUTH SCRAM-SHA-256 PLAIN"]
        other.server.authenticationReplies = ["235 come in\r\n"]
        try other.run()
        #expect(other.failure?.cause == .exchange(.serverNotVerified))
        #expect(!other.server.commands.contains { $0.hasPrefix("AUTH PLAIN") || $0.hasPrefix("MAIL") })
        var cancelled = try SubmissionDriver()
        cancelled.server.extensions = ["STARTTLS", "AUTH SCRAM-SHA-256 PLAIN"]
        cancelled.server.authenticationReplies = ["334 AAAA\r\n", "501 cancelled\r\n"]
        try cancelled.run()
        #expect(cancelled.failure?.cause == .exchange(.malformedChallenge))
        #expect(cancelled.server.commands.last == "> *")
    }

    static let offers = ["AUTH", "AUTH GSSAPI CRAM-MD5 NTLM SCRAM-SHA-1", "AUTH XOAUTH2 OAUTHBEARER", "SIZE 100"]

    @Test("Without a known mechanism, nothing is tried", arguments: offers)
    func noMechanism(_ offer: String) throws {
        var submission = try SubmissionDriver()
        submission.server.extensions = ["STARTTLS", offer]
        try submission.run()
        #expect(submission.failure?.cause == .noMechanism && submission.failure?.reach == .account)
    }

    static let refusals: [(reply: String, isAuthentication: Bool, retry: SMTPFailure.Retry)] = [
        ("535 5.7.8 wrong", true, .never), ("534 5.7.9 app password needed", true, .never), ("530 no", true, .never),
        ("538 5.7.11 TLS", true, .never), ("454 4.7.0 not now", false, .later(after: nil)),
        ("432 4.7.12 change it", false, .never), ("421 4.3.2 bye", false, .later(after: .seconds(60))),
        ("550 5.7.8 wrong", true, .never), ("503 not here", false, .never), ("250 ok", false, .later(after: nil)),
    ]

    @Test("Distinguishes a refused password from a temporary failure", .holds("Y17"), arguments: refusals)
    func refused(_ row: (reply: String, isAuthentication: Bool, retry: SMTPFailure.Retry)) throws {
        var submission = try SubmissionDriver()
        submission.server.answers[.authentication] = row.reply + "\r\n"
        try submission.run()
        let failure = try #require(submission.failure)
        #expect(failure.stage == .authentication && failure.retry == row.retry)
        #expect(failure.isAuthentication == row.isAuthentication)
        #expect(submission.server.messages.isEmpty && submission.commits.isEmpty)
    }
}

/// A result that the test did not expect.
struct Unexpected: Error {
    let what: String

    init(_ what: Any?) {
        self.what = what.map { "\($0)" } ?? "nothing"
    }
}

func holds(_ octets: [UInt8], _ text: String) -> Bool {
    let sought = Array(text.utf8)
    guard octets.count >= sought.count else { return false }
    return (0...octets.count - sought.count).contains { octets[$0..<$0 + sought.count].elementsEqual(sought) }
}
