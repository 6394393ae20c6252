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
        guard case .form(let form) = TokenRenewalAndRevocation.refresh(token, at: server, by: client).content else {
            return
        }
        #expect(form["grant_type"] == Array("refresh_token".utf8) && form["refresh_token"] == Array("r&1".utf8))
        #expect(form["client_id"] == Array("petrel".utf8) && form["client_secret"] == Array("s".utf8))
        #expect(TokenRenewalAndRevocation.revocation(of: token, at: server, by: client) == nil)
    }
}
