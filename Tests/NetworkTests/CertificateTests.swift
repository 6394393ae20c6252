import MailClients
import MailTestSupport
import Testing

@testable import Network

@Suite(
    "Certificate verification", .onOwnThreads, .timeLimit(.minutes(2)),
    .holds("M04", "PX1", "PX2", "Y19"))
struct CertificateTests {
    /// Data that an unverified peer must never receive. Each test sends its own.
    private static func canary(_ mode: String, _ row: CertificateRow) -> [UInt8] {
        Array("canary \(mode) \(row.peer) as \(row.host)".utf8)
    }

    let peers: TLSTestServers

    init() throws {
        peers = try TLSTestServers.shared.get()
    }

    private func expect(_ failure: StreamFailure, for row: CertificateRow) {
        switch (row.outcome, failure) {
        case (.certificate(.unknownAuthority), .certificate(.unknownAuthority(let certificate))):
            #expect(certificate?.fingerprint.utf8.count == 95)
        case (.certificate(let expected), .certificate(let problem)): #expect(problem == expected)
        case (.otherProblem, .certificate), (.tls, .tls): break
        case (.failure(let expected), _): #expect(failure == expected)
        default: Issue.record("\(failure)")
        }
        let sentences = failure.sentences(about: Endpoint(host: row.host, port: 993, security: .implicitTLS))
        #expect(sentences.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && sentences.hasSuffix("."))
    }

    @Test("With implicit TLS, connects only to a verified server", arguments: CertificateRow.all)
    func implicitTLS(_ row: CertificateRow) async throws {
        let canary = Self.canary("implicit", row)
        do {
            let stream = try await peers.connect(to: row.peer, as: row.host)
            try await stream.write(canary, within: .seconds(5))
            guard case .good = row.outcome else {
                Issue.record("it was trusted")
                return
            }
            #expect(try await stream.read(atMost: 100, within: .seconds(5)) == canary)
            try await expectEcho(stream)
        } catch let failure as StreamFailure {
            expect(failure, for: row)
            #expect(!(try await peers.seen(by: row.peer)).contains(canary))
        }
    }

    @Test("After STARTTLS, an unverified server receives nothing more", arguments: CertificateRow.all)
    func startTLS(_ row: CertificateRow) async throws {
        let canary = Self.canary("STARTTLS", row)
        let stream = try await peers.connect(to: row.peer, as: row.host, .startTLS)
        #expect(await !stream.isEncrypted)
        do throws(StreamFailure) {
            try await stream.startTLS(within: .seconds(10))
            guard case .good = row.outcome else {
                Issue.record("it was trusted")
                return
            }
        } catch {
            expect(error, for: row)
            #expect(await !stream.isEncrypted)
            await #expect(throws: StreamFailure.closed) { try await stream.write(canary, within: .seconds(5)) }
            await #expect(throws: StreamFailure.closed) { try await stream.startTLS(within: .seconds(5)) }
            #expect(!(try await peers.seen(by: row.peer)).contains(canary))
            return
        }
        try await expectEcho(stream)
    }

    @Test("Rejects a private authority by default, and an invalid file of authorities")
    func authorities() async throws {
        let connector = try Connector(on: peers.loop)
        let failure = await #expect(throws: StreamFailure.self) {
            try await peers.connect(to: "good", by: connector)
        }
        let certificate = try #require(failure?.untrustedCertificate)
        #expect(certificate.issuer.contains("CN = ") && certificate.firstDay < certificate.lastDay)
        #expect(throws: StreamFailure.self) { try Connector(on: peers.loop, trusting: .file(Array("/dev/null".utf8))) }
        #expect(throws: StreamFailure.tls("the authorities in /nowhere: No such file or directory")) {
            try Connector(on: peers.loop, trusting: .file(Array("/nowhere".utf8)))
        }
    }
}
