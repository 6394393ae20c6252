import Foundation
import MailClients
import MailTestSupport
import ModelServer
import Platform
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("A locked keyring", .onOwnThreads, .timeLimit(.minutes(3)), .holds("PX7", "Y12"))
struct KeyringTests {
    private let home: SampleHome
    private let keyring: LockedKeyring

    init() throws {
        home = try SampleHome(isEmpty: true)
        keyring = try LockedKeyring(in: home.directory.appending(path: "keyring"))
    }

    @Test("setup says why the password is in a file instead, and in which")
    func setup() throws {
        let run = home.petrel(
            [], typing: ["setup", "n", "Kim Park", "kim@example.net", "1", SetupServers.password, "1", "quit"],
            reaching: SetupServers().connections, variables: keyring.variables)
        let file = home.directory.appending(path: "accounts/example.password")
        #expect(
            run.errorText.contains(
                "The keyring could not be used (it is locked or not running), so the password is in \(file.path), which only "
                    + "you can read (mode 0600).\n"), "\(run.errorText)")
        #expect(run.text.contains("Saved as the account example."), "\(run.text)")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try String(contentsOf: file, encoding: .utf8) == SetupServers.password + "\n")
    }

    @Test("An account that signs in with a browser is told to sign in, if the entry is missing")
    func tokens() throws {
        let added = home.petrel(
            "account", "add", "work", "--address", "kim@example.net", "--imap", "imaps://imap.example.net", "--smtp",
            "smtps://smtp.example.net", "--oauth", "https://id.example.org", "--client-id", "petrel")
        #expect(added.exitCode == .done, "\(added.errorText)")
        let file = home.directory.appending(path: "state/work/tokens.json")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let record = """
            {"version": 1, "issuer": "https://id.example.org", "authorizationEndpoint": "https://id.example.org/a",
             "tokenEndpoint": "https://id.example.org/t", "clientId": "petrel", "user": "kim@example.net", "place": "keyring"}
            """
        try Data(record.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let run = home.petrel("account", "token", "work", variables: keyring.variables)
        #expect(run.exitCode == .noPermission)
        #expect(
            run.errorText.contains("If it lacks the entry, type: petrel account sign-in work\n")
                && !run.errorText.contains("setup"), "\(run.errorText)")
    }

    @Test("watch continues soon after it was unlocked, and meanwhile asks neither the user nor the server")
    func unlocked() throws {
        let server = ModelIMAPServer(.dovecot)
        server.deliver(subject: "Lunch")
        try home.addAccountOfModelServer()
        let file = home.directory.appending(path: "accounts/work.json")
        let account = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(
            of: "\"passwordCommand\": \"echo secret-kim\"", with: "\"keyring\": {\"service\": \"mail\"}")
        try Data(account.utf8).write(to: file)
        // Two seconds for 30 seconds.
        let clock = FastClock(factor: 15, at: 1_791_892_800)
        let watch = WatchDriver(
            home, [], clock: clock, environment: Environment(keyring.variables),
            reaching: clock.connections(server.connections()))
        #expect(WatchDriver.wait { keyring.count("search") >= 2 } != nil)
        // A new directory of the mail may have caused another attempt at the beginning.
        let attempts = keyring.count("lookup")
        #expect(attempts <= 2)
        #expect(server.connectionCount == 0)
        try keyring.unlock(with: "secret-kim")
        let inbox = home.directory.appending(path: "mail/work/INBOX/new")
        #expect(
            WatchDriver.wait {
                ((try? FileManager.default.contentsOfDirectory(atPath: inbox.path)) ?? []).count == 1
            } != nil)
        let calls = keyring.calls.filter { $0 != "search" }
        let expected = Array(repeating: "lookup", count: attempts) + ["found", "lookup"]
        #expect(calls.starts(with: expected), "\(calls)")
        let run = watch.end()
        #expect(run.errorText.contains("When it is unlocked, petrel continues within 30 seconds."), "\(run.errorText)")
    }
}

/// A keyring of which only secret-tool(1) exists. It is locked, and unlocked by `unlock`.
private struct LockedKeyring {
    private let directory: URL

    init(in directory: URL) throws {
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try ProjectFiles.writeProgram(
            """
            cd '\(directory.path)' && echo "$1" >>calls
            case "$1" in
            search) echo '[/1]'; test ! -e secret || { echo found >>calls; sed 's/^/secret = /' secret; } ;;
            lookup) test -e secret && cat secret ;;
            *) exit 1 ;;
            esac
            """, to: directory.appending(path: "secret-tool"))
    }

    var variables: [String: String] {
        ["PATH": "\(directory.path):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
    }

    func unlock(with secret: String) throws {
        try Data("\(secret)\n".utf8).write(to: directory.appending(path: "secret"), options: .atomic)
    }

    /// The commands of secret-tool so far, and "found" after each search that has returned the secret.
    var calls: [String] {
        let calls = try? String(contentsOf: directory.appending(path: "calls"), encoding: .utf8)
        return calls?.split(separator: "\n").map { String($0) } ?? []
    }

    func count(_ command: String) -> Int { calls.count { $0 == command } }
}
