import Digest
import HTTP
import MailTestSupport
import SASL
import Testing

@testable import OAuth

@Suite("Signing in with a browser: requests and answers", .holds("Y17", "PX1"))
struct AuthorizationCodeGrantTests {
    private static func server(namesIssuer: Bool = false) throws -> AuthorizationServer {
        AuthorizationServer(
            issuer: "https://id.example.org", authorization: try #require(HTTPSURL("https://id.example.org/auth?v=2")),
            token: try #require(HTTPSURL("https://id.example.org/token")), namesIssuer: namesIssuer)
    }

    private static func request(namesIssuer: Bool = false, secret: String? = nil) throws -> AuthorizationCodeGrant {
        try #require(
            AuthorizationCodeGrant(
                to: server(namesIssuer: namesIssuer), by: OAuthClient(identifier: "petrel", secret: secret),
                for: .init(scopes: ["mail", "offline"], user: "kim@example.net"), returningTo: "http://127.0.0.1:4711/",
                random: Array(0..<64)
            ) { octets in
                var digest = SHA256()
                digest.update(octets.span)
                return digest.finish()
            })
    }

    @Test("The address has the state and the digest of the proof key, but not the key")
    func address() throws {
        let request = try Self.request()
        let query = try #require(RedirectRequest.query(ofAddress: request.url.text))
        let form = try #require(FormParameters(parsing: query))
        let expected: [(String, String)] = [
            ("v", "2"), ("response_type", "code"), ("client_id", "petrel"),
            ("redirect_uri", "http://127.0.0.1:4711/"), ("scope", "mail offline"),
            ("state", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"), ("code_challenge_method", "S256"),
            ("login_hint", "kim@example.net"),
        ]
        for (name, value) in expected { #expect(form[name] == Array(value.utf8), "\(name)") }
        // The digest of "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8".
        #expect(form["code_challenge"].map { String(decoding: $0, as: UTF8.self) } == Self.challenge())
        #expect(!request.url.text.contains("ICEiIyQl"))
    }

    private static func challenge() -> String {
        var digest = SHA256()
        digest.update(Array("ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8".utf8).span)
        return String(decoding: Base64URL.encode(digest.finish()), as: UTF8.self)
    }

    @Test("The proof key is encoded as in RFC 7636, appendix B")
    func proofKey() {
        let octets: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        let verifier = Base64URL.encode(octets)
        #expect(String(decoding: verifier, as: UTF8.self) == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        var digest = SHA256()
        digest.update(verifier.span)
        let challenge = String(decoding: Base64URL.encode(digest.finish()), as: UTF8.self)
        #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let query: String
        let meaning: String
        var namesIssuer = false
        var testDescription: String { name }
    }

    private static let state = "state=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

    static let rows: [Row] = [
        .init(name: "a code with the right state", query: "code=abc&" + state, meaning: "code abc"),
        .init(name: "a code with other parameters", query: "code=abc&\(state)&session=1", meaning: "code abc"),
        .init(name: "a wrong state", query: "code=abc&state=AAECAwQ", meaning: "foreign"),
        .init(name: "an empty state", query: "code=abc&state=", meaning: "foreign"),
        .init(name: "a state that is missing", query: "code=abc", meaning: "foreign"),
        .init(name: "two states", query: "code=abc&\(state)&\(state)", meaning: "foreign"),
        .init(name: "two codes", query: "code=abc&code=def&" + state, meaning: "foreign"),
        .init(name: "a broken escape sequence", query: "code=%zz&" + state, meaning: "foreign"),
        .init(name: "no code", query: state, meaning: "badAnswer(0)"),
        .init(name: "an error", query: "error=access_denied&" + state, meaning: "denied"),
        .init(name: "an error with the wrong state", query: "error=access_denied&state=x", meaning: "foreign"),
        .init(
            name: "the right issuer", query: "code=abc&iss=https%3A%2F%2Fid.example.org&" + state, meaning: "code abc"),
        .init(
            name: "another issuer", query: "code=abc&iss=https%3A%2F%2Fevil.example&" + state, meaning: "wrongIssuer"),
        .init(
            name: "no issuer, from a server that always names it", query: "code=abc&" + state, meaning: "wrongIssuer",
            namesIssuer: true),
        .init(
            name: "the right issuer, from a server that always names it",
            query: "code=abc&iss=https://id.example.org&" + state, meaning: "code abc", namesIssuer: true),
    ]

    @Test("Only the answer to this request is accepted", arguments: rows)
    func answers(row: Row) throws {
        let answer = try Self.request(namesIssuer: row.namesIssuer).answer(in: Array(row.query.utf8))
        let meaning =
            switch answer {
            case .code(let code): "code \(String(decoding: code.octets, as: UTF8.self))"
            case .failed(let failure): "\(failure)"
            case .foreign: "foreign"
            }
        #expect(meaning == row.meaning)
    }

    @Test("The code is exchanged together with the proof key", arguments: [nil, "s&cret"])
    func exchange(secret: String?) throws {
        let request = try Self.request(secret: secret).tokenRequest(for: try #require(Secret(Array("a b".utf8))))
        guard case .form(let form) = request.content else {
            Issue.record("no form")
            return
        }
        #expect(request.url.text == "https://id.example.org/token" && !request.followsRedirects)
        let expected: [(String, String)] = [
            ("grant_type", "authorization_code"), ("code", "a b"), ("client_id", "petrel"),
            ("code_verifier", "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8"),
            ("redirect_uri", "http://127.0.0.1:4711/"),
        ]
        for (name, value) in expected { #expect(form[name] == Array(value.utf8), "\(name)") }
        #expect(form["client_secret"] == secret.map { Array($0.utf8) })
    }
}
