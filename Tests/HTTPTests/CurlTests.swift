import Curl
import MailTestSupport
import Platform
import Testing

@testable import HTTP

@Suite("Requests by curl", .holds("Y17", "PX2"))
struct CurlTests {
    private func url(_ text: String) throws -> HTTPSURL {
        try #require(HTTPSURL(text))
    }

    @Test("A form is in the configuration, quoted, and only https is allowed")
    func form() throws {
        let request = HTTPRequest(
            posting: FormParameters([("code", "a\"b\\c\nd")]), to: try url("https://example.org/t"))
        let text = String(
            decoding: CurlInvocation.octets(of: request, trusting: Array("/a \"b\\c".utf8)), as: UTF8.self)
        let lines = text.split(separator: "\n")
        for line in [
            "url = \"https://example.org/t\"", "proto = \"=https\"", "proto-redir = \"=https\"",
            "data-raw = \"code=a%22b%5Cc%0Ad\"", "cacert = \"/a \\\"b\\\\c\"", "write-out = \"\\n%{http_code}\"",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
        #expect(!lines.contains { $0 == "location" })
        #expect(CurlInvocation.arguments == ["curl", "--disable", "--config", "-"])
    }

    @Test(
        "The status is read behind the body",
        arguments: [("{}\n200", 200, "{}"), ("\n404", 404, ""), ("a\nb\n500", 500, "a\nb")])
    func response(output: String, status: Int, body: String) throws {
        let response = try #require(CurlInvocation.response(in: Array(output.utf8)))
        #expect(response.status == status && response.body == Array(body.utf8))
    }

    @Test("Output without a status is no answer", arguments: ["", "200", "a\n000", "a\n20", "a\n2000", "a\nabc"])
    func noResponse(output: String) {
        #expect(CurlInvocation.response(in: Array(output.utf8)) == nil)
    }

    @Test("A server that is not there is reported as not connected")
    func notConnected() async throws {
        let request = HTTPRequest(try url("https://127.0.0.1:1/"), accepting: "*/*")
        await #expect(throws: HTTPFailure.notConnected) {
            try await CurlClient(.ofProcess).response(to: request)
        }
    }

    @Test("A missing program is reported with what to install")
    func noProgram() {
        #expect(CurlInvocation.failure(status: 127) == .noProgram)
        #expect(HTTPFailure.noProgram.sentence(about: "example.org").contains("apt install curl"))
    }
}
