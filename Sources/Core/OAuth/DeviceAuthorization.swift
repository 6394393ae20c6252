public import HTTP
internal import JSONText
internal import SASL

/// A sign-in on another device: the user types a short code there [RFC 8628].
public struct DeviceAuthorization: Sendable {
    /// The code to type: printable, at most 64 characters.
    public let userCode: String
    /// The page on which to type it.
    public let page: HTTPSURL
    /// How long the code is valid.
    public let validity: Duration
    private let deviceCode: Secret
    /// The time between two requests.
    private var interval: Duration

    /// Returns the request that begins the sign-in. `nil` if the server does not offer that.
    public static func request(
        to server: AuthorizationServer, by client: OAuthClient, scopes: [String]
    ) -> HTTPRequest? {
        guard let url = server.deviceAuthorization else { return nil }
        var form = FormParameters(client.parameters)
        if !scopes.isEmpty { form.append("scope", scopes.joined(separator: " ")) }
        return HTTPRequest(posting: form, to: url)
    }

    /// Reads the answer to the first request [RFC 8628 §3.2].
    public init(_ response: HTTPResponse) throws(OAuthFailure) {
        let object = (try? JSONReader.value(of: response.body))?.object
        if let code = object?["error"]?.string {
            throw OAuthFailure(code: code, description: object?["error_description"]?.string)
        }
        // Google says "verification_url".
        guard response.isSuccess, let object,
            let code = object["device_code"]?.string.flatMap({ Secret(Array($0.utf8)) }),
            let userCode = object["user_code"]?.string, (1...64).contains(userCode.utf8.count),
            userCode.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
            let page = (object["verification_uri"] ?? object["verification_url"])?.string.flatMap({ HTTPSURL($0) })
        else { throw .badAnswer(response.status) }
        deviceCode = code
        self.userCode = userCode
        self.page = page
        validity = .seconds(min(max(object["expires_in"]?.integer ?? 900, 1), 3600))
        interval = .seconds(min(max(object["interval"]?.integer ?? 5, 1), 60))
    }

    /// Asks whether the user has finished [RFC 8628 §3.4].
    public func tokenRequest(to server: AuthorizationServer, by client: OAuthClient) -> HTTPRequest {
        var form = FormParameters([("grant_type", "urn:ietf:params:oauth:grant-type:device_code")])
        form.append("device_code", deviceCode.octets)
        for (name, value) in client.parameters { form.append(name, value) }
        return HTTPRequest(posting: form, to: server.token)
    }

    public enum Step: Sendable {
        /// Ask after this time.
        case wait(Duration)
        case done(OAuthTokens)
        case failed(OAuthFailure)
    }

    /// The step before the first question.
    public var first: Step { .wait(interval) }

    /// Returns the next step after an answer, or after a request that was not answered (`nil`).
    public mutating func step(after response: HTTPResponse?, at now: Int64) -> Step {
        guard let response else {
            // Twice the time after a failed request, as the specification recommends.
            interval = min(interval * 2, .seconds(60))
            return .wait(interval)
        }
        do throws(OAuthFailure) {
            return .done(try OAuthTokens(response, at: now))
        } catch {
            switch error {
            case .server(let problem) where problem.code.utf8.elementsEqual("authorization_pending".utf8):
                return .wait(interval)
            case .server(let problem) where problem.code.utf8.elementsEqual("slow_down".utf8):
                interval = min(interval + .seconds(5), .seconds(60))
                return .wait(interval)
            case .unavailable:
                interval = min(interval * 2, .seconds(60))
                return .wait(interval)
            default: return .failed(error)
            }
        }
    }
}
