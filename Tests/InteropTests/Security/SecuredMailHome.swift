import Foundation
import MailTestSupport
import Testing

/// Messages that other programs signed and encrypted, the keys for them, and a petrel home with these messages.
final class SecuredMailHome: Sendable {
    /// Its path is short, because that of an agent's socket is limited to about 100 bytes.
    let ground: URL
    let shared: SharedHome
    var kim: URL { ground.appending(path: "kim") }
    var ana: URL { ground.appending(path: "ana") }

    /// What gpg itself says about a message.
    struct Expected: Decodable, Sendable {
        let subject: String
        let signature: String?
        let encryption: String?
        let covers: String
        let text: String
    }

    let expected: [Expected]

    init() throws {
        let original = try Original.shared.get()
        ground = Self.shortPath()
        shared = try SharedHome(withSample: false)
        let copy = try ProgramRun.run(URL(filePath: "/usr/bin/cp"), ["-a", original.ground.path, ground.path])
        try #require(copy.exitCode == 0, "\(copy.errorText)")
        expected = original.expected
        try FileManager.default.copyItem(
            at: ground.appending(path: "mail"), to: shared.mail.appending(path: "INBOX"))
    }

    private static func shortPath() -> URL {
        URL(filePath: "/tmp/ps-\(UUID().uuidString.prefix(8))")
    }

    /// The directory that each test copies, because making it takes many seconds. It is removed when the process ends.
    private final class Original: Sendable {
        static let shared = Result { try Original() }

        let ground: URL
        let expected: [Expected]
        /// Closed when the process ends, which ends the script.
        private let life: Pipe

        private init() throws {
            ground = SecuredMailHome.shortPath()
            try FileManager.default.createDirectory(
                at: ground, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let process = Process()
            process.executableURL = SecuredMailHome.python
            let script = ProjectFiles.root.appending(path: "Tests/Fixtures/make-secured-mail.py")
            process.arguments = [script.path, "--hold", ground.path]
            life = .closedOnExit
            let output = Pipe()
            process.standardInput = life
            process.standardOutput = output
            try process.run()
            try #require(!output.fileHandleForReading.availableData.isEmpty, "\(script.path) failed")
            expected = try JSONDecoder().decode(
                [Expected].self, from: Data(contentsOf: ground.appending(path: "expected.json")))
        }
    }

    deinit {
        for home in ["kim", "ana", "xyz"] {
            _ = try? ProgramRun.run(
                URL(filePath: "/usr/bin/gpgconf"),
                ["--homedir", ground.appending(path: home).path, "--kill", "all"])
        }
        try? FileManager.default.removeItem(at: ground)
    }

    /// Debian's, which has PGPy if the package is installed.
    static let python = URL(filePath: "/usr/bin/python3")

    /// Runs petrel with the keys of a person.
    func petrel(_ arguments: [String], as home: URL, path: String? = nil) throws -> ProgramRun {
        var environment = ["HOME": shared.ground.path, "GNUPGHOME": home.path]
        if let path { environment["PATH"] = path }
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/timeout"),
            ["--signal=KILL", "300", ProjectFiles.petrel.path, "--home", shared.home.path] + arguments,
            environment: environment)
        return run
    }

    func json(_ arguments: [String], as home: URL) throws -> [String: Any] {
        let run = try petrel(arguments + ["--json"], as: home)
        #expect(run.exitCode == 0, "petrel \(arguments): \(run.text)\(run.errorText)")
        return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }

    /// Returns the file that was written last.
    func newest(in mailbox: String) throws -> URL? {
        try shared.files(mailbox).max { one, other in
            let times = try? [one, other].map {
                try $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? .distantPast
            }
            return times.map { $0[0] < $0[1] } ?? false
        }
    }

    /// Reads the last message in the outbox with gpg and openssl alone.
    func readSent(as home: URL, smime: Bool = false) throws -> [String: Any] {
        let file = try #require(try newest(in: "Outbox"))
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/read-secured-mail.py")
        let keys = smime ? ["ca.pem", "s-kim.pem", "s-kim.key"].map { ground.appending(path: $0).path } : []
        let run = try ProgramRun.run(Self.python, [script.path, file.path, home.path] + keys)
        try #require(run.exitCode == 0, "\(run.errorText)")
        return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }
}
