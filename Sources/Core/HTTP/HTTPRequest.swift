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
