import MailTestSupport
import Testing

@testable import HTTP

@Suite("https URLs", .holds("Y17"))
struct HTTPSURLTests {
    @Test(
        "Valid URLs keep their text and give their host in lower case",
        arguments: [
            ("https://example.org", "example.org"), ("HTTPS://Example.ORG/path?a=b", "example.org"),
            ("https://example.org:8443/", "example.org"), ("https://[::1]:8443/x", "[::1]"),
            ("https://example.org?a=b", "example.org"),
        ])
    func valid(text: String, host: String) {
        #expect(HTTPSURL(text)?.host == host)
    }

    @Test(
        "Other URLs are refused",
        arguments: [
            "", "https://", "http://example.org", "file:///etc/passwd", "https:///path", "https://kim@example.org/",
            "https://example.org/#part", "https://example.org/a b", "https://example.org/\"", "https://example.org/\n",
            "https://example.org:port/", "https://example.org:123456/", "https://exämple.org/", "-o/etc/passwd",
            "https://[::1", "https://" + String(repeating: "a", count: 5000),
        ])
    func invalid(text: String) {
        #expect(HTTPSURL(text) == nil)
    }

    @Test("Parameters are added to a query, whether it exists or not")
    func adding() throws {
        let form = FormParameters([("a b", "c&d"), ("e", "ü")])
        let plain = try #require(HTTPSURL("https://example.org/x")?.adding(form))
        #expect(plain.text == "https://example.org/x?a%20b=c%26d&e=%C3%BC")
        #expect(
            HTTPSURL("https://example.org/x?k=v")?.adding(form)?.text.hasSuffix("x?k=v&a%20b=c%26d&e=%C3%BC") == true)
    }
}
