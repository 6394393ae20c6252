import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import Testing

@Suite("Sync with compression", .onOwnThreads, .holds("Y01", "Y19"))
struct CompressedSyncTests {
    /// A connection with a delay for each read. Only the reads advance its clock.
    private struct DistantStream: ByteStream {
        let stream: any ByteStream
        let clock: ManualClock
        let delay: Duration

        func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
            let octets = try await stream.read(atMost: atMost, within: limit)
            clock.turn(by: delay)
            return octets
        }

        func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
            try await stream.write(octets, within: limit)
        }

        func startTLS(within limit: Duration) async throws(StreamFailure) { try await stream.startTLS(within: limit) }
        var isEncrypted: Bool { get async { await stream.isEncrypted } }
        func close() async { await stream.close() }
    }

    /// Shows a time at which files are old enough. Only reads from the network take time.
    private struct DistantClock: Clock {
        let turned: ManualClock

        func now() -> Instant { LaterClock().now() }
        func elapsed() -> Duration { turned.elapsed() }
        func sleep(for duration: Duration) {}
    }

    private static func sync(_ scene: HomeWithModelServer, milliseconds: Int) async throws -> SyncReport {
        let turned = ManualClock()
        let near = scene.model.connections()
        let connections = NetworkAccess { endpoint, authorities throws(StreamFailure) in
            let stream = try await near.connect(endpoint, authorities)
            return DistantStream(stream: stream, clock: turned, delay: .milliseconds(milliseconds))
        }
        return try await scene.sync(by: connections, clock: DistantClock(turned: turned))
    }

    private static func compressions(_ scene: HomeWithModelServer) -> Int {
        scene.model.log.count { $0.verb == "COMPRESS" && $0.answer == .ok }
    }

    @Test("Uses compression for many messages from a distant server, not for a few")
    func rule() async throws {
        var octets: [Int: Int] = [:]
        for (milliseconds, count) in [(2, 0), (5, 1), (80, 1)] {
            let scene = try HomeWithModelServer(.cyrus.with("COMPRESS=DEFLATE"))
            for number in 0..<120 { scene.deliver("many\(number)") }
            let first = try await Self.sync(scene, milliseconds: milliseconds)
            #expect(first.failure == nil && Self.compressions(scene) == count, "\(milliseconds)")
            #expect(scene.here == scene.there, "\(milliseconds)")
            octets[milliseconds] = first.octetsIn
            scene.deliver("one more")
            let second = try await Self.sync(scene, milliseconds: milliseconds)
            #expect(second.failure == nil && Self.compressions(scene) == count, "\(milliseconds)")
            #expect(scene.here == scene.there, "\(milliseconds)")
            #expect(scene.model.violations == [])
        }
        let (plain, compressed) = (octets[2] ?? 0, octets[80] ?? .max)
        #expect(compressed * 2 < plain, "\(compressed) octets of \(plain)")
    }

    @Test("A server that refuses COMPRESS is synced without it and not asked again")
    func refusal() async throws {
        let scene = try HomeWithModelServer(.cyrus.with("COMPRESS=DEFLATE"))
        for number in 0..<120 { scene.deliver("many\(number)") }
        scene.model.refuse("COMPRESS", "NO [COMPRESSIONACTIVE] TLS does", times: 9)
        let report = try await Self.sync(scene, milliseconds: 50)
        #expect(report.failure == nil)
        #expect(scene.here == scene.there)
        #expect(scene.model.log.count { $0.verb == "COMPRESS" } == 1)
    }
}
