import Foundation
import Glibc
import MailClients
import MailTestSupport
import Testing

@testable import Network

@Suite("TCP and TLS streams", .onOwnThreads, .timeLimit(.minutes(2)), .holds("Y19"))
struct StreamTests {
    let peers: TLSTestServers
    let clock = ContinuousClock()

    init() throws {
        peers = try TLSTestServers.shared.get()
    }

    /// The echo servers, with and without TLS.
    static let echoes: [(peer: String, security: Endpoint.Security)] = [
        ("plain echo", .startTLS), ("TLS 1.2", .implicitTLS), ("TLS 1.3", .implicitTLS),
    ]

    private static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 11) }
    }

    @Test("100 MB in both directions at once arrive unchanged", arguments: echoes)
    func echo(_ row: (peer: String, security: Endpoint.Security)) async throws {
        let stream = try await peers.connect(to: row.peer, row.security)
        let block = Self.pattern(1 << 20)
        let twice = Data(block + block)
        async let writing: Void = {
            for _ in 0..<100 { try await stream.write(block, within: .seconds(20)) }
        }()
        var got = 0
        var isSame = true
        while got < 100 * block.count {
            let octets = try await stream.read(atMost: 1 << 18, within: .seconds(20))
            try #require(!octets.isEmpty)
            let start = got % block.count
            isSame = isSame && Data(octets) == twice[start..<(start + octets.count)]
            got += octets.count
        }
        try await writing
        #expect(isSame && got == 100 * block.count)
        await stream.close()
    }

    @Test("A read returns available bytes, and never more than requested", arguments: echoes)
    func limits(_ row: (peer: String, security: Endpoint.Security)) async throws {
        let stream = try await peers.connect(to: row.peer, row.security)
        var generator = SeededGenerator.fresh
        let sent = Self.pattern(100_000)
        try await stream.write(sent, within: .seconds(5))
        var got: [UInt8] = []
        while got.count < sent.count {
            let limit = Int.random(in: 1...3000, using: &generator)
            let octets = try await stream.read(atMost: limit, within: .seconds(5))
            try #require((1...limit).contains(octets.count), "seed \(generator.seed)")
            got += octets
        }
        #expect(got == sent)
        await stream.close()
    }

    @Test("A read times out, and the next one continues", arguments: echoes)
    func deadlines(_ row: (peer: String, security: Endpoint.Security)) async throws {
        let stream = try await peers.connect(to: row.peer, row.security)
        let start = clock.now
        await #expect(throws: StreamFailure.timedOut) {
            try await stream.read(atMost: 100, within: .milliseconds(100))
        }
        #expect((.milliseconds(100)..<(.seconds(10))).contains(clock.now - start))
        try await stream.write(Array("later".utf8), within: .seconds(5))
        #expect(try await stream.read(atMost: 100, within: .seconds(5)) == Array("later".utf8))
        await stream.close()
    }

    @Test("A cancelled read ends within 50 ms, and the next one continues", arguments: echoes)
    func cancelling(_ row: (peer: String, security: Endpoint.Security)) async throws {
        let stream = try await peers.connect(to: row.peer, row.security)
        // The cancelling thread may wait for a processor, so only the fastest of many attempts counts.
        var fastest = Duration.seconds(30)
        for number in 0..<200 where number < 20 || fastest >= .milliseconds(50) {
            let reading = Task(executorPreference: DedicatedThreads.shared) {
                try await stream.read(atMost: 100, within: .seconds(30))
            }
            try await Task.sleep(for: .milliseconds(2))
            let start = clock.now
            reading.cancel()
            await #expect(throws: StreamFailure.cancelled) { try await reading.value }
            fastest = min(fastest, clock.now - start)
        }
        #expect(fastest < .milliseconds(50))
        try await stream.write(Array("later".utf8), within: .seconds(5))
        #expect(try await stream.read(atMost: 100, within: .seconds(5)) == Array("later".utf8))
        await stream.close()
    }

    @Test("Closing ends pending reads", arguments: echoes)
    func closing(_ row: (peer: String, security: Endpoint.Security)) async throws {
        let stream = try await peers.connect(to: row.peer, row.security)
        let reading = Task(executorPreference: DedicatedThreads.shared) {
            try await stream.read(atMost: 100, within: .seconds(30))
        }
        try await Task.sleep(for: .milliseconds(20))
        await stream.close()
        await #expect(throws: StreamFailure.closed) { try await reading.value }
        await #expect(throws: StreamFailure.closed) { try await stream.read(atMost: 1, within: .seconds(1)) }
        await #expect(throws: StreamFailure.closed) { try await stream.write([1], within: .seconds(1)) }
        await stream.close()
    }

    /// Reads until the end or an error.
    private func all(of stream: TCPOrTLSStream) async -> (text: String, failure: StreamFailure?) {
        var octets: [UInt8] = []
        do throws(StreamFailure) {
            while true {
                let more = try await stream.read(atMost: 4, within: .seconds(5))
                if more.isEmpty { return (String(decoding: octets, as: UTF8.self), nil) }
                octets += more
            }
        } catch {
            return (String(decoding: octets, as: UTF8.self), error)
        }
    }

    @Test("An announced end of the stream differs from a cut connection")
    func ends() async throws {
        let finished = try await peers.connect(to: "finishing")
        #expect(await all(of: finished) == ("* OK ready\r\n", nil))
        #expect(try await finished.read(atMost: 1, within: .seconds(1)) == [])
        try await finished.write(Array("I am still here".utf8), within: .seconds(5))
        await finished.close()
        #expect(await all(of: try await peers.connect(to: "truncating")) == ("* OK ready\r\n", .cutOff))
        for (peer, security) in [("resetting", Endpoint.Security.implicitTLS), ("plain reset", .startTLS)] {
            let reset = try await peers.connect(to: peer, security)
            #expect(try await reset.read(atMost: 100, within: .seconds(5)).count == 12)
            try await reset.write([0], within: .seconds(5))
            #expect(await all(of: reset) == ("", .cutOff))
            #expect(await all(of: reset) == ("", .cutOff), "it is not forgotten")
            // Writing fails with an error, not with a signal.
            await #expect(throws: StreamFailure.cutOff) {
                for _ in 0..<10 { try await reset.write([0], within: .seconds(5)) }
            }
        }
    }

    @Test("Can write to a peer that has closed its sending side")
    func halfClosed() async throws {
        let stream = try await peers.connect(to: "plain half-close", .startTLS)
        #expect(await all(of: stream) == ("* OK ready\r\n", nil))
        try await stream.write(Array("thank you".utf8), within: .seconds(5))
        await stream.close()
        #expect(try await peers.seen(by: "plain half-close").contains(Array("thank you".utf8)))
    }

    @Test("A write to a stalled peer times out, and further writes fail")
    func stalledWrites() async throws {
        let stream = try await peers.connect(to: "taking nothing", .startTLS)
        let block = [UInt8](repeating: 0, count: 64 << 20)
        await #expect(throws: StreamFailure.timedOut) { try await stream.write(block, within: .milliseconds(200)) }
        await #expect(throws: StreamFailure.timedOut) { try await stream.write([0], within: .seconds(1)) }
        await stream.close()
    }

    @Test("Connecting to a silent server times out or can be cancelled")
    func silence() async throws {
        await #expect(throws: StreamFailure.timedOut) {
            try await peers.connect(to: "silent", within: .milliseconds(200))
        }
        let start = clock.now
        let connecting = Task(executorPreference: DedicatedThreads.shared) { try await peers.connect(to: "silent") }
        try await Task.sleep(for: .milliseconds(50))
        connecting.cancel()
        await #expect(throws: StreamFailure.cancelled) { try await connecting.value }
        #expect(clock.now - start < .seconds(9))
    }

    @Test("Many simultaneous connections do not disturb each other")
    func crowd() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    let row = Self.echoes[number % Self.echoes.count]
                    let stream = try await peers.connect(to: row.peer, row.security)
                    for turn in 0..<50 {
                        let line = Array("\(number) \(turn)".utf8)
                        try await stream.write(line, within: .seconds(20))
                        #expect(try await stream.read(atMost: 100, within: .seconds(20)) == line)
                    }
                    await stream.close()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Connections are closed when they are released or not needed")
    func descriptors() async throws {
        let port = try #require(peers.ports["plain echo"])
        func leadsThere(_ descriptor: Int32) -> Bool {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            return withUnsafeMutablePointer(to: &address) { place in
                place.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
            } && address.sin_port == port.bigEndian
        }
        func open() throws -> Int {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return names.compactMap { Int32($0) }.count(where: leadsThere)
        }
        // Other tests connect to the same peer at the same time, but a leak of this size would be noticed.
        let before = try open()
        for _ in 0..<200 {
            let stream = try await peers.connect(to: "plain echo", .startTLS)
            try await stream.write([0], within: .seconds(5))
        }
        #expect(try open() < before + 150)
    }
}
