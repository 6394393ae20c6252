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
