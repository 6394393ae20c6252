import Glibc
import MailClients
import Network

/// Measures throughput and handshakes over TLS.
struct TLSBench {
    private let loop: EventLoop
    private let authorities: TrustAnchors
    private let endpoint: Endpoint
    private let clock = ContinuousClock()
    private let limit = Duration.seconds(30)

    init(_ port: String, _ authorities: String) throws {
        loop = try EventLoop()
        self.authorities = .file(Array(authorities.utf8))
        endpoint = Endpoint(host: "localhost", port: UInt16(port) ?? 0, security: .implicitTLS)
    }

    func download(_ path: String) async throws {
        let stream = try await Connector(on: loop, trusting: authorities).connect(to: endpoint)
        let start = clock.now
        try await stream.write(Array("GET \(path) HTTP/1.0\r\n\r\n".utf8), within: limit)
        var count = 0
        while true {
            let octets = try await stream.read(atMost: 1 << 18, within: limit)
            if octets.isEmpty { break }
            count += octets.count
        }
        let time = (clock.now - start) / .seconds(1)
        await stream.close()
        report("{\"bytes\": \(count), \"seconds\": \(time)}")
    }

    func connect(times: Int) async throws {
        var full: [Duration] = []
        var resumed: [Duration] = []
        for _ in 0..<times {
            let connector = try Connector(on: loop, trusting: authorities)
            full.append(try await timeToGreeting(connector))
            resumed.append(try await timeToGreeting(connector))
        }
        report("{\"full\": \(Self.median(full)), \"resumed\": \(Self.median(resumed))}")
    }

    /// Returns the time of the handshake. Reads the response too, because the session ticket arrives with its first
    /// bytes.
    private func timeToGreeting(_ connector: Connector) async throws -> Duration {
        let start = clock.now
        let stream = try await connector.connect(to: endpoint)
        let time = clock.now - start
        try await stream.write(Array("GET /none HTTP/1.0\r\n\r\n".utf8), within: limit)
        while try await !stream.read(atMost: 1 << 16, within: limit).isEmpty {}
        await stream.close()
        return time
    }

    /// In milliseconds.
    private static func median(_ times: [Duration]) -> Double {
        times.sorted()[times.count / 2] / .milliseconds(1)
    }
}

func report(_ line: String) {
    let octets = Array((line + "\n").utf8)
    unsafe octets.withUnsafeBytes { buffer in unsafe _ = write(STDOUT_FILENO, buffer.baseAddress, buffer.count) }
}
