import HTTP
import MailTestSupport
import SASL
import Testing

@testable import OAuth

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
