import HTTP
import MailTestSupport
import SASL
import Testing

@testable import OAuth

@Suite("Tokens and their errors", .holds("Y12", "Y17"))
struct OAuthTokenTests {
    private static func response(_ text: String, _ status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(text.utf8))
    }

    @Test("Tokens, their expiry and a new refresh token are read")
    func tokens() throws {
        let text = #"{"access_token":"abc","token_type":"Bearer","expires_in":3600,"refresh_token":"r2","x":1}"#
        let tokens = try OAuthTokens(Self.response(text), at: 1000, previous: Secret(Array("r1".utf8)))
        #expect(tokens.access.octets == Array("abc".utf8) && tokens.refresh?.octets == Array("r2".utf8))
        #expect(tokens.expiry == 4600 && !tokens.isExpired(at: 4500) && tokens.isExpired(at: 4545))
    }

    @Test("Without a new refresh token, the former one is kept, and an expiry in quotes is understood")
    func kept() throws {
        let text = #"{"access_token":"abc","token_type":"bearer","expires_in":"60"}"#
        let tokens = try OAuthTokens(Self.response(text), at: 0, previous: Secret(Array("r1".utf8)))
        #expect(tokens.refresh?.octets == Array("r1".utf8) && tokens.expiry == 60)
        let unlimited = try OAuthTokens(Self.response(#"{"access_token":"abc","token_type":"bearer"}"#), at: 0)
        #expect(unlimited.expiry == nil && !unlimited.isExpired(at: .max))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let status: Int
        let failure: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        .init(
            name: "the refresh token was revoked", text: #"{"error":"invalid_grant"}"#, status: 400, failure: "expired"),
        .init(
            name: "the client is unknown", text: #"{"error":"invalid_client"}"#, status: 401, failure: "clientRefused"),
        .init(name: "the scope is unknown", text: #"{"error":"invalid_scope"}"#, status: 400, failure: "scopeRefused"),
        .init(name: "another error", text: #"{"error":"teapot"}"#, status: 400, failure: "server"),
        .init(name: "a broken server", text: "<html>", status: 502, failure: "unavailable"),
        .init(name: "too many requests", text: "", status: 429, failure: "unavailable"),
        .init(name: "no JSON", text: "hello", status: 200, failure: "badAnswer"),
        .init(
            name: "a token of another type", text: #"{"access_token":"a","token_type":"mac"}"#, status: 200,
            failure: "badAnswer"),
        .init(
            name: "a token with a line break", text: #"{"access_token":"a\r\nb","token_type":"bearer"}"#, status: 200,
            failure: "badAnswer"),
        .init(name: "no token", text: #"{"token_type":"bearer"}"#, status: 200, failure: "badAnswer"),
        .init(name: "a redirect", text: "", status: 302, failure: "badAnswer"),
    ]

    @Test("Failures are told apart", arguments: rows)
    func failures(row: Row) {
        do throws(OAuthFailure) {
            _ = try OAuthTokens(Self.response(row.text, row.status), at: 0)
            Issue.record("accepted")
        } catch {
            #expect("\(error)".hasPrefix(row.failure), "\(error)")
            #expect(error.isTemporary == (row.failure == "unavailable"))
            #expect(error.sentence(about: "Example").hasSuffix("."))
        }
    }

    @Test("A server's description of an error is shown on one line, without control characters")
    func description() {
        let text = #"{"error":"te\u001b[31mapot","error_description":"a\r\nb\u0000"}"#
        do throws(OAuthFailure) {
            _ = try OAuthTokens(Self.response(text, 400), at: 0)
            Issue.record("accepted")
        } catch {
            #expect(error.sentence(about: "X") == "X refused: te [31mapot (a b).")
        }
    }

    @Test("A renewal sends the refresh token, and a revocation needs an address for it")
    func requests() throws {
        let url = try #require(HTTPSURL("https://id.example.org/t"))
        let server = AuthorizationServer(issuer: "https://id.example.org", authorization: url, token: url)
        let client = OAuthClient(identifier: "petrel", secret: "s")
        let token = try #require(Secret(Array("r&1".utf8)))
        guard case .form(let form) = TokenRequests.refresh(token, at: server, by: client).content else { return }
        #expect(form["grant_type"] == Array("refresh_token".utf8) && form["refresh_token"] == Array("r&1".utf8))
        #expect(form["client_id"] == Array("petrel".utf8) && form["client_secret"] == Array("s".utf8))
        #expect(TokenRequests.revocation(of: token, at: server, by: client) == nil)
    }
}

@Suite("Signing in on another device", .holds("Y17"))
struct DeviceAuthorizationTests {
    private static func response(_ text: String, _ status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(text.utf8))
    }

    private static let begin = #"""
        {"device_code":"d","user_code":"ABCD-EFGH","verification_uri":"https://id.example.org/device",
        "expires_in":900,"interval":5}
        """#

    private static func error(_ code: String) -> HTTPResponse { response("{\"error\":\"\(code)\"}", 400) }

    private static func wait(_ step: DeviceAuthorization.Step) -> Duration? {
        if case .wait(let time) = step { time } else { nil }
    }

    @Test("The time between questions grows when the server asks for that or does not answer")
    func pauses() throws {
        var device = try DeviceAuthorization(Self.response(Self.begin))
        #expect(device.userCode == "ABCD-EFGH" && device.page.host == "id.example.org")
        #expect(Self.wait(device.first) == .seconds(5))
        #expect(Self.wait(device.step(after: Self.error("authorization_pending"), at: 0)) == .seconds(5))
        #expect(Self.wait(device.step(after: Self.error("slow_down"), at: 0)) == .seconds(10))
        #expect(Self.wait(device.step(after: nil, at: 0)) == .seconds(20))
        #expect(Self.wait(device.step(after: Self.response("", 503), at: 0)) == .seconds(40))
        #expect(Self.wait(device.step(after: nil, at: 0)) == .seconds(60))
        guard case .failed(.denied) = device.step(after: Self.error("access_denied"), at: 0),
            case .failed(.expired) = device.step(after: Self.error("expired_token"), at: 0),
            case .done(let tokens) = device.step(
                after: Self.response(#"{"access_token":"abc","token_type":"Bearer"}"#), at: 0)
        else {
            Issue.record("the ends are not recognized")
            return
        }
        #expect(tokens.access.octets == Array("abc".utf8))
    }

    @Test(
        "An answer that cannot be shown or used is refused",
        arguments: [
            "{}", #"{"device_code":"d","user_code":"A","verification_uri":"http://id.example.org/"}"#,
            #"{"device_code":"d","user_code":"\u001b[2J","verification_uri":"https://id.example.org/"}"#,
            #"{"device_code":"d","user_code":"","verification_uri":"https://id.example.org/"}"#,
        ])
    func refused(text: String) {
        #expect(throws: OAuthFailure.badAnswer(200)) { try DeviceAuthorization(Self.response(text)) }
    }
}

@Suite("Authorization servers and clients", .holds("Y17"))
struct AuthorizationServerTests {
    private static let issuer = "https://id.example.org"

    private static func metadata(_ changes: String = "") -> [UInt8] {
        let text = """
            {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/a","token_endpoint":"\(issuer)/t",
            "device_authorization_endpoint":"\(issuer)/d"\(changes)}
            """
        return Array(text.utf8)
    }

    @Test("Metadata is looked for where OpenID and RFC 8414 put it")
    func places() throws {
        let plain = AuthorizationServer.metadataURLs(of: try #require(HTTPSURL(Self.issuer + "/")))
        #expect(
            plain.map(\.text) == [
                Self.issuer + "/.well-known/openid-configuration",
                Self.issuer + "/.well-known/oauth-authorization-server",
            ])
        let path = AuthorizationServer.metadataURLs(of: try #require(HTTPSURL(Self.issuer + "/realms/x")))
        #expect(
            path.map(\.text) == [
                Self.issuer + "/realms/x/.well-known/openid-configuration",
                Self.issuer + "/.well-known/oauth-authorization-server/realms/x",
            ])
    }

    @Test("Metadata of another issuer, and endpoints without TLS, are refused")
    func refused() throws {
        let issuer = try #require(HTTPSURL(Self.issuer))
        let server = try AuthorizationServer(metadata: Self.metadata(), of: issuer)
        #expect(server.token.text == Self.issuer + "/t" && server.deviceAuthorization != nil && !server.namesIssuer)
        let other = try #require(HTTPSURL("https://evil.example"))
        #expect(throws: OAuthFailure.wrongIssuer) { try AuthorizationServer(metadata: Self.metadata(), of: other) }
        let plain = Self.metadata(",\"revocation_endpoint\":\"http://id.example.org/r\"")
        #expect(throws: OAuthFailure.badMetadata) { try AuthorizationServer(metadata: plain, of: issuer) }
        #expect(throws: OAuthFailure.badMetadata) { try AuthorizationServer(metadata: Array("[]".utf8), of: issuer) }
    }

    @Test("The file that Google offers for download names the client")
    func clientFile() {
        let text = #"{"installed":{"client_id":"1.apps.example","project_id":"p","client_secret":"s"}}"#
        #expect(OAuthClient(file: Array(text.utf8)) == OAuthClient(identifier: "1.apps.example", secret: "s"))
        #expect(OAuthClient(file: Array(#"{"client_id":"c"}"#.utf8)) == OAuthClient(identifier: "c"))
        for text in ["", "[]", "{}", #"{"client_id":5}"#, #"{"client_id":"a\nb"}"#, #"{"client_id":""}"#] {
            #expect(OAuthClient(file: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test(
        "Providers are found by their name and by the names of their mail",
        arguments: [("google", "Google"), ("GMail", "Google"), ("outlook", "Microsoft"), ("office365", "Microsoft")])
    func providers(word: String, name: String) {
        #expect(OAuthProvider.named(word)?.name == name)
        #expect(OAuthProvider.named("example") == nil)
        #expect(OAuthProvider.isTenant("contoso.com") && !OAuthProvider.isTenant("a/b") && !OAuthProvider.isTenant(""))
    }
}
