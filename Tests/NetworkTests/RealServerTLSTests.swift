import MailClients
import MailTestSupport
import Testing

@testable import Network

/// petrel's TLS with real servers, speaking their protocols by hand.
@Suite("TLS with real servers", .onOwnThreads, .timeLimit(.minutes(2)), .holds("Y19", "PX1", "M04"))
struct RealServerTLSTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let server: String
        let service: String
        let begin: String
        let greeted: String
        let end: String
        var testDescription: String { "\(server), \(service)" }

        static func imap(_ server: String, _ service: String) -> Row {
            Row(
                server: server, service: service, begin: "a CAPABILITY\r\n", greeted: "a OK", end: "b LOGOUT\r\n")
        }

        static func submission(_ service: String) -> Row {
            Row(server: "postfix", service: service, begin: "EHLO petrel\r\n", greeted: "250 ", end: "QUIT\r\n")
        }
    }

    static let rows = [
        Row.imap("dovecot", "imap"), Row.imap("dovecot", "imaps"), Row.imap("cyrus", "imap"),
        Row.imap("cyrus", "imaps"), Row.imap("courier", "imap"), Row.imap("courier", "imaps"),
        Row.submission("submission"), Row.submission("submissions"),
    ]

    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    /// Reads until a complete line begins with `mark`.
    private func lines(_ stream: TCPOrTLSStream, until mark: String) async throws -> String {
        var octets: [UInt8] = []
        while true {
            let more = try await stream.read(atMost: 4096, within: .seconds(10))
            try #require(!more.isEmpty, "it ended before \(mark)")
            octets += more
            let lines = octets.split(separator: 0x0A)
            if octets.last == 0x0A, lines.contains(where: { $0.starts(with: mark.utf8) }) {
                return String(decoding: octets, as: UTF8.self)
            }
        }
    }

    private func talk(_ row: Row, to host: String, by connector: Connector) async throws {
        let servers = try #require(RealServers.shared)
        let isImplicit = row.service.hasSuffix("s")
        let isIMAP = row.service.hasPrefix("imap")
        let endpoint = Endpoint(
            host: host, port: try servers.port(row.service, of: row.server),
            security: isImplicit ? .implicitTLS : .startTLS)
        let stream = try await connector.connect(to: endpoint)
        _ = try await lines(stream, until: isIMAP ? "* OK" : "220 ")
        if !isImplicit {
            if !isIMAP {
                try await stream.write(Array("EHLO petrel\r\n".utf8), within: .seconds(5))
                #expect(try await lines(stream, until: "250 ").contains("STARTTLS"))
            }
            try await stream.write(Array((isIMAP ? "s STARTTLS\r\n" : "STARTTLS\r\n").utf8), within: .seconds(5))
            _ = try await lines(stream, until: isIMAP ? "s OK" : "220 ")
            try await stream.startTLS(within: .seconds(5))
        }
        #expect(await stream.isEncrypted)
        try await stream.write(Array(row.begin.utf8), within: .seconds(5))
        #expect(try await lines(stream, until: row.greeted).contains("AUTH"))
        try await stream.write(Array(row.end.utf8), within: .seconds(5))
        do throws(StreamFailure) {
            while try await !stream.read(atMost: 4096, within: .seconds(5)).isEmpty {}
        } catch {
            // Cyrus has said BYE in IMAP, and closes without TLS close_notify.
            #expect(row.server == "cyrus" && error == .cutOff)
        }
        await stream.close()
    }

    private func expectTalk(_ server: String) async throws {
        let servers = try #require(RealServers.shared)
        let connector = try Connector(on: loop, trusting: .file(Array(servers.authorities.utf8)))
        for row in Self.rows where row.server == server {
            // The second connection to the same host resumes the session.
            for host in ["localhost", "127.0.0.1", "127.0.0.1"] { try await talk(row, to: host, by: connector) }
            let strict = try Connector(on: loop)
            let failure = await #expect(throws: StreamFailure.self, "\(row.service)") {
                try await talk(row, to: "localhost", by: strict)
            }
            #expect(failure?.untrustedCertificate != nil, "\(row.service)")
        }
    }

    @Test("Connects to Dovecot with TLS and STARTTLS", .needs(server: "dovecot"))
    func dovecot() async throws {
        try await expectTalk("dovecot")
    }

    @Test("Connects to Cyrus with TLS and STARTTLS", .needs(server: "cyrus"))
    func cyrus() async throws {
        try await expectTalk("cyrus")
    }

    @Test("Connects to Courier with TLS and STARTTLS", .needs(server: "courier"))
    func courier() async throws {
        try await expectTalk("courier")
    }

    @Test("Connects to Postfix with TLS and STARTTLS", .needs(server: "postfix"))
    func postfix() async throws {
        try await expectTalk("postfix")
    }
}
