import MailTestSupport
import MailTypes
import SASL
import SMTPProtocol
import Testing

/// Strings that could form or end a command, in each place where text is sent.
@Suite("Command injection", .holds("PX5"))
struct InjectionTests {
    static let strings: [String] =
        [
            "a@b>\r\nRCPT TO:<eve@example.org", "a@b\r\nDATA", "a@b\nDATA", "a@b\rDATA", "a\0@b", "a@b\0",
            "a@b> SIZE=1",
            "a@b><c@d", "<a@b>", "a@b,c@d", "a b@c", "a@b c", "\"a\r\nDATA\"@b", "\"a\nb\"@c", "\"a\\\r\nb\"@c",
            "\"a\"b\"@c",
            "\"a@b", "a\"@b", "a@[b\r\nc]", "a@[b c]", "a@[]", "a@[b", "a@b]", "@b", "a@", "@", "", "a", "a@b@c",
            "a..b@c",
            ".a@b", "a.@b", "a@b..c", "a@.b", "a@b.", "a@-b", "a@b-", "a@b\u{7F}", "a\u{7F}@b", "a\u{1B}[2J@b", "a\t@b",
            "a@\tb",
            " a@b", "a@b ", "a@b\u{B}", "(c)a@b", "a@b(c)", "a;b@c", "a:b@c", "a@b:25", "a@b/c", "a\\@b", "postmaster",
            "\"a\\\"@b", "a@b\r\n.\r\nQUIT", "a@b\u{85}\r", "\r\n", "\n", "a@b>\u{D}\u{A}MAIL FROM:<x@y", "a@b>\n.\n",
        ] + [
            String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 256),
            String(repeating: "a@", count: 200),
        ]

    @Test("No address can end a command", arguments: strings)
    func addresses(_ string: String) throws {
        let address = EnvelopeAddress(EmailAddress(string))
        // None of these is a valid envelope address.
        #expect(address == nil, "\(string.debugDescription)")
    }

    static let fine = [
        "a@b", "kim@example.net", "kim+tag@example.net", "\"a b\"@example.net", "\"a\\\"b\"@example.net",
        "\"<>\"@example.net",
        "\"a@b\"@example.net", "\"\"@example.net", "a@[192.0.2.1]", "a@[IPv6:2001:db8::1]", "zoë@example.net",
        "a@bücher.example",
        "o'hara@example.net", "a_b-c.d@x_y.example", "!#$%&'*+-/=?^_`{|}~@example.net",
        String(repeating: "a", count: 64) + "@b",
    ]

    @Test("Each valid address results in one command", arguments: fine)
    func wholeAddresses(_ string: String) throws {
        var submission = try SubmissionDriver(to: [string])
        try submission.run()
        #expect(submission.server.faults.isEmpty && submission.server.messages.count == 1)
        #expect(submission.server.commands.filter { $0.hasPrefix("RCPT") } == ["RCPT TO:<\(string)>"])
    }

    @Test("No user, password, envelope ID or subject can form a command", arguments: strings)
    func otherFields(_ string: String) throws {
        var submission = try SubmissionDriver()
        submission.content = Array("Subject: \(string)\r\n\r\n\(string)\r\n".utf8)
        submission.envelope = Envelope(
            from: submission.envelope.sender, to: submission.envelope.recipients,
            status: .init([.failure], identifier: Array(string.utf8)))
        if let secret = Secret(Array(string.utf8)) {
            let user = Credentials(user: Array(string.utf8), secret, .password)
            submission.credentials = user ?? Credentials(user: Array("kim".utf8), secret, .password)
        }
        for mechanism in ["PLAIN", "LOGIN"] {
            submission.server = InMemorySubmissionServer(isEncrypted: false)
            submission.server.extensions = ["STARTTLS", "DSN", "SMTPUTF8", "8BITMIME", "AUTH \(mechanism)"]
            if mechanism == "LOGIN" {
                submission.server.authenticationReplies = ["334 \r\n", "334 \r\n", "235 ok\r\n"]
            }
            var survey = MessagePropertyScanner()
            let isSendable: Bool
            do throws(DotStuffing.Fault) {
                try survey.add(submission.content)
                _ = try survey.finish()
                isSendable = true
            } catch {
                isSendable = false
            }
            guard isSendable else { continue }
            try submission.run()
            #expect(submission.server.faults.isEmpty && submission.server.messages.count == 1)
            let verbs = submission.server.commands.map { $0.prefix { $0 != " " } }.filter { $0 != ">" }
            #expect(verbs == ["EHLO", "STARTTLS", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"])
        }
    }
}
