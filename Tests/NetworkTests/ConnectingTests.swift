import DomainNames
import Glibc
import MailClients
import MailTestSupport
import Testing

@testable import Network

@Suite("Resolving and connecting", .onOwnThreads, .timeLimit(.minutes(1)), .holds("Y19"))
struct ConnectingTests {
    let peers: TLSTestServers
    let clock = ContinuousClock()

    init() throws {
        peers = try TLSTestServers.shared.get()
    }

    private func addresses(_ host: String, _ port: UInt16) async throws -> [SocketAddress] {
        try await Resolver(on: peers.loop).addresses(
            of: Endpoint(host: host, port: port, security: .startTLS), until: Deadline(in: .seconds(5)))
    }

    private func port(_ name: String) throws -> UInt16 {
        try #require(peers.ports[name])
    }

    @Test("Resolves localhost and tries all of its addresses")
    func names() async throws {
        let stream = try await peers.connector.connect(
            to: Endpoint(host: "localhost", port: try port("plain echo"), security: .startTLS))
        try await stream.write([7], within: .seconds(5))
        #expect(try await stream.read(atMost: 1, within: .seconds(5)) == [7])
        await stream.close()
    }

    @Test("A closed port refuses, and an invalid host is not found")
    func failures() async throws {
        await #expect(throws: StreamFailure.refused) {
            try await peers.connector.connect(to: Endpoint(host: "127.0.0.1", port: 1, security: .startTLS))
        }
        for host in ["", "a\0b"] {
            await #expect(throws: StreamFailure.nameNotFound) {
                try await peers.connector.connect(to: Endpoint(host: host, port: 1, security: .startTLS))
            }
        }
    }

    @Test("Alternates address families, beginning with the system's preference")
    func turns() async throws {
        let four = try await addresses("192.0.2.1", 1) + addresses("192.0.2.2", 1) + addresses("192.0.2.3", 1)
        let six = try await addresses("2001:db8::1", 1)
        #expect(SocketAddress.takingTurns(four + six) == [four[0], six[0], four[1], four[2]])
        #expect(SocketAddress.takingTurns(six + four) == [six[0]] + four)
        #expect(SocketAddress.takingTurns([]).isEmpty)
    }

    @Test("Tries the next address after 250 ms without an answer")
    func racing() async throws {
        let full = try FullListener()
        let port = try port("plain echo")
        let deaf = try await addresses("127.0.0.1", full.port)
        let good = try await addresses("127.0.0.1", port)
        let refusing = try await addresses("127.0.0.1", 1)
        let endpoint = Endpoint(host: "localhost", port: port, security: .startTLS)
        func time(toReach addresses: [SocketAddress]) async throws -> Duration {
            let start = clock.now
            let stream = try await peers.connector.connect(
                to: endpoint, at: addresses, until: Deadline(in: .seconds(20)))
            await stream.close()
            return clock.now - start
        }
        #expect((.milliseconds(240)..<(.seconds(19))).contains(try await time(toReach: deaf + good)))
        // A refusal is not followed by a delay. Only the fastest attempt counts, because others may wait for a
        // processor.
        var fastest = Duration.seconds(20)
        for _ in 0..<100 where fastest >= .milliseconds(200) {
            fastest = min(fastest, try await time(toReach: refusing + good))
        }
        #expect(fastest < .milliseconds(200))
        await #expect(throws: StreamFailure.timedOut) {
            try await peers.connector.connect(to: endpoint, at: deaf, until: Deadline(in: .milliseconds(100)))
        }
        await #expect(throws: StreamFailure.refused) {
            try await peers.connector.connect(to: endpoint, at: refusing, until: Deadline(in: .seconds(1)))
        }
    }

    @Test("An unreachable server is connected soon after it recovers")
    func cameBack() async throws {
        let full = try FullListener()
        let start = clock.now
        let addresses = try await addresses("127.0.0.1", full.port)
        let endpoint = Endpoint(host: "localhost", port: full.port, security: .startTLS)
        let connecting = Task(executorPreference: DedicatedThreads.shared) {
            try await peers.connector.connect(to: endpoint, at: addresses, until: Deadline(in: .seconds(30)))
        }
        // TCP alone would retry after 0, 1, 3 and 7 seconds.
        try await Task.sleep(until: start + .milliseconds(3300))
        full.answer()
        await (try connecting.value).close()
        #expect(clock.now - start < .milliseconds(6500))
    }

    @Test("Cancelling a connection attempt takes effect at once", arguments: ["attempt", "look-up"])
    func cancelling(_ stage: String) async throws {
        let full = try FullListener()
        let silent = try SilentNameServer()
        var fastest = Duration.seconds(30)
        for number in 0..<100 where number < 5 || fastest >= .milliseconds(50) {
            let connecting = Task(executorPreference: DedicatedThreads.shared) {
                if stage == "attempt" {
                    let endpoint = Endpoint(host: "127.0.0.1", port: full.port, security: .startTLS)
                    _ = try await peers.connector.connect(to: endpoint)
                } else {
                    let resolver = Resolver(on: peers.loop, nameServerPort: silent.port)
                    _ = try await resolver.services(.imaps, of: "example.net", within: .seconds(30))
                }
            }
            try await Task.sleep(for: .milliseconds(20))
            let start = clock.now
            connecting.cancel()
            await #expect(throws: StreamFailure.cancelled) { try await connecting.value }
            fastest = min(fastest, clock.now - start)
        }
        #expect(fastest < .milliseconds(50))
    }
}
