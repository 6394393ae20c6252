import Foundation
import MailClients
import MailTestSupport
import Synchronization
import Testing

@testable import Network

/// The servers of Tests/Fixtures/tls-peers.py. All tests share them, and they end with the tests.
final class TLSTestServers: Sendable {
    static let shared = Result { try TLSTestServers() }
    /// The host name of the good certificates.
    static let host = "mail.example.net"

    let ports: [String: UInt16]
    let authorities: TrustAnchors
    let loop: EventLoop
    /// A connector that trusts the peers' authority.
    let connector: Connector
    private let questions: FileHandle
    private let answers: Mutex<LineReader>
    private let queue = DispatchQueue(label: "petrel.tests.peers")

    private struct Start: Decodable {
        let authorities: String
        let ports: [String: UInt16]
    }

    private init() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let program = ProjectFiles.root.appending(path: "Tests/Fixtures/tls-peers.py")
        process.arguments = ["python3", "-W", "ignore", program.path]
        let (input, output) = (Pipe.closedOnExit, Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        questions = input.fileHandleForWriting
        var reader = LineReader(output.fileHandleForReading)
        let start = try JSONDecoder().decode(Start.self, from: Data(reader.next().utf8))
        answers = Mutex(reader)
        ports = start.ports
        authorities = .file(Array(start.authorities.utf8))
        loop = try EventLoop()
        connector = try Connector(on: loop, trusting: authorities)
    }

    /// Returns all bytes that a peer has received, once its clients have disconnected.
    func seen(by name: String) async throws -> [UInt8] {
        // Wait on another queue: tests run on few threads, which must not block.
        let line = try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    with: Result {
                        try answers.withLock { reader in
                            try questions.write(contentsOf: Data("\(name)\n".utf8))
                            return try reader.next()
                        }
                    })
            }
        }
        return stride(from: 0, to: line.utf8.count - 1, by: 2).compactMap { index in
            UInt8(line.dropFirst(index).prefix(2), radix: 16)
        }
    }

    func endpoint(_ name: String, host: String, _ security: Endpoint.Security) throws -> Endpoint {
        Endpoint(host: host, port: try #require(ports[name], "no peer \(name)"), security: security)
    }

    /// Connects to a peer as if it had that host name.
    func connect(
        to name: String, as host: String = host, _ security: Endpoint.Security = .implicitTLS,
        by connector: Connector? = nil, within limit: Duration = .seconds(10)
    ) async throws -> TCPOrTLSStream {
        let endpoint = try endpoint(name, host: host, security)
        let address = try await Resolver(on: loop).addresses(
            of: Endpoint(host: "127.0.0.1", port: endpoint.port, security: security), until: Deadline(in: limit))
        return try await (connector ?? self.connector).connect(
            to: endpoint, at: address, until: Deadline(in: limit))
    }
}

/// Reads single lines from a pipe.
private struct LineReader: ~Copyable {
    private let file: FileHandle
    private var rest = Data()

    init(_ file: FileHandle) {
        self.file = file
    }

    mutating func next() throws -> String {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = file.availableData
            try #require(!more.isEmpty, "the peers have ended")
            rest += more
        }
    }
}

/// Expects that the server echoes what it gets on an encrypted connection, and closes it.
func expectEcho(_ stream: TCPOrTLSStream) async throws {
    #expect(await stream.isEncrypted)
    try await stream.write(Array("hello".utf8), within: .seconds(5))
    #expect(try await stream.read(atMost: 100, within: .seconds(5)) == Array("hello".utf8))
    await stream.close()
}
