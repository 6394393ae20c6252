import Foundation
import MailClients
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Commands that succeed only with an SMTP server or with other programs, such as git, gpg, curl or an editor.
extension OutputSchemaTests {
    // MARK: - Servers

    /// Signs in, sends, and settles a message of which the server did not say whether it took it.
    static func deliver(_ log: JSONOutputValidator) throws {
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        let imap = ModelIMAPServer(.dovecot)
        func run(_ line: String, _ smtp: RecordingSMTPServer) throws {
            let words = "--json --no-input \(line)".split(separator: " ").map { Array($0.utf8) }
            let (mail, submission) = (imap.connections(), smtp.connections)
            let connections = NetworkAccess { endpoint, authorities throws(StreamFailure) in
                let server = endpoint.port == 993 ? mail : submission
                return try await server.connect(endpoint, authorities)
            }
            try log.add(home.petrel(words, reaching: connections))
        }
        let silent = RecordingSMTPServer { $0.answers[.end] = "" }
        let server = RecordingSMTPServer()
        try run("account check work", server)
        try run("new -t ana@example.org -s Hi -m Text --send", silent)
        try run("outbox flush", silent)
        try run("outbox sent o1", silent)
        try run("new -t ana@example.org -s Hi -m Text --send", server)
        try run("outbox flush", server)
    }

    // MARK: - Programs

    /// Runs the program itself.
    static func runExternalPrograms(_ log: JSONOutputValidator) throws {
        let run = try ProgramScene(log)
        try run.answerInvitations()
        try run.write()
        try run.setUp()
        try run.signIn()
        try run.importKeys()
    }
}

/// A home with programs that stand in the place of those that need a network, a desktop or a service.
private final class ProgramScene {
    private let log: JSONOutputValidator
    private let home: SampleHome
    private var environment: [String: String]

    /// Answers every request of a sign-in on another device.
    private static let curl = """
        site=https://auth.example.net
        case "$(cat)" in
        *well-known*) body='{"issuer":"'$site'","authorization_endpoint":"'$site'/start","token_endpoint":"'$site'/token",
            "device_authorization_endpoint":"'$site'/device","revocation_endpoint":"'$site'/revoke"}' ;;
        *net/device*) body='{"device_code":"c","user_code":"ABCD","verification_uri":"'$site'/code","interval":1}' ;;
        *net/revoke*) body='{}' ;;
        *) body='{"access_token":"a","token_type":"Bearer","refresh_token":"r","expires_in":3600}' ;;
        esac
        printf '%s\\n200' "$body"
        """
    private static let hunspell = "echo '@(#) Ispell'; while read -r line; do echo '*'; echo; done"
    private static let mbsyncrc = """
        IMAPAccount a
        Host imap.a.example
        User kim@a.example
        PassCmd "echo x"
        TLSType IMAPS

        IMAPStore r
        Account a

        MaildirStore l
        Path ~/Mail/
        Inbox ~/Mail/INBOX

        Channel c
        Far :r:
        Near :l:
        Patterns *

        """
    private static let msmtprc = """
        account a
        host smtp.a.example
        port 465
        tls on
        tls_starttls off
        auth on
        from kim@a.example
        user kim@a.example
        passwordeval "echo x"

        """

    init(_ log: JSONOutputValidator) throws {
        self.log = log
        home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        try home.write(Data(OutputSchemaTests.invitation.utf8), to: "mail/local/INBOX/new/invitation")
        let programs = home.directory.appending(path: "programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        for (name, text) in [("curl", Self.curl), ("hunspell", Self.hunspell), ("systemctl", "exit 0")] {
            try ProjectFiles.writeProgram(text, to: programs.appending(path: name))
        }
        environment = [
            "HOME": home.directory.path, "PATH": "\(programs.path):/usr/bin:/bin",
            "XDG_CONFIG_HOME": home.directory.appending(path: "configuration").path,
        ]
    }

    private func petrel(_ words: [String], input: String = "") throws -> ProgramRun {
        let run = try ProgramRun.run(
            ProjectFiles.petrel, ["--home", home.directory.path, "--json", "--no-input"] + words,
            input: Data(input.utf8), environment: environment)
        try log.add(run)
        return run
    }

    private func petrel(_ words: String...) throws {
        let run = try petrel(words)
        #expect(run.exitCode == 0, "\(words): \(run.errorText)")
    }

    func answerInvitations() throws {
        let meeting = try #require(home.petrel("list", "subject:meeting", "--ids").lines.first)
        for answer in ["accept", "tentative", "decline"] { try petrel(answer, meeting) }
    }

    /// Commands of the prompt, in a script.
    func write() throws {
        try home.addAccount("work", ["name": "Kim Park", "address": "kim@example.com"])
        let lines = [
            "config set editor true", "search subject:\"Photo of the tower\" in:INBOX", "reply 2", ".", "suggest",
            "use 1", "quote 1", "security none", "spell", "edit", "from kim@example.com", "close", "new", ".", "close",
            "search subject:\"Photo of the tower\" in:INBOX", "show 2", "next", "show 1", "previous",
            "new -t ana@example.org -s Hi -m Text", "send --undo 30", "now", "quit",
        ]
        let run = try petrel([], input: lines.joined(separator: "\n") + "\n")
        #expect(run.exitCode == 0, "\(run.errorText)")
    }

    func setUp() throws {
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/git") {
            try petrel("git-setup", "--global", "--account", "local")
        }
        try petrel("import", home.mail.path, "--account", "work")
        try petrel("service", "install")
        try home.write(Data(Self.mbsyncrc.utf8), to: ".mbsyncrc")
        try home.write(Data(Self.msmtprc.utf8), to: ".msmtprc")
        let msmtprc = home.directory.appending(path: ".msmtprc")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: msmtprc.path)
        for place in ["cur", "new", "tmp"] { try home.make("Mail/INBOX/\(place)") }
        try petrel("setup", "--adopt", "--yes")
    }

    func signIn() throws {
        try petrel(
            "account", "add", "browser", "--address", "kim@example.org", "--imap", "imaps://imap.example.org", "--smtp",
            "smtps://smtp.example.org", "--oauth", "https://auth.example.net", "--client-id", "petrel")
        try petrel("account", "sign-in", "browser", "--device", "--store", "file")
        try petrel("account", "token", "browser")
        try petrel("account", "sign-out", "browser")
    }

    func importKeys() throws {
        let program = URL(filePath: "/usr/bin/gpg")
        guard FileManager.default.isExecutableFile(atPath: program.path) else { return }
        // Its path is short, because that of an agent's socket is limited to about 100 bytes.
        let keys = URL(filePath: "/tmp/pk-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer {
            _ = try? ProgramRun.run(URL(filePath: "/usr/bin/gpgconf"), ["--homedir", keys.path, "--kill", "all"])
            try? FileManager.default.removeItem(at: keys)
        }
        environment["GNUPGHOME"] = keys.path
        let options = ["--homedir", keys.path, "--batch", "--passphrase", ""]
        let made = try ProgramRun.run(
            program, options + ["--quick-generate-key", "Ana <ana@example.org>", "ed25519", "sign", "never"])
        try #require(made.exitCode == 0, "\(made.errorText)")
        let exported = try ProgramRun.run(program, options + ["--armor", "--export"])
        try home.write(exported.output, to: "ana.asc")
        try petrel("keys", "import", home.directory.appending(path: "ana.asc").path)
        try petrel("keys", "list", "ana@example.org")
    }
}
