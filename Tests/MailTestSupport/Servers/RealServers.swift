import Foundation
public import Testing

/// Real mail servers on loopback, run by scripts/servers/run-mail-servers. All tests of a process share them: the first
/// test that needs one starts them, and they end with the process. The users' mail is shared, so each test creates its
/// own mailboxes.
public final class RealServers: Sendable {
    public struct User: Decodable, Sendable {
        public let name: String
        public let password: String
        /// For XOAUTH2 and OAUTHBEARER.
        public let token: String
    }

    /// `nil` if none of them can run.
    public static let shared = try? RealServers()
    /// Servers that accept tokens of an authorization server, which runs beside them. `nil` if none of them can run.
    public static let signIn = try? RealServers("authorization", "dovecot-oauth", "postfix")

    /// The path of the file with the trust anchors of their certificates.
    public let authorities: String
    /// A host name in their certificates, besides localhost and the loopback addresses.
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

    /// A port, or a value that is not a number.
    private struct Fact: Decodable {
        let port: UInt16?

        init(from decoder: any Decoder) throws {
            port = try? decoder.singleValueContainer().decode(UInt16.self)
        }
    }

    private init(_ names: String...) throws {
        let process = Process()
        process.executableURL = ProjectFiles.root.appending(path: "scripts/servers/run-mail-servers")
        process.arguments = names
        life = .closedOnExit
        let output = Pipe()
        process.standardInput = life
        process.standardOutput = output
        try process.run()
        // The script prints one line, or nothing if it has no servers.
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

    /// Returns the port of a service: "imap", "imaps", "submission" or "submissions".
    public func port(_ service: String, of server: String) throws -> UInt16 {
        try #require(ports[server]?[service], "\(server) has no \(service)")
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test with a message if the server cannot run.
    public static func needs(server: String) -> Self {
        .enabled(
            if: RealServers.shared?.has(server) == true,
            "SKIPPED: \(server) does not run here; scripts/deps --servers installs it")
    }

    /// Skips the test with a message if users cannot sign in with a browser here.
    public static var needsBrowserSignIn: Self {
        let names = ["authorization", "dovecot-oauth", "postfix"]
        let hasBrowser = ["/usr/bin/chromedriver", "/bin/chromedriver"].contains(
            where: FileManager.default.isExecutableFile)
        return .enabled(
            if: hasBrowser && names.allSatisfy { RealServers.signIn?.has($0) == true },
            "SKIPPED: no browser or no authorization server runs here; scripts/deps --servers and --test install them")
    }
}
