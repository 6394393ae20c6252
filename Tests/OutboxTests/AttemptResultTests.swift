import MailTestSupport
import MailTypes
import SMTPProtocol
import Testing

@testable import Outbox

@Suite("Results of delivery attempts", .holds("Y16", "Y17", "PS1", "PS4", "U09"))
struct AttemptResultTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let failure: SMTPFailure
        let event: SubmissionState.Event
        let isCounted: Bool
        let wait: Int?
        let obstacle: DeliveryProgress.Obstacle?
        let canGoOn: Bool
        var testDescription: String { name }

        init(
            _ name: String, _ cause: SMTPFailure.Cause, _ reach: SMTPFailure.Reach, _ retry: SMTPFailure.Retry,
            _ event: SubmissionState.Event, counts isCounted: Bool = true, wait: Int? = nil,
            _ obstacle: DeliveryProgress.Obstacle? = nil, goesOn canGoOn: Bool
        ) {
            self.name = name
            failure = SMTPFailure(.data, cause, reach, retry)
            self.event = event
            self.isCounted = isCounted
            self.wait = wait
            self.obstacle = obstacle
            self.canGoOn = canGoOn
        }
    }

    private static let refusal = SMTPFailure.Cause.reply(Reply(code: 550, lines: [Array("5.1.1 no".utf8)]))
    private static let delay = SMTPFailure.Cause.reply(Reply(code: 451, lines: [Array("4.3.0 later".utf8)]))
    private static let later = SMTPFailure.Retry.later(after: nil)

    static let rows: [Row] = [
        Row("refused for good", refusal, .message, .never, .reject, goesOn: true),
        Row("a recipient refused for good", refusal, .recipients, .never, .reject, goesOn: true),
        Row("the account refused", refusal, .account, .never, .reject, goesOn: false),
        Row("the connection refused for good", refusal, .connection, .never, .reject, goesOn: false),
        Row("put off", delay, .message, later, .postpone, wait: 30, .message, goesOn: true),
        Row("the server not now", delay, .connection, later, .postpone, wait: 30, .server, goesOn: false),
        Row(
            "the server in a minute", delay, .connection, .later(after: .seconds(60)), .postpone, wait: 60, .server,
            goesOn: false),
        Row(
            "sooner than planned", delay, .message, .later(after: .seconds(5)), .postpone, wait: 30, .message,
            goesOn: true),
        Row("broken off", .lost(.broken), .connection, later, .postpone, wait: 30, .server, goesOn: false),
        Row(
            "no disk", .stopped(because: "The disk is full."), .message, later, .postpone, counts: false, .message,
            goesOn: false),
        Row("no octets that can be sent", .message(.nul), .message, .never, .reject, goesOn: true),
        Row("too large", .tooLarge(limit: 5), .message, .never, .reject, goesOn: true),
        Row("no encryption", .noTLS, .account, .never, .reject, goesOn: false),
    ]

    private func expect(_ result: AttemptResult, _ row: Row) {
        #expect(result.event == row.event && result.isCounted == row.isCounted)
        #expect(result.wait == row.wait.map { .seconds($0) })
        #expect(result.obstacle == row.obstacle && result.canGoOn == row.canGoOn)
    }

    @Test("Each failure determines event, wait and obstacle", arguments: rows)
    func failures(_ row: Row) {
        expect(AttemptResult(row.failure, after: 0), row)
        let delivery = DeliveryResult(.notSent(row.failure), [], isReusable: false)
        expect(AttemptResult(of: [delivery], after: 0), row)
    }

    @Test("The fourth counted attempt is the last, whatever the server requests")
    func lastAttempt() {
        for failures in 0..<6 {
            let later = AttemptResult(
                SMTPFailure(.end, Self.delay, .message, .later(after: .seconds(5))), after: failures)
            let unreachable = AttemptResult.unreachable(after: failures)
            #expect(later.event == (failures < 3 ? .postpone : .reject), "\(failures)")
            #expect(unreachable.event == later.event && unreachable.wait == later.wait, "\(failures)")
            #expect(later.isCounted && unreachable.isCounted && !unreachable.canGoOn && later.canGoOn)
            let stopped = AttemptResult(
                SMTPFailure(.data, .stopped(because: "The disk is full."), .message, .later(after: nil)),
                after: failures)
            #expect(stopped.event == .postpone && !stopped.isCounted, "a full disk costs no attempt")
        }
    }

    // MARK: - Several parts

    private func recipient(_ name: String, _ word: DeliveryResult.Word) throws -> DeliveryResult.Recipient {
        DeliveryResult.Recipient(try #require(EnvelopeAddress(EmailAddress("\(name)@example.org"))), word)
    }

    private let reply = Reply(code: 250, lines: [Array("2.0.0 ok".utf8)])

    @Test("A message is sent when all parts are accepted, and not while one is left")
    func parts() throws {
        let whole = DeliveryResult(.accepted(reply), [try recipient("ana", .agreed)], isReusable: true)
        let half = DeliveryResult(
            .accepted(reply), [try recipient("ana", .agreed), try recipient("ben", .left)], isReusable: false)
        #expect(AttemptResult(of: [whole], after: 3).event == .accept)
        #expect(AttemptResult(of: [half, whole], after: 3).event == .accept)
        let rest = AttemptResult(of: [half], after: 3)
        #expect(rest.event == .postpone && !rest.isCounted && rest.wait == nil && rest.obstacle == .server)
        #expect(AttemptResult(of: [], after: 0).event == .postpone)
    }

    @Test("An unknown outcome of any part makes the whole unknown")
    func unknownPart() throws {
        let failure = SMTPFailure(.end, .lost(.broken), .connection, .later(after: nil))
        let lost = DeliveryResult(.unknown(failure), [try recipient("ben", .agreed)], isReusable: false)
        let half = DeliveryResult(
            .accepted(reply), [try recipient("ana", .agreed), try recipient("ben", .left)], isReusable: true)
        for deliveries in [[lost], [half, lost]] {
            let result = AttemptResult(of: deliveries, after: 0)
            #expect(result.event == .lose && !result.isCounted && !result.canGoOn && result.wait == nil)
        }
    }

    @Test("Every result is a valid event of the sending state")
    func events() {
        let results = Self.rows.map { AttemptResult($0.failure, after: 0) } + [.unsendable, .unreachable(after: 0)]
        for result in results { #expect(SubmissionState.sending.after(result.event) != nil) }
        for phase in [DeliveryProgress.Phase.connecting, .committing, .accepted, .filing] {
            let attempt = DeliveryProgress(phase, started: Instant(seconds: 0))
            #expect(SubmissionState.sending.after(attempt.abandonment) != nil)
        }
    }

    @Test("An abandoned attempt is retried only if no server can have the message")
    func abandonment() {
        let found = [DeliveryProgress.Phase.connecting, .committing, .accepted, .filing].map {
            SubmissionState.sending.after(DeliveryProgress($0, started: Instant(seconds: 0)).abandonment)
        }
        #expect(found == [.queued, .unknown, .sent, .sent])
    }
}
