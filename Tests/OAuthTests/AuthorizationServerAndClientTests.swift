import HTTP
import MailTestSupport
import Testing

@testable import OAuth

@Suite("Authorization servers and clients", .holds("Y17"))
struct AuthorizationServerAndClientTests {
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
}
