import Foundation
public import Testing

/// Real mail servers on loopback, which scripts/servers runs: the same ones for all tests of a process, from the first
/// that needs one until the process ends. The users' mail is everybody's: a test makes mailboxes of its own.
public final class RealServers: Sendable {
    public struct User: Decodable, Sendable {
        public let name: String
        public let password: String
        /// For XOAUTH2 and OAUTHBEARER.
        public let token: String
    }

    /// Nothing where none of them can be run.
    public static let shared = try? RealServers()

    /// The path of the file of authorities that vouch for them.
    public let authorities: String
    /// A name that their certificates are for, as localhost and the addresses of loopback are.
    public let host: String
    public let users: [User]
    private let ports: [String: [String: UInt16]]
    /// Closed when the process ends, which ends the servers.
    private let life: Pipe

    private struct Facts: Decodable {
        let authorities: String
        let host: String
        let users: [User]
        let servers: [String: [String: Fact]]
    }

    /// A port, or something in words.
    private struct Fact: Decodable {
        let port: UInt16?

        init(from decoder: any Decoder) throws {
            port = try? decoder.singleValueContainer().decode(UInt16.self)
        }
    }

    private init() throws {
        let process = Process()
        process.executableURL = ProjectFiles.root.appending(path: "scripts/servers")
        life = .lifeline
        let output = Pipe()
        process.standardInput = life
        process.standardOutput = output
        try process.run()
        // One line, and the end where there is nothing to say.
        var line = Data()
        while line.last != 0x0A {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { throw CocoaError(.fileReadUnknown) }
            line += more
        }
        let facts = try JSONDecoder().decode(Facts.self, from: line)
        authorities = facts.authorities
        host = facts.host
        users = facts.users
        ports = facts.servers.mapValues { $0.compactMapValues(\.port) }
    }

    public func has(_ server: String) -> Bool {
        ports[server] != nil
    }

    /// The port of a service, as "imap", "imaps", "submission" or "submissions".
    public func port(_ service: String, of server: String) throws -> UInt16 {
        try #require(ports[server]?[service], "\(server) has no \(service)")
    }
}

extension Trait where Self == ConditionTrait {
    /// The test is skipped, and says so, where the server cannot be run.
    public static func needs(server: String) -> Self {
        .enabled(
            if: RealServers.shared?.has(server) == true,
            "SKIPPED: \(server) does not run here; scripts/deps --servers installs it")
    }
}
