/// A request in the configuration format of the program curl, and the answer in its output [curl(1), --config].
///
/// curl reads the configuration from standard input, so that no secret is in its arguments, which other users can see.
public enum CurlInvocation {
    /// The arguments: no other configuration file is read.
    public static let arguments = ["curl", "--disable", "--config", "-"]

    /// The most redirects that are followed.
    private static let maximumRedirects = 5
    /// Written after the body: a separator and the status code.
    private static let trailer = "\\n%{http_code}"

    /// Returns the configuration for a request. `caFile` has the certificate authorities to trust instead of the
    /// system's.
    public static func octets(of request: HTTPRequest, trusting caFile: [UInt8]? = nil) -> [UInt8] {
        let seconds = max(1, request.limit.components.seconds)
        var lines: [[UInt8]] = [
            option("url", request.url.text), option("proto", "=https"), option("proto-redir", "=https"),
            Array("tlsv1.2\nsilent\ngloboff\nno-sessionid\n".utf8),
            option("max-time", "\(seconds)"), option("max-filesize", "\(request.maximumSize)"),
            option("user-agent", "petrel"), option("header", "Accept: \(request.accepted)"),
            option("write-out", Array("\"\(trailer)\"".utf8), isQuoted: true),
        ]
        if request.followsRedirects {
            lines.append(Array("location\n".utf8))
            lines.append(option("max-redirs", "\(maximumRedirects)"))
        }
        if let caFile { lines.append(option("cacert", caFile)) }
        if case .form(let form) = request.content { lines.append(option("data-raw", form.octets)) }
        return Array(lines.joined())
    }

    /// Reads the output for a request.
    public static func response(in output: [UInt8]) -> HTTPResponse? {
        guard let end = output.lastIndex(of: 0x0A) else { return nil }
        let digits = output[(end + 1)...]
        guard digits.count == 3, digits.allSatisfy({ $0 &- 0x30 < 10 }),
            let status = Int(String(decoding: digits, as: UTF8.self)), status > 0
        else { return nil }
        return HTTPResponse(status: status, body: Array(output[..<end]))
    }

    /// Returns the meaning of an exit status [curl(1), EXIT CODES].
    public static func failure(status: Int) -> HTTPFailure {
        switch status {
        case 127: .noProgram
        case 5, 6: .noSuchHost
        case 7, 52, 55, 56: .notConnected
        case 28: .timedOut
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 83, 90, 91: .notSecure
        case 63: .tooLarge
        case 1, 47: .badRedirect
        default: .other(status)
        }
    }

    private static func option(_ name: String, _ value: String) -> [UInt8] {
        option(name, Array(value.utf8))
    }

    private static func option(_ name: String, _ value: [UInt8], isQuoted: Bool = false) -> [UInt8] {
        Array(name.utf8) + Array(" = ".utf8) + (isQuoted ? value : quoted(value)) + [0x0A]
    }

    /// In quotation marks, only these four escape sequences and those of other control characters exist.
    private static func quoted(_ octets: [UInt8]) -> [UInt8] {
        let inner = octets.flatMap { octet -> [UInt8] in
            switch octet {
            case 0x22, 0x5C: [0x5C, octet]
            case 0x0A: Array("\\n".utf8)
            case 0x0D: Array("\\r".utf8)
            case 0x00: []
            default: [octet]
            }
        }
        return [0x22] + inner + [0x22]
    }
}
