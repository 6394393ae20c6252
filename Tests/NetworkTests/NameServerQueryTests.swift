import DomainNames
import MailClients
import MailTestSupport
import Testing

@testable import Network

@Suite("Queries to name servers", .onOwnThreads, .timeLimit(.minutes(1)), .holds("Y19"))
struct NameServerQueryTests {
    private let peers: TLSTestServers

    init() throws {
        peers = try TLSTestServers.shared.get()
    }

    @Test("Asks a name server for the exchangers of a domain")
    func exchangers() async throws {
        // Preference 10, exchanger mx.example, for the name in the question.
        let record: [UInt8] =
            [0xC0, 12, 0, 15, 0, 1, 0, 0, 1, 0, 0, 14, 0, 10, 2, 0x6D, 0x78, 7] + Array("example".utf8) + [0]
        let server = try AnsweringNameServer(flags: 0x8180, records: 1, behindQuestion: record)
        let found = try await Resolver(on: peers.loop, nameServerPort: server.port).exchangers(of: "example.net")
        #expect(found == [MailExchanger(preference: 10, host: "mx.example")])
    }

    @Test("Asks a name server for SRV records, and distinguishes none from failure")
    func asking() async throws {
        let loop = peers.loop
        // Priority 1, weight 1, port 1, target a.example, for the name in the question.
        let record: [UInt8] =
            [0xC0, 12, 0, 33, 0, 1, 0, 0, 1, 0, 0, 17, 0, 1, 0, 1, 0, 1, 1, 0x61, 7] + Array("example".utf8) + [0]
        func services(_ flags: UInt16, _ records: [[UInt8]]) async throws -> [String] {
            let server = try AnsweringNameServer(
                flags: flags, records: UInt16(records.count), behindQuestion: Array(records.joined()))
            let resolver = Resolver(on: loop, nameServerPort: server.port)
            return try await resolver.services(.imaps, of: "example.net").map(\.host)
        }
        #expect(try await services(0x8180, [record]) == ["a.example"])
        #expect(try await services(0x8180, []) == [])
        #expect(try await services(0x8183, []) == [])
        await #expect(throws: StreamFailure.nameServerUnreachable) { try await services(0x8182, []) }
        let silent = try SilentNameServer()
        await #expect(throws: StreamFailure.timedOut) {
            try await Resolver(on: loop, nameServerPort: silent.port).services(
                .submissions, of: "example.net", within: .milliseconds(200))
        }
    }
}
