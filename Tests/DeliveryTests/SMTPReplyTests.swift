import Accounts
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

@Suite("Server replies to a delivery", .onOwnThreads, .timeLimit(.minutes(5)))
struct SMTPReplyTests {
    /// What happens to the first and to the second of two messages.
    enum Result: Character, Sendable {
        /// Both are sent.
        case sent = "S"
        /// Both are postponed, and an attempt is counted for each.
        case putOff = "q"
        /// The first is postponed and an attempt is counted. The server is not used again, and the second is unchanged.
        case serverDown = "c"
        /// The same, but with a wait of a minute.
        case crowded = "C"
        /// Both fail.
        case failed = "F"
        /// The first fails, and the second is unchanged.
        case failedAlone = "Y"
        /// Both fail after one attempt.
        case accountRefused = "X"
        /// The first may have arrived, and the second is unchanged.
        case unknown = "U"
    }

    struct Point: Sendable, CustomTestStringConvertible {
        let point: InMemorySubmissionServer.Point
        /// A letter for each of the replies below.
        let results: String
        var testDescription: String { point.rawValue }
    }

    static let replies: [String] = [
        "421 4.2.1 goes away", "421 4.3.2 overloaded", "432 4.3.2 too many connections", "450 4.2.0 busy",
        "451 4.7.1 greylisted", "452 4.5.3 too many recipients", "454 4.7.0 not now", "500 5.5.2 what?",
        "501 5.5.4 bad argument", "503 5.5.1 out of order", "521 5.3.2 takes no mail", "530 5.7.0 sign in first",
        "535 5.7.8 wrong password", "550 5.1.1 no such user", "550 4.7.1 looks wrong, try later",
        "552 5.3.4 too large", "554 5.7.1 spam\u{1B}[2J\u{07}\u{9B}31m", "252 2.5.2 may be", "354 go on", "nonsense",
    ]

    static let points: [Point] = [
        Point(point: .greeting, results: "cCCcccccccXccccccccc"),
        Point(point: .hello, results: "cCCcccccccXccccccXcc"),
        Point(point: .startTLS, results: "cCCccccXXXXXXXcXXccc"),
        Point(point: .authentication, results: "cCXccccXXXXXXXcXXccc"),
        Point(point: .reset, results: "SSCccccccccYYccccScc"),
        Point(point: .sender, results: "cCCqqqqFFcFYYFqFFScc"),
        Point(point: .recipient, results: "cCCqqqqFFFFYYFqFFScc"),
        Point(point: .data, results: "cCCqqqqFFcFYYFqFFcSc"),
        Point(point: .end, results: "cCCqqqqFFcFYYFqFFSUU"),
        Point(point: .quit, results: "SSSSSSSSSSSSSSSSSSSS"),
    ]

    @Test(
        "Each reply at each point of a session has its state, next attempt and message",
        .holds("PS4", "Y16", "Y17"), arguments: points)
    func everyCell(_ row: Point) async throws {
        #expect(row.results.count == Self.replies.count)
        for (reply, letter) in zip(Self.replies, row.results) {
            let wanted = try #require(Result(rawValue: letter))
            var scene = try DeliveryFixture()
            if row.point == .startTLS { scene.account.smtp = try ServerURL("smtp://mail.example.net", for: .smtp) }
            let point = row.point
            scene.server.set { $0.answers[point] = reply + "\r\n" }
            try scene.queue("one")
            scene.clock.turn(by: .seconds(1))
            try scene.queue("two")
            if row.point == .reset { try scene.queue("three") }
            let begin = scene.clock.now().seconds
            let report = try await scene.deliver()
            let subjects = row.point == .reset ? ["two", "three"] : ["one", "two"]
            let found = try subjects.map { try outcome(of: $0, scene, since: begin) }
            let what = Comment(rawValue: "\(reply) at \(row.point)")
            let after = Self.outcomes(wanted)
            #expect(found == [after.first, after.second], what)
            try expectSentence(scene, subjects[0], reply, report, what)
            #expect(scene.server.faults.isEmpty, what)
        }
    }

    /// The state, the number of counted attempts, and the seconds until the next one.
    private func outcome(of subject: String, _ scene: DeliveryFixture, since begin: Int64) throws -> String {
        guard let sidecar = try scene.sidecar(subject) else { return "gone" }
        let wait = sidecar.nextAttempt.map { " in \($0.seconds - begin)" } ?? ""
        return "\(sidecar.submission) \(sidecar.retryCount)\(wait)"
    }

    private static func outcomes(_ result: Result) -> (first: String, second: String) {
        switch result {
        case .sent: ("gone", "gone")
        case .putOff: ("queued 1 in 30", "queued 1 in 30")
        case .serverDown: ("queued 1 in 30", "queued 0")
        case .crowded: ("queued 1 in 60", "queued 0")
        case .failed: ("failed 0", "failed 0")
        case .failedAlone: ("failed 0", "queued 0")
        case .accountRefused: ("failed 0", "failed 0")
        case .unknown: ("unknown 0", "queued 0")
        }
    }

    /// The message names the server and its reply.
    private func expectSentence(
        _ scene: DeliveryFixture, _ subject: String, _ reply: String, _ report: DeliveryReport, _ what: Comment
    ) throws {
        guard let sidecar = try scene.sidecar(subject) else { return }
        let sentence = try #require(sidecar.lastError, what)
        let isOfServer = sentence.contains("mail.example.net:")
        let isOfPassword = sentence.hasPrefix(
            "SMTP authentication failed for kim@example.net. Please check your app password.")
        #expect(isOfServer || isOfPassword, what)
        if reply.first?.isNumber == true, !sentence.contains("offers no way to sign in") {
            #expect(sentence.contains(reply.prefix(3)), "\(sentence)")
        }
        let told = report.events.compactMap { event -> String? in
            switch event {
            case .postponed(let message, let reason, _), .failed(let message, let reason),
                .unknown(let message, let reason):
                message.subject == subject ? reason : nil
            case .sending, .fetching, .sent, .offline, .awaitsPrompt, .problem, .stopped: nil
            }
        }
        #expect(told == [sentence], what)
    }

    @Test("Each refused recipient is named with its reply, and kept until the next attempt", .holds("PS6"))
    func refusedRecipients() async throws {
        let scene = try DeliveryFixture()
        let recipients = TestLetter.recipients
        let replies = ["550 5.1.1 user unknown\u{1B}[2J", "552 5.2.2 mailbox full"]
        scene.server.set { server in
            for (name, reply) in zip(recipients, replies) { server.recipientAnswers[name] = reply + "\r\n" }
        }
        try scene.queue("one")
        let report = try await scene.deliver()
        let sidecar = try #require(try scene.sidecar("one"))
        let sentence = try #require(sidecar.lastError)
        #expect(
            sentence.hasSuffix(
                " does not accept mail for 2 recipients. \(recipients[0]): 550 user unknown\u{1B}[2J; "
                    + "\(recipients[1]): 552 mailbox full"), "\(sentence)")
        guard case .failed(_, let reason)? = report.events.last else {
            Issue.record("\(report.events)")
            return
        }
        #expect(reason == sentence && sidecar.submission == .failed)
        #expect(sidecar.attempt?.refused.map(\.address) == Array(recipients.prefix(2)))
        #expect(sidecar.attempt?.refused.map(\.code) == [550, 552])
        #expect(sidecar.attempt?.refused.map(\.text) == ["user unknown\u{1B}[2J", "mailbox full"])
        let moment = scene.moment
        _ = try scene.store().advance(sidecar.draftID, at: moment.date) { $0.requeue(at: moment) }
        #expect(try scene.sidecar("one")?.attempt?.refused.isEmpty ?? true)
        scene.server.set { $0.recipientAnswers[recipients[1]] = "552 5.2.2 mailbox full\r\n" }
        try await scene.deliver()
        #expect(
            try scene.sidecar("one")?.lastError?.hasSuffix(
                " does not accept mail for \(recipients[1]): 552 mailbox full") ?? false)
        #expect(scene.server.accepted.isEmpty)
    }

    @Test(
        "A message fails after four attempts, with waits of 30, 120 and 480 seconds", .holds("Y16")
    )
    func attempts() async throws {
        for point in [InMemorySubmissionServer.Point.greeting, .sender, .end] {
            let scene = try DeliveryFixture()
            scene.server.set { $0.answers[point] = "451 4.3.0 later\r\n" }
            try scene.queue("one")
            var waits: [Int64] = []
            for _ in 0..<3 {
                try await scene.deliver()
                let next = try #require(try scene.sidecar("one")?.nextAttempt)
                waits.append(next.seconds - scene.clock.now().seconds)
                // Not before it is due.
                let count = scene.server.connectionCount
                scene.clock.turn(by: .seconds(waits[waits.count - 1] - 1))
                let report = try await scene.deliver()
                #expect(scene.server.connectionCount == count && report.nextAttempt == next && report.waiting == 1)
                scene.clock.turn(by: .seconds(1))
            }
            #expect(waits == [30, 120, 480])
            let report = try await scene.deliver()
            #expect(try scene.sidecar("one")?.submission == .failed)
            guard case .failed? = report.events.last else {
                Issue.record("\(report.events)")
                return
            }
            scene.server.set { _ in }
            try await scene.restart()
            #expect(scene.server.accepted.isEmpty, "it is not sent again by itself")
            // The user may send it again.
            let moment = scene.moment
            let id = try #require(try scene.sidecar("one")?.draftID)
            _ = try scene.store().advance(id, at: scene.clock.now()) { $0.requeue(at: moment) }
            #expect(try await DeliveryInvariants(scene: scene, subject: "one").settle() == [])
        }
    }

    @Test("Without a network, nothing is sent and no attempt is counted", .holds("U07", "Y16"))
    func offline() async throws {
        let scene = try DeliveryFixture()
        try scene.queue("one")
        try scene.queue("two")
        scene.server.refuse(.unreachable)
        for _ in 0..<10 {
            let report = try await scene.deliver()
            #expect(report.isOffline && report.events == [.offline(waiting: 2)] && report.waiting == 2)
            scene.clock.turn(by: .seconds(3600))
        }
        #expect(try scene.sidecar("one")?.retryCount == 0)
        scene.server.refuse(nil)
        #expect(try await scene.deliver().waiting == 0)
        #expect(scene.server.subjects() == ["one", "two"])
    }

    @Test("The report has every attempt, with the server's reply", .holds("Y16", "Y17"))
    func attemptsOfReport() async throws {
        for (point, reply, wanted) in [
            (InMemorySubmissionServer.Point.end, "250 2.0.0 taken", ["sent 250 false", "sent 250 false"]),
            (.end, "451 4.3.0 later", ["postponed 451 false", "postponed 451 false"]),
            (.greeting, "421 4.3.2 closing", ["postponed 421 false"]),
            (.authentication, "535 5.7.8 no", ["failed 535 true", "failed 535 true"]),
        ] {
            let scene = try DeliveryFixture()
            scene.server.set { $0.answers[point] = reply + "\r\n" }
            try scene.queue("one")
            try scene.queue("two")
            let report = try await scene.deliver()
            let found = report.attempts.map { "\($0.outcome) \($0.replyCode ?? 0) \($0.isOfCredentials)" }
            #expect(found == wanted, "\(reply)")
            #expect(report.hasReachedServer, "\(reply)")
        }
    }

    @Test("Without a password or a server, nothing is tried, and the report says why", .holds("Y17"))
    func impossible() async throws {
        var scene = try DeliveryFixture()
        try scene.queue("one")
        func report() async throws -> DeliveryReport {
            await OutboxDelivery(
                scene.account, try scene.store(), by: scene.server.connections(nil, scene.clock), clock: scene.clock,
                as: { _ throws(CredentialError) in throw CredentialError("There is no password.") }
            ).run()
        }
        var found = try await report()
        #expect(found.events == [.problem("There is no password.")] && found.awaitsPassword && found.waiting == 1)
        scene.account.smtp = nil
        found = try await scene.deliver()
        #expect(found.events == [.problem("The account has no server for sending.")] && !found.awaitsPassword)
        #expect(try scene.server.connectionCount == 0 && scene.sidecar("one")?.retryCount == 0)
    }

    @Test("A rejected token is renewed once, and a password is not tried twice", .holds("Y17"))
    func credentials() async throws {
        for isToken in [true, false] {
            let scene = try DeliveryFixture()
            try scene.queue("one")
            scene.server.set { server in
                server.extensions = ["AUTH PLAIN XOAUTH2 OAUTHBEARER"]
                server.answers[.authentication] = "535 5.7.8 no\r\n"
            }
            let asked = try await scene.deliverAs(isToken: isToken)
            #expect(asked == (isToken ? [false, true] : [false]))
            #expect(scene.server.connectionCount == (isToken ? 2 : 1))
            #expect(try scene.sidecar("one")?.submission == .failed)
        }
    }
}
