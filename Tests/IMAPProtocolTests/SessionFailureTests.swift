import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol

@Suite("Failures of sessions", .holds("Y17", "Y19"))
struct SessionFailureTests {
    private static let login = IMAPCommand.login(user: Array("kim".utf8), password: Password(Array("secret".utf8)))

    @Test(
        "Classifies refusals",
        arguments: [
            (
                "wrong password", true, "NO [AUTHENTICATIONFAILED] no", IMAPFailure.Reach.account,
                IMAPFailure.Retry.never, IMAPFailure.Cause.authenticationRefused as IMAPFailure.Cause?
            ),
            (
                "wrong password, without a code", true, "NO Invalid credentials (Failure)", .account, .never,
                .authenticationRefused
            ),
            ("O365", true, "NO LOGIN failed.", .account, .never, .authenticationRefused),
            ("expired", true, "NO [EXPIRED] x", .account, .never, .authenticationBlocked(.expired)),
            (
                "Gmail's page", true, "NO [WEBALERT https://x] x", .account, .never,
                .authenticationBlocked(.webAlert(Array("https://x".utf8)))
            ),
            (
                "not for this user", true, "NO [AUTHORIZATIONFAILED] x", .account, .never,
                .authenticationBlocked(.authorizationFailed)
            ),
            ("server down", true, "NO [UNAVAILABLE] x", .account, .later(after: nil), nil),
            (
                "Dovecot: temporary", true, "NO Temporary authentication failure. [x:1]", .account, .later(after: nil),
                nil
            ),
            ("in use", true, "NO [INUSE] x", .account, .later(after: nil), nil),
            (
                "Gmail: connections", true, "NO [ALERT] Too many simultaneous connections. (Failure)", .connection,
                .later(after: nil), .tooManyConnections
            ),
            (
                "Dovecot: connections", true, "NO [LIMIT] Maximum number of connections from user+IP exceeded",
                .connection, .later(after: nil), .tooManyConnections
            ),
            (
                "O365: not connected", false, "BAD User is authenticated but not connected.", .connection,
                .later(after: nil), .tooManyConnections
            ),
            (
                "O365: throttled", false, "BAD Request is throttled. Suggested Backoff Time: 2500 milliseconds",
                .account, .later(after: .milliseconds(2500)), .throttled
            ),
            (
                "O365: throttled for a year", false,
                "BAD Request is throttled. Suggested Backoff Time: 31536000000 milliseconds", .account,
                .later(after: .milliseconds(300_000)), .throttled
            ),
            (
                "O365: throttled, no number", false, "BAD Request is throttled. Suggested Backoff Time: soon", .account,
                .later(after: nil), .throttled
            ),
            ("throttled", false, "NO [THROTTLED] x", .account, .later(after: nil), .throttled),
            ("quota", false, "NO [OVERQUOTA] x", .account, .later(after: nil), .refused(.no, .overQuota)),
            ("too big", false, "NO [TOOBIG] x", .message, .never, .refused(.no, .tooBig)),
            ("too big, of the past", false, "NO [LIMIT] x", .message, .never, .refused(.no, .limit)),
            ("no such mailbox", false, "NO [TRYCREATE] x", .message, .never, .refused(.no, .tryCreate)),
            ("not allowed", false, "NO [NOPERM] x", .message, .never, .refused(.no, .noPermission)),
            ("expunged", false, "NO [EXPUNGEISSUED] x", .message, .now, .refused(.no, .expungeIssued)),
            ("no reason", false, "NO", .message, .later(after: nil), .refused(.no, nil)),
            ("a command it does not know", false, "BAD x", .message, .never, .refused(.bad, nil)),
            (
                "a referral is not followed", false, "NO [REFERRAL imap://evil.example/] x", .message, .never,
                .refused(.no, .referral(Array("imap://evil.example/".utf8)))
            ),
        ])
    func refusals(
        _ row: String, _ isLogin: Bool, _ answer: String, _ reach: IMAPFailure.Reach, _ retry: IMAPFailure.Retry,
        _ cause: IMAPFailure.Cause?
    ) throws {
        var driver = SessionDriver()
        driver.server("* OK x\r\n")
        if !isLogin { driver = try SessionDriver.signedIn(selected: .inbox) }
        let tag = try driver.submit(isLogin ? Self.login : .append(AppendCommand(.inbox, size: 3)))
        driver.server("\(tag) \(answer)\r\n")
        let failure = try #require(driver.failed[tag], "\(row)")
        #expect(failure.reach == reach && failure.retry == retry, "\(row): \(failure.reach) \(failure.retry)")
        if let cause { #expect(failure.cause == cause, "\(row)") }
        #expect(!driver.session.isOver, "\(row)")
    }

    @Test(
        "Classifies what ends a session",
        arguments: [
            ("BYE", "* BYE [UNAVAILABLE] going down\r\n", IMAPFailure.Cause.dismissed(.unavailable)),
            ("BYE for too many", "* BYE Too many simultaneous connections\r\n", .tooManyConnections),
            ("BYE and BYE and BYE", String(repeating: "* BYE\r\n", count: 100), .dismissed(nil)),
            ("PREAUTH", "* PREAUTH x\r\n", .violation(.secondGreeting)),
            ("an answer to nothing", "A77 OK x\r\n", .violation(.answerToNothing)),
            ("an answer twice", "A2 OK x\r\nA2 OK x\r\n", .violation(.answerToNothing)),
            ("a continuation for nothing", "+ go on\r\n", .violation(.continuationForNothing)),
            ("a line that is none", "A2 PERHAPS\r\n", .malformed(ResponseError(offset: 10, fault: .unexpectedEnd))),
        ])
    func ends(_ row: String, _ text: String, _ cause: IMAPFailure.Cause) throws {
        var driver = try SessionDriver.signedIn(selected: .inbox)
        try driver.submit(.noop)
        driver.server(text)
        #expect(driver.failure?.cause == cause, "\(row)")
        #expect(driver.session.isOver && driver.session.mailbox == nil, "\(row)")
        #expect(throws: CommandError.wrongState, "\(row)") { try driver.submit(.noop) }
        #expect(throws: IMAPFailure.self, "\(row)") { try driver.session.next() }
    }
}
