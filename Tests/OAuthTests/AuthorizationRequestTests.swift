import Digest
import HTTP
import MailTestSupport
import SASL
import Testing

@testable import OAuth

@Suite("Signing in with a browser: requests and answers", .holds("Y17", "PX1"))
struct AuthorizationRequestTests {
    private static func server(namesIssuer: Bool = false) throws -> AuthorizationServer {
        AuthorizationServer(
            issuer: "https://id.example.org", authorization: try #require(HTTPSURL("https://id.example.org/auth?v=2")),
            token: try #require(HTTPSURL("https://id.example.org/token")), namesIssuer: namesIssuer)
    }

    private static func request(namesIssuer: Bool = false, secret: String? = nil) throws -> AuthorizationRequest {
        try #require(
            AuthorizationRequest(
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

@Suite("The browser's requests to petrel", .holds("Y17", "PX4"))
struct RedirectRequestTests {
    private static func kind(_ line: String, _ fields: [String] = ["Host: 127.0.0.1:4711"]) -> RedirectRequest.Kind {
        let head = ([line] + fields + ["", ""]).joined(separator: "\r\n")
        return RedirectRequest(Array(head.utf8), host: "127.0.0.1:4711", start: Array("Secret1".utf8)).kind
    }

    @Test("The pages of a sign-in are found")
    func known() {
        #expect(Self.kind("GET /Secret1 HTTP/1.1") == .start)
        #expect(Self.kind("GET /?code=a&state=b HTTP/1.1") == .answer(Array("code=a&state=b".utf8)))
        #expect(Self.kind("GET /done HTTP/1.0", ["HOST:127.0.0.1:4711", "Accept: */*"]) == .done)
    }

    @Test(
        "Other requests are refused",
        arguments: [
            ("GET / HTTP/1.1", 404), ("GET /secret1 HTTP/1.1", 404), ("GET /favicon.ico HTTP/1.1", 404),
            ("GET /../etc/passwd HTTP/1.1", 404), ("POST /?code=a HTTP/1.1", 405), ("GET http://x/ HTTP/1.1", 400),
            ("GET /?code=a", 400), ("", 400), ("\u{16}\u{3}\u{1}", 400),
        ])
    func others(line: String, status: Int) {
        #expect(Self.kind(line) == .other(status))
    }

    @Test(
        "A request for another host is refused, because a page of a stranger may have sent it",
        arguments: [
            [], ["Host: evil.example"], ["Host: 127.0.0.1"], ["Host: localhost:4711"],
            ["Host: 127.0.0.1:4711", "Host: evil.example"],
        ])
    func otherHost(fields: [String]) {
        #expect(Self.kind("GET /?code=a&state=b HTTP/1.1", fields) == .other(400))
    }

    @Test("Any bytes are read without a trap")
    func anyBytes() {
        var generator = SeededGenerator.fresh
        for _ in 0..<2000 {
            var octets = Array("GET /?code=a HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n".utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: octets.indices, using: &generator)
                octets[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = RedirectRequest(octets, host: "127.0.0.1:4711", start: [0x61]).kind
        }
    }

    @Test("Pages load nothing, are not stored, and do not tell their address")
    func pages() {
        for page in [RedirectPage.signedIn, RedirectPage.failed, RedirectPage.answered, RedirectPage.refused(403)] {
            let text = String(decoding: page, as: UTF8.self)
            for field in [
                "Referrer-Policy: no-referrer\r\n", "Cache-Control: no-store\r\n", "default-src 'none'",
                "Connection: close\r\n\r\n<!doctype html>",
            ] {
                #expect(text.contains(field), "\(field)")
            }
        }
    }
}
