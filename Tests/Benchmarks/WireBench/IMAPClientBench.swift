import Digest
import Glibc
import IMAPProtocol
import MailClients
import MailTypes
import Network
import Platform

/// Does what a mail client does: signs in and downloads a whole mailbox, keeping nothing.
struct IMAPClientBench {
    private let endpoint: Endpoint
    private let authorities: [UInt8]
    private let user: [UInt8]
    private let password: [UInt8]
    private let connections = NetworkAccess.network()
    private let clock = ContinuousClock()

    init(_ port: String, _ authorities: String, _ user: String, _ password: String) {
        endpoint = Endpoint(host: "localhost", port: UInt16(port) ?? 0, security: .implicitTLS)
        self.authorities = Array(authorities.utf8)
        self.user = Array(user.utf8)
        self.password = Array(password.utf8)
    }

    private func signedIn() async throws -> IMAPClient {
        let client = IMAPClient(
            try await connections.connect(endpoint, authorities), .implicitTLS, clock: SystemClock())
        try await client.open()
        try await client.logIn(user: user, password: Password(password))
        return client
    }

    /// Reports the seconds from selecting the mailbox to the last byte, and the seconds from connecting.
    func download(_ name: String, isCompressed: Bool = false) async throws {
        guard let mailbox = EncodedMailboxName(Array(name.utf8)) else { return report("WireBench: no mailbox") }
        let beginning = clock.now
        let client = try await signedIn()
        let start = clock.now
        if isCompressed, try await !client.compress() { return report("WireBench: the server does not compress") }
        let items: [FetchItem] = [.flags, .internalDate, .size, .content(.whole)]
        var (messages, octets) = (0, 0)
        let results = try await client.run(pipeline: [
            .select(SelectCommand(mailbox)), .fetch(FetchCommand(UIDSet(.first ... .last), items)),
        ]) { delivery in
            switch delivery {
            case .data(.fetch, _, _): messages += 1
            case .literal(.octets(let piece), _): octets += piece.count
            case .data, .literal, .alert: break
            }
        }
        for result in results { _ = try result.get() }
        let end = clock.now
        report(
            "{\"messages\": \(messages), \"bytes\": \(octets), \"seconds\": \((end - start) / .seconds(1)), "
                + "\"all\": \((end - beginning) / .seconds(1)), \"memory\": \(Self.peakMemory)}")
        // No LOGOUT: its round trip would not be part of the measurement.
    }

    /// The peak resident memory in bytes, or 0 if the system does not report it.
    private static var peakMemory: Int {
        guard let file = unsafe fopen("/proc/self/status", "r") else { return 0 }
        defer { unsafe _ = fclose(file) }
        var octets = [UInt8](repeating: 0, count: 8192)
        let count = unsafe fread(&octets, 1, octets.count, file)
        let line = octets[..<count].split(separator: 0x0A).first { $0.starts(with: "VmHWM:".utf8) } ?? []
        return line.reduce(0) { $1 &- 0x30 < 10 ? $0 * 10 + Int($1 - 0x30) : $0 } * 1024
    }

    /// The startup cost before any connection: OpenSSL reads its configuration.
    static func start() {
        _ = SHA256.digest(of: [])
        report("{}")
    }

    /// Reports when the server has accepted the sign-in and answered the first command. Like a sync with a known
    /// server, it sends that command together with the sign-in.
    func session() async throws {
        let client = IMAPClient(
            try await connections.connect(endpoint, authorities), .implicitTLS, isTranscribed: false,
            clock: SystemClock())
        try await client.open()
        let answers = try await client.logIn(
            user: user, password: Password(password), expecting: Capabilities("IMAP4rev1"), asking: [.noop],
            receive: { _ in })
        for answer in answers { _ = try answer.get() }
        report("{}")
        await client.close()
    }
}
