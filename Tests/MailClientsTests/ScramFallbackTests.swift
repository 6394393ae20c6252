import Digest
import IMAPProtocol
import MailClients
import MailTestSupport
import SASL
import Testing

/// Fallback after a server has refused SCRAM-SHA-256. Some servers offer it to users whose passwords they store in
/// another form.
@Suite("IMAP sign-in fallback", .holds("Y17", "PX1"))
struct ScramFallbackTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// What follows the first message of SCRAM.
        let script: String
        let outcome: Outcome
        var testDescription: String { name }
    }

    enum Outcome: Hashable, Sendable {
        case signedIn
        case refused(IMAPClientError)
    }

    private static func base64(_ text: String) -> String {
        String(decoding: StrictBase64.encode(Array(text.utf8)), as: UTF8.self)
    }

    /// The exchange of RFC 7677 §3.
    private static let nonce = "rOprNGfwEbeRWgbNEkqO"
    private static let first = base64("n,,n=user,r=\(nonce)")
    private static let salt = base64("r=\(nonce)%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")
    private static let proof = base64(
        "c=biws,r=\(nonce)%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=")
    private static let plain = "C: A2 AUTHENTICATE PLAIN \(base64("\0user\0pencil"))\n"
    private static let welcome = "S: A2 OK [CAPABILITY IMAP4rev1] in\n"

    private static func refused(_ cause: IMAPFailure.Cause, _ text: String) -> Outcome {
        let retry: IMAPFailure.Retry = cause == .authenticationRefused ? .never : .later(after: nil)
        return .refused(.session(IMAPFailure(cause, .account, retry, text: Array(text.utf8))))
    }

    static let rows = [
        Row(name: "NO at once", script: "S: A1 NO no\n" + plain + welcome, outcome: .signedIn),
        Row(
            name: "NO with a code", script: "S: A1 NO [AUTHENTICATIONFAILED] no\n" + plain + welcome, outcome: .signedIn
        ),
        Row(name: "BAD", script: "S: A1 BAD what\n" + plain + welcome, outcome: .signedIn),
        Row(
            name: "NO to the proof", script: "S: + \(salt)\nC: \(proof)\nS: A1 NO no\n" + plain + welcome,
            outcome: .signedIn),
        Row(
            name: "NO to both", script: "S: A1 NO no\n" + plain + "S: A2 NO [AUTHENTICATIONFAILED] never\n",
            outcome: refused(.authenticationRefused, "never")),
        Row(
            name: "a server that is busy", script: "S: A1 NO [UNAVAILABLE] busy\n",
            outcome: refused(.refused(.no, .unavailable), "busy")),
        Row(
            name: "a server that does not know the password",
            script: "S: + \(salt)\nC: \(proof)\nS: + \(base64("v=AAAA"))\nC: *\nS: A1 BAD cancelled\n",
            outcome: .refused(.exchange(.serverNotVerified))),
        Row(
            name: "a server that says so in the exchange",
            script: "S: + \(salt)\nC: \(proof)\nS: + \(base64("e=invalid-proof"))\nC: *\nS: A1 NO no\n",
            outcome: .refused(.exchange(.refused))),
    ]

    @Test("If SCRAM is refused by a server that is not proven false, tries the next one once", arguments: rows)
    func fallingBack(_ row: Row) async throws {
        let greeting = "S: * OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=SCRAM-SHA-256] hello\n"
        let fixture = IMAPFixture(greeting + "C: A1 AUTHENTICATE SCRAM-SHA-256 \(Self.first)\n" + row.script)
        let password = try #require(Secret(Array("pencil".utf8)))
        let user = try #require(Credentials(user: Array("user".utf8), password, .password))
        let digest = ScramHashFunctions(
            hash: { SHA256.digest(of: $0) }, hmac: { SHA256.authenticationCode(of: $1, key: $0) },
            stretch: { SHA256.key(from: $0, salt: $1, iterations: $2) })
        let endpoint = Endpoint(host: "mail.example.net", port: 993, security: .implicitTLS)
        try await fixture.client.open()
        var outcome = Outcome.signedIn
        do throws(IMAPClientError) {
            try await fixture.client.signIn(as: user, to: endpoint, nonce: Array(Self.nonce.utf8), digest: digest)
        } catch {
            outcome = .refused(error)
        }
        #expect(outcome == row.outcome)
        #expect(fixture.server.faults == [] && fixture.server.isFinished)
        #expect(await fixture.client.isAuthenticated == (row.outcome == .signedIn))
    }
}
