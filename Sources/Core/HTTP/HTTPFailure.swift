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
