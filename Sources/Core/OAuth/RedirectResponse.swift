public import HTTP

/// A page for the browser: a whole response [RFC 9112].
public enum RedirectResponse {
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
