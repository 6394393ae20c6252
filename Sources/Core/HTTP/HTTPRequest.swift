/// A request to a web server.
public struct HTTPRequest: Sendable {
    public enum Content: Sendable {
        /// GET.
        case none
        /// POST of a form. Its values may be secrets.
        case form(FormParameters)
    }

    public let url: HTTPSURL
    public let content: Content
    /// The media types that the answer may have.
    public let accepted: String
    /// Whether redirects to other `https` URLs are followed. Requests with secrets never are.
    public let followsRedirects: Bool
    /// The maximum size of the answer in bytes.
    public let maximumSize: Int
    /// The time limit of the whole exchange.
    public let limit: Duration

    /// Requests a document.
    public init(
        _ url: HTTPSURL, accepting accepted: String, followsRedirects: Bool = false, atMost maximumSize: Int = 1 << 18,
        within limit: Duration = .seconds(20)
    ) {
        self.url = url
        content = .none
        self.accepted = accepted
        self.followsRedirects = followsRedirects
        self.maximumSize = maximumSize
        self.limit = limit
    }

    /// Sends a form.
    public init(
        posting form: FormParameters, to url: HTTPSURL, atMost maximumSize: Int = 1 << 18,
        within limit: Duration = .seconds(20)
    ) {
        self.url = url
        content = .form(form)
        accepted = "application/json"
        followsRedirects = false
        self.maximumSize = maximumSize
        self.limit = limit
    }
}

/// The answer of a web server.
public struct HTTPResponse: Sendable {
    /// The status code [RFC 9110 §15], that of the last answer if redirects were followed.
    public let status: Int
    public let body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    public var isSuccess: Bool { 200..<300 ~= status }
}

/// Why a request was not answered. Contains nothing of the request's content.
public enum HTTPFailure: Error, Hashable, Sendable {
    /// The program that makes requests is not installed.
    case noProgram
    case noSuchHost
    case notConnected
    /// The certificate is not valid for the host, or TLS failed otherwise.
    case notSecure
    case timedOut
    case tooLarge
    /// The server redirects to a URL that is not `https`, or too often.
    case badRedirect
    /// Another failure, with the exit status of the program.
    case other(Int)

    /// Whether the same request may succeed later without a change by the user.
    public var isTemporary: Bool {
        switch self {
        case .noSuchHost, .notConnected, .timedOut, .other: true
        case .noProgram, .notSecure, .tooLarge, .badRedirect: false
        }
    }

    /// Says what happened, for example "auth.example.org did not answer in time."
    public func sentence(about host: String) -> String {
        switch self {
        case .noProgram: "petrel needs the program curl for this. Install it, for example with: apt install curl"
        case .noSuchHost: "The address of \(host) was not found. Check the network."
        case .notConnected: "\(host) could not be reached. Check the network."
        case .notSecure: "The connection to \(host) is not secure: its certificate is not valid for it."
        case .timedOut: "\(host) did not answer in time."
        case .tooLarge: "\(host) sent far more than expected."
        case .badRedirect: "\(host) redirects to an address that is not secure."
        case .other(let status): "The request to \(host) failed (curl ended with \(status))."
        }
    }
}
