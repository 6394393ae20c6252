import Digest
import MailClients
import MailTestSupport
import MailTypes
import SASL
import SMTPProtocol
import Synchronization
import Testing

@Suite("SMTP client", .onOwnThreads, .holds("Y15", "Y19", "PS1"))
struct SMTPClientTests {
    private let endpoint = Endpoint(host: "mail.example.net", port: 587, security: .startTLS)
    private let content = Array("From: kim@example.net\r\nBcc: eve@example.org\r\n\r\nHi\r\n.\r\n".utf8)
    private static let canary = "canary-7f3a"

    private func credentials(_ kind: Credentials.Kind = .password) throws -> Credentials {
        let secret = try #require(Secret(Array(Self.canary.utf8)))
        return try #require(Credentials(user: Array("kim".utf8), secret, kind))
    }

    private func client(
        _ stream: SubmissionServerStream, as user: Credentials? = nil, nonce: String = "abc",
        timeouts: SMTPTimeouts = .standard,
        clock: ManualClock = ManualClock()
    ) throws -> SMTPClient {
        SMTPClient(
            stream, to: endpoint, as: try user ?? credentials(), timeouts: timeouts,
            digest: ScramHashFunctions(
                hash: { SHA256.digest(of: $0) }, hmac: { SHA256.authenticationCode(of: $1, key: $0) },
                stretch: { SHA256.key(from: $0, salt: $1, iterations: $2) }),
            nonce: Array(nonce.utf8), clock: clock)
    }

    private func envelope(_ recipients: [String] = ["lee@example.org"]) throws -> Envelope {
        func address(_ text: String) throws -> EnvelopeAddress {
            try #require(EnvelopeAddress(EmailAddress(text)))
        }
        return Envelope(from: try address("kim@example.net"), to: try recipients.map(address))
    }

    /// Records the commits before each final dot.
    private final class Journal: Sendable {
        private let entries = Mutex<[[String]]>([])
        var all: [[String]] { entries.withLock { $0 } }
        func add(_ recipients: [EnvelopeAddress]) { entries.withLock { $0.append(recipients.map(\.description)) } }
    }

    @Test("Signs in, records the commit and sends, without Bcc", .holds("PS6", "C01"))
    func whole() async throws {
        for piece in [Int.max, 1, 7] {
            let stream = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false), piece: piece)
            let client = try client(stream)
            let journal = Journal()
            try await client.open()
            let report = await client.send(try envelope(), MessageSource(content)) { journal.add($0) }
            await client.close()
            #expect(report.accepted.map(\.description) == ["lee@example.org"] && report.failure == nil)
            #expect(journal.all == [["lee@example.org"]])
            let server = await stream.server
            #expect(server.messages.map(\.recipients) == [["lee@example.org"]] && server.faults.isEmpty)
            let sent = String(decoding: server.messages.first?.content ?? [], as: UTF8.self)
            #expect(sent == "From: kim@example.net\r\nTo: undisclosed-recipients:;\r\n\r\nHi\r\n.\r\n")
            #expect(server.commands.last == "QUIT")
            #expect(await stream.isClosed)
            #expect(!server.seenInClear.contains(Array("AUTH".utf8)))
        }
    }

    @Test("The transcript shows the session without password and message", .holds("PX7"))
    func transcript() async throws {
        let stream = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false))
        let client = try client(stream)
        try await client.open()
        _ = await client.send(try envelope(), MessageSource(content)) { _ in }
        await client.close()
        let lines = await client.transcript.lines
        #expect(lines.first == "S: 220 mail.example.net ESMTP" && lines.last == "S: 221 2.0.0 bye")
        #expect(
            lines.contains("-- TLS") && lines.contains("C: AUTH PLAIN <secret>")
                && lines.contains("C: RCPT TO:<lee@example.org>"))
        #expect(lines.contains { $0.hasPrefix("C: <message, ") })
        let all = lines.joined(separator: "\n")
        let encoded = String(decoding: StrictBase64.encode(Array("\0kim\0\(Self.canary)".utf8)), as: UTF8.self)
        #expect(!all.contains(Self.canary) && !all.contains(encoded) && !all.contains("Hi"))
        let printed = "\(client) \(String(reflecting: client))"
        #expect(!printed.contains(Self.canary))
    }

    /// The exchange of RFC 7677 §3.
    @Test("SCRAM never sends the password and verifies the server", .holds("PX1"), arguments: [true, false])
    func scram(_ isHonest: Bool) async throws {
        func challenge(_ text: String) -> String {
            "334 \(String(decoding: StrictBase64.encode(Array(text.utf8)), as: UTF8.self))\r\n"
        }
        var server = InMemorySubmissionServer(isEncrypted: false)
        server.extensions = ["STARTTLS", "AUTH PLAIN SCRAM-SHA-256"]
        server.authenticationReplies = [
            challenge("r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"),
            challenge("v=\(isHonest ? "6" : "7")rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="),
            isHonest ? "235 2.7.0 welcome\r\n" : "501 5.7.0 cancelled\r\n",
        ]
        let stream = SubmissionServerStream(server)
        let user = Credentials(user: Array("user".utf8), try #require(Secret(Array("pencil".utf8))), .password)
        let client = try client(stream, as: user, nonce: "rOprNGfwEbeRWgbNEkqO")
        do throws(SMTPFailure) {
            try await client.open()
            #expect(isHonest)
        } catch {
            #expect(!isHonest && error.cause == .exchange(.serverNotVerified))
        }
        let lines = await stream.server.commands.filter { $0.hasPrefix("AUTH") || $0.hasPrefix(">") }
        #expect(
            lines.count == 3 && lines.last == (isHonest ? "> " : "> *")
                && lines.first?.hasPrefix("AUTH SCRAM-SHA-256 ") == true)
    }

    @Test(
        "A connection carries a hundred messages, or fewer if the server says so, and expires after 30 seconds idle",
        arguments: [nil, 3, 1000])
    func reuse(_ limit: Int?) async throws {
        var server = InMemorySubmissionServer(isEncrypted: false)
        if let limit { server.extensions.append("LIMITS MAILMAX=\(limit)") }
        let stream = SubmissionServerStream(server)
        let clock = ManualClock()
        let client = try client(stream, clock: clock)
        #expect(await !client.isReusable)
        try await client.open()
        let count = min(limit ?? .max, SMTPClient.maximumMessages)
        for number in 0..<count {
            #expect(await client.isReusable)
            let report = await client.send(try envelope(), MessageSource(content)) { _ in }
            #expect(report.accepted.count == 1)
            #expect(await stream.server.messages.count == number + 1)
        }
        #expect(await !client.isReusable)
        #expect(await stream.server.commands.count { $0 == "RSET" } == count - 1)
        let other = try self.client(SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false)), clock: clock)
        try await other.open()
        clock.turn(by: SMTPClient.maximumIdle)
        #expect(await !other.isReusable)
    }

    @Test("Recipients beyond the server's limit get separate messages")
    func batches() async throws {
        var server = InMemorySubmissionServer(isEncrypted: false)
        server.extensions.append("LIMITS RCPTMAX=2")
        let stream = SubmissionServerStream(server)
        let client = try client(stream)
        let journal = Journal()
        try await client.open()
        let names = (0..<5).map { "r\($0)@example.org" }
        let report = await client.send(try envelope(names), MessageSource(content)) { journal.add($0) }
        #expect(report.accepted.map(\.description) == names && report.count == 3 && report.left.isEmpty)
        #expect(journal.all == [Array(names[0..<2]), Array(names[2..<4]), [names[4]]])
        let messages = await stream.server.messages
        #expect(messages.map(\.recipients) == journal.all && Set(messages.map(\.content)).count == 1)
    }

    // MARK: - Failures

    @Test("A message whose commit cannot be recorded is not sent")
    func noJournal() async throws {
        let stream = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false))
        let client = try client(stream)
        try await client.open()
        let report = await client.send(try envelope(), MessageSource(content)) { _ throws(MessageSource.Failure) in
            throw MessageSource.Failure("The disk is full.")
        }
        #expect(
            report.accepted.isEmpty && report.unknown.isEmpty
                && report.failure?.cause == .stopped(because: "The disk is full."))
        #expect(await stream.server.messages.isEmpty)
        #expect(await stream.isClosed)
        #expect(await !client.isReusable)
    }

    @Test("An unreadable message is not started or not completed")
    func noSource() async throws {
        for readable in [0, 1] {
            let stream = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false))
            let client = try client(stream)
            try await client.open()
            let reads = Mutex(0)
            let octets = content
            let source = MessageSource { offset, count throws(MessageSource.Failure) in
                let number = reads.withLock { reads in
                    reads += 1
                    return reads
                }
                // Measuring takes two reads: the content and its end.
                if number > readable * 2 { throw MessageSource.Failure("The file is gone.") }
                return Array(octets.dropFirst(offset).prefix(count))
            }
            let report = await client.send(try envelope(), source) { _ in Issue.record("written down") }
            #expect(report.failure?.cause == .stopped(because: "The file is gone."))
            #expect(await stream.server.messages.isEmpty)
            #expect(await stream.server.commands.contains("DATA") == (readable == 1))
        }
    }

    @Test("Cut anywhere, the reported outcome is true")
    func cuts() async throws {
        let whole = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false))
        let first = try client(whole)
        try await first.open()
        _ = await first.send(try envelope(), MessageSource(content)) { _ in }
        let count = await whole.server.seenCount
        for cut in 0...count {
            for failure in [nil, StreamFailure.timedOut, .cutOff, .cancelled] {
                let stream = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false), cut: cut, failure)
                let client = try client(stream)
                let journal = Journal()
                do throws(SMTPFailure) {
                    try await client.open()
                } catch {
                    #expect(await stream.server.messages.isEmpty)
                    #expect(await stream.isClosed)
                    continue
                }
                let report = await client.send(try envelope(), MessageSource(content)) { journal.add($0) }
                let sent = await stream.server.messages.count
                #expect(report.accepted.isEmpty, "no reply came: \(cut)")
                if report.unknown.isEmpty { #expect(sent == 0, "\(cut)") }
                if sent > 0 || !report.unknown.isEmpty { #expect(journal.all.count == 1, "\(cut)") }
                #expect(await client.streamFailure == failure)
                #expect(await stream.isClosed)
            }
        }
    }

    @Test("A server that falls silent anywhere times out, and the report is true")
    func silence() async throws {
        let whole = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false))
        let first = try client(whole)
        try await first.open()
        _ = await first.send(try envelope(), MessageSource(content)) { _ in }
        for lastWord in 0..<(await whole.saidCount) {
            let clock = ManualClock()
            let stream = SubmissionServerStream(
                InMemorySubmissionServer(isEncrypted: false), lastWord: lastWord, .timedOut, clock: clock)
            let client = try client(stream, clock: clock)
            let journal = Journal()
            let envelope = try envelope()
            var failure: SMTPFailure?
            do throws(SMTPFailure) {
                try await client.open()
                let report = await client.send(envelope, MessageSource(content)) { journal.add($0) }
                failure = report.failure
                #expect(report.accepted.isEmpty, "\(lastWord)")
                #expect(report.unknown.isEmpty == (await stream.server.messages.isEmpty), "\(lastWord)")
                #expect(report.unknown.map(\.description) == journal.all.flatMap(\.self), "\(lastWord)")
            } catch {
                failure = error
                #expect(await stream.server.messages.isEmpty, "\(lastWord)")
            }
            #expect(failure?.cause == .lost(.silent) && failure?.reach == .connection, "\(lastWord)")
            #expect(failure?.retry == .later(after: nil), "\(lastWord)")
            #expect(await client.streamFailure == .timedOut)
            #expect(await stream.isClosed)
            #expect(clock.elapsed() <= .seconds(700), "\(lastWord)")
        }
    }

    @Test("A refusal before the end of the message counts even if the server reads no more")
    func refusedEarly() async throws {
        var server = InMemorySubmissionServer(isEncrypted: false)
        // The server replies in the middle of the content, before the final dot.
        server.contentLimit = 100_000
        let stream = SubmissionServerStream(server)
        let client = try client(stream)
        try await client.open()
        let large =
            Array("Subject: x\r\n\r\n".utf8) + (0..<10_000).flatMap { _ in Array("twenty octets a line\r\n".utf8) }
        let report = await client.send(try envelope(), MessageSource(large)) { _ in Issue.record("written down") }
        #expect(
            report.failure?.reply?.code == 552 && report.failure?.retry == .never && report.failure?.reach == .message)
        #expect(await stream.server.messages.isEmpty)
        #expect(await stream.isClosed)
    }

    @Test("Concurrent messages do not mix on one connection")
    func twoAtATime() async throws {
        let stream = SubmissionServerStream(InMemorySubmissionServer(isEncrypted: false))
        let client = try client(stream)
        try await client.open()
        let (envelope, content) = (try envelope(), content)
        let inner = Mutex<[DeliveryResult]?>(nil)
        let outer = await client.send(envelope, MessageSource(content)) { _ in
            let report = await client.send(envelope, MessageSource(content)) { _ in }
            inner.withLock { $0 = report }
        }
        #expect(outer.accepted.count == 1)
        let refused = inner.withLock { $0 }
        #expect(refused?.failure?.cause == .lost(.closed) && refused?.accepted.isEmpty == true)
        #expect(await stream.server.messages.count == 1)
        #expect(await client.isReusable)
    }

    @Test("A server that sends single bytes cannot extend the timeout", .holds("PX6"))
    func slow() async throws {
        let clock = ManualClock()
        var server = InMemorySubmissionServer(isEncrypted: false)
        server.answers[.greeting] = "220 " + String(repeating: "x", count: 1000) + "\r\n"
        let stream = SubmissionServerStream(server, piece: 1, clock: clock)
        let client = try client(stream, timeouts: .brief, clock: clock)
        let failure = await #expect(throws: SMTPFailure.self) { try await client.open() }
        #expect(failure?.cause == .lost(.silent) && failure?.stage == .greeting)
        #expect(clock.elapsed() == SMTPTimeouts.brief.greeting)
        let limits = await stream.readLimits
        #expect(limits == limits.sorted(by: >) && limits.first == .seconds(15) && limits.last == .seconds(1))
    }

    @Test("A peer that fails certificate verification receives nothing, and the reason is kept", .holds("PX1", "M04"))
    func certificate() async throws {
        let stream = SubmissionServerStream(
            InMemorySubmissionServer(isEncrypted: false), tlsFailure: .certificate(.otherHost(["other.example"])))
        let client = try client(stream)
        let failure = await #expect(throws: SMTPFailure.self) { try await client.open() }
        #expect(failure?.stage == .startTLS)
        let reason = await client.streamFailure
        #expect(reason == .certificate(.otherHost(["other.example"])))
        #expect(await stream.server.commands == ["EHLO [127.0.0.1]", "STARTTLS"])
        let sentence = failure?.sentence(about: endpoint, "kim@example.net", .password, reason)
        #expect(sentence?.contains("could not prove that it is mail.example.net") == true)
    }

    @Test("A refused password is reported in plain words", .holds("Y17"))
    func refusedPassword() async throws {
        var server = InMemorySubmissionServer(isEncrypted: false)
        server.answers[.authentication] = "535 5.7.8 bad credentials\r\n"
        let client = try client(SubmissionServerStream(server))
        let failure = try #require(await #expect(throws: SMTPFailure.self) { try await client.open() })
        #expect(
            failure.sentence(about: endpoint, "kim@example.net", .password, nil)
                == "SMTP authentication failed for kim@example.net. Please check your app password. "
                + "The server said: 535 bad credentials")
        #expect(
            failure.sentence(about: endpoint, "kim@example.net", .token, nil)
                .hasPrefix("mail.example.net:587 no longer accepts the token of kim@example.net. Sign in again."))
    }

    @Test("Every failure has a message without internal names")
    func sentences() {
        let causes: [SMTPFailure.Cause] = [
            .reply(Reply(code: 550, lines: [Array("5.7.1 spam".utf8)])), .lost(.closed), .lost(.silent), .lost(.broken),
            .malformed(.notAReply), .unasked, .noTLS, .noMechanism, .exchange(.serverNotVerified), .tooLarge(limit: 5),
            .needsEightBit, .needsUTF8, .message(.nul), .message(.lineTooLong), .message(.bareCR), .messageChanged,
            .stopped(because: "The disk is full."),
        ]
        for cause in causes {
            for stage in SMTPFailure.Stage.allCases {
                let sentence = SMTPFailure(stage, cause, .message, .never)
                    .sentence(about: endpoint, "kim@example.net", .password, nil)
                #expect(sentence.contains(" ") && !sentence.contains("SMTPFailure") && !sentence.contains("Optional"))
            }
        }
    }
}
