import MailTestSupport
import Testing

@testable import OAuth

@Suite("The browser's requests to petrel", .holds("Y17", "PX4"))
struct RedirectRequestTests {
    private static func kind(_ line: String, _ fields: [String] = ["Host: 127.0.0.1:4711"]) -> RedirectRequest.Kind {
        let head = ([line] + fields + ["", ""]).joined(separator: "\r\n")
        return RedirectRequest(Array(head.utf8), host: "127.0.0.1:4711", start: Array("Secret1".utf8)).kind
    }

    @Test("The pages of a sign-in are found")
    func known() {
        #expect(Self.kind("GET /Secret1 HTTP/1.1") == .start)
        #expect(Self.kind("GET /?code=a&state=b HTTP/1.1") == .answer(Array("code=a&state=b".utf8)))
        #expect(Self.kind("GET /done HTTP/1.0", ["HOST:127.0.0.1:4711", "Accept: */*"]) == .done)
    }

    @Test(
        "Other requests are refused",
        arguments: [
            ("GET / HTTP/1.1", 404), ("GET /secret1 HTTP/1.1", 404), ("GET /favicon.ico HTTP/1.1", 404),
            ("GET /../etc/passwd HTTP/1.1", 404), ("POST /?code=a HTTP/1.1", 405), ("GET http://x/ HTTP/1.1", 400),
            ("GET /?code=a", 400), ("", 400), ("\u{16}\u{3}\u{1}", 400),
        ])
    func others(line: String, status: Int) {
        #expect(Self.kind(line) == .other(status))
    }

    @Test(
        "A request for another host is refused, because a page of a stranger may have sent it",
        arguments: [
            [], ["Host: evil.example"], ["Host: 127.0.0.1"], ["Host: localhost:4711"],
            ["Host: 127.0.0.1:4711", "Host: evil.example"],
        ])
    func otherHost(fields: [String]) {
        #expect(Self.kind("GET /?code=a&state=b HTTP/1.1", fields) == .other(400))
    }

    @Test("Any bytes are read without a trap")
    func anyBytes() {
        var generator = SeededGenerator.fresh
        for _ in 0..<2000 {
            var octets = Array("GET /?code=a HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n".utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: octets.indices, using: &generator)
                octets[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = RedirectRequest(octets, host: "127.0.0.1:4711", start: [0x61]).kind
        }
    }

    @Test("Pages load nothing, are not stored, and do not tell their address")
    func pages() {
        for page in [
            RedirectResponse.signedIn, RedirectResponse.failed, RedirectResponse.answered,
            RedirectResponse.refused(403),
        ] {
            let text = String(decoding: page, as: UTF8.self)
            for field in [
                "Referrer-Policy: no-referrer\r\n", "Cache-Control: no-store\r\n", "default-src 'none'",
                "Connection: close\r\n\r\n<!doctype html>",
            ] {
                #expect(text.contains(field), "\(field)")
            }
        }
    }
}
