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

@Suite("Form parameters", .holds("Y17"))
struct FormParametersTests {
    @Test("Any bytes survive being encoded and parsed")
    func roundTrip() throws {
        var generator = SeededGenerator.fresh
        for _ in 0..<500 {
            var form = FormParameters()
            for number in 0..<Int.random(in: 0...5, using: &generator) {
                let value = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                form.append("name \(number)", value)
            }
            #expect(FormParameters(parsing: form.octets) == form, "PETREL_SEED=\(generator.seed)")
        }
    }

    @Test("A parameter that occurs twice has no value")
    func duplicate() throws {
        let form = try #require(FormParameters(parsing: Array("code=a&code=b&state=c".utf8)))
        #expect(form["code"] == nil && form["state"] == Array("c".utf8) && form.hasDuplicates)
    }

    @Test("Broken escape sequences are refused", arguments: ["a=%", "a=%4", "a=%4g", "%zz=1"])
    func broken(text: String) {
        #expect(FormParameters(parsing: Array(text.utf8)) == nil)
    }

    @Test("A plus sign is a space, and a missing value is empty")
    func lenient() throws {
        let form = try #require(FormParameters(parsing: Array("a=b+c&d".utf8)))
        #expect(form["a"] == Array("b c".utf8) && form["d"] == [])
    }
}
