public import HTTP

/// What a browser requests from the address to which a sign-in returns, and what it is answered.
///
/// Any program on the machine can connect. What does not belong to the sign-in is answered with an error and changes
/// nothing.
public struct RedirectRequest: Sendable {
    /// The maximum size of a request's head in bytes.
    public static let maximumSize = 16_384

    public enum Kind: Hashable, Sendable {
        /// The page that leads to the sign-in, under its secret name.
        case start
        /// The return from the sign-in, with its query.
        case answer([UInt8])
        /// The last page.
        case done
        /// Anything else, with the status to answer.
        case other(Int)
    }

    public let kind: Kind

    /// Parses a request's head. `host` is this machine with its port as in the address; a request for another host comes
    /// from a page that tries to reach this machine. `start` is the secret name of the first page.
    public init(_ head: [UInt8], host: String, start: [UInt8]) {
        kind = Self.kind(of: head, host: host, start: start)
    }

    private static func kind(of head: [UInt8], host: String, start: [UInt8]) -> Kind {
        let lines = head.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? line.dropLast() : line
        }
        let words = lines.first?.split(separator: 0x20, omittingEmptySubsequences: false) ?? []
        guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8), words[1].first == 0x2F else {
            return .other(400)
        }
        guard words[0].elementsEqual("GET".utf8) else { return .other(405) }
        let hosts = lines.dropFirst().filter { $0.prefix(5).map { $0 | 0x20 }.elementsEqual("host:".utf8) }
        guard hosts.count == 1, let named = hosts.first?.dropFirst(5).split(separator: 0x20).first,
            named.elementsEqual(host.utf8)
        else { return .other(400) }
        let target = words[1]
        let path = target.prefix { $0 != 0x3F }
        let query = target.dropFirst(path.count + 1)
        if path.elementsEqual("/".utf8) { return query.isEmpty ? .other(404) : .answer(Array(query)) }
        if path.elementsEqual("/done".utf8) { return .done }
        if path.dropFirst().elementsEqual(start) { return .start }
        return .other(404)
    }

    /// Reads the address that a user copied from the browser: the query of the return from the sign-in.
    public static func query(ofAddress text: String) -> [UInt8]? {
        let octets = Array(text.utf8)
        guard let mark = octets.firstIndex(of: 0x3F), octets.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return Array(octets[(mark + 1)...].prefix { $0 != 0x23 })
    }
}

/// A page for the browser: a whole response [RFC 9112].
public enum RedirectPage {
    /// Leads to the sign-in page.
    public static func start(_ url: HTTPSURL) -> [UInt8] {
        response("302 Found", location: url.text, "Continue to the sign-in page.")
    }

    /// Leads to the last page, so that the code is neither in the address line nor in the history.
    public static let answered = response("303 See Other", location: "/done", "Done.")

    public static let signedIn = response("200 OK", "Signed in. You can close this page and return to petrel.")

    public static let failed = response("200 OK", "Not signed in. Return to petrel to see why.")

    /// The page for a request that does not belong to the sign-in.
    public static func refused(_ status: Int) -> [UInt8] {
        switch status {
        case 403: response("403 Forbidden", "This page belongs to another user.")
        case 404: response("404 Not Found", "There is nothing here.")
        case 405: response("405 Method Not Allowed", "There is nothing here.")
        case 410: response("410 Gone", "This page was opened before. Start the sign-in again in petrel.")
        default: response("400 Bad Request", "This does not belong to the sign-in that petrel waits for.")
        }
    }

    /// The page loads nothing, is not stored, and does not tell its address to other sites.
    private static func response(_ status: String, location: String? = nil, _ text: String) -> [UInt8] {
        let body =
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>petrel</title><p>\(text)</p></html>\n"
        var head = "HTTP/1.1 \(status)\r\n"
        if let location { head += "Location: \(location)\r\n" }
        head += """
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(body.utf8.count)\r
            Cache-Control: no-store\r
            Referrer-Policy: no-referrer\r
            Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r
            X-Content-Type-Options: nosniff\r
            Connection: close\r
            \r

            """
        return Array((head + body).utf8)
    }
}
