import MailClients
import MailTestSupport
import Testing

@testable import Network

@Suite(
    "STARTTLS, and the resumption of sessions", .onOwnThreads, .timeLimit(.minutes(2)), .holds("PX1", "PX2", "Y19"))
struct STARTTLSAndSessionResumptionTests {
    let peers: TLSTestServers

    init() throws {
        peers = try TLSTestServers.shared.get()
    }

    @Test("Plaintext before TLS ends the connection and is not trusted")
    func injection() async throws {
        let stream = try await peers.connect(to: "greeting before TLS", .startTLS)
        #expect(try await stream.read(atMost: 4, within: .seconds(5)) == Array("* OK".utf8))
        await #expect(throws: StreamFailure.plaintextBeforeTLS) { try await stream.startTLS(within: .seconds(5)) }
        let canary = Array("canary after an injection".utf8)
        await #expect(throws: StreamFailure.closed) { try await stream.write(canary, within: .seconds(5)) }
        #expect(!(try await peers.seen(by: "greeting before TLS")).contains(canary))
    }

    @Test("TLS can start after the whole greeting was read")
    func greeting() async throws {
        let stream = try await peers.connect(to: "greeting before TLS", .startTLS)
        #expect(try await stream.read(atMost: 100, within: .seconds(5)) == Array("* OK ready\r\n".utf8))
        try await stream.startTLS(within: .seconds(5))
        try await expectEcho(stream)
    }

    @Test("A session is resumed by the next connection to the same server only")
    func sessions() async throws {
        let connector = try Connector(on: peers.loop, trusting: peers.authorities)
        func isResumed(_ peer: String, by connector: Connector, as host: String = TLSTestServers.host) async throws
            -> Bool
        {
            let stream = try await peers.connect(to: peer, as: host, by: connector)
            let answer = try await stream.read(atMost: 100, within: .seconds(5))
            await stream.close()
            return answer.contains(Array("true".utf8))
        }
        for peer in ["announcing TLS 1.2", "announcing TLS 1.3"] {
            let expected = [false, true, true]
            for isExpected in expected { #expect(try await isResumed(peer, by: connector) == isExpected, "\(peer)") }
            let other = try Connector(on: peers.loop, trusting: peers.authorities)
            #expect(try await !isResumed(peer, by: other), "\(peer)")
            // The host name is also verified for a resumed session.
            await #expect(throws: StreamFailure.certificate(.otherHost([TLSTestServers.host]))) {
                try await isResumed(peer, by: connector, as: "other.example.net")
            }
        }
    }
}
