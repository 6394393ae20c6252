import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Runs the program itself with real servers.
@Suite("Signing in", .holds("Y15", "Y17", "M04", "PX7"))
struct AccountCheckTests {
    private struct Account {
        let home: SampleHome

        /// Keeps the first user's password in a file, and uses servers on these ports.
        init(
            imap: String, smtp: String, password: String? = nil, authorities: String? = nil, user: String? = nil
        ) throws {
            let servers = try #require(RealServers.shared)
            home = try SampleHome(isEmpty: true)
            let file = home.directory.appending(path: "password")
            try Data(((password ?? servers.users[0].password) + "\n").utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let added = home.petrel(
                "account", "add", "work", "--address", "\(servers.users[0].name)@example.net", "--user",
                user ?? servers.users[0].name, "--imap", imap, "--smtp", smtp, "--password-file", file.path,
                "--ca-file",
                authorities ?? servers.authorities)
            try #require(added.exitCode == .done, "\(added.errorText)")
        }

        /// Runs `account check`. A busy Postfix sometimes loses Dovecot, which checks the passwords, and replies with
        /// 454. In that case the check is repeated.
        func check(_ words: String...) throws -> ProgramRun {
            var run: ProgramRun
            var turns = 0
            repeat {
                run = try ProgramRun.run(
                    ProjectFiles.petrel, ["--home", home.directory.path, "account", "check", "work"] + words)
                turns += 1
            } while turns < 5 && (run.text + run.errorText).contains(" 454 ")
            return run
        }
    }

    private static func url(_ scheme: String, _ service: String, _ server: String) throws -> String {
        "\(scheme)://localhost:\(try #require(RealServers.shared).port(service, of: server))"
    }

    @Test(
        "Signs in at both servers, with implicit TLS and with STARTTLS, and reports the inbox",
        .needs(server: "dovecot"), .needs(server: "postfix"), arguments: [true, false])
    func signedIn(_ isImplicit: Bool) throws {
        let account = try Account(
            imap: isImplicit ? Self.url("imaps", "imaps", "dovecot") : Self.url("imap", "imap", "dovecot"),
            smtp: isImplicit
                ? Self.url("smtps", "submissions", "postfix") : Self.url("smtp", "submission", "postfix"))
        let run = try account.check()
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(run.text.hasPrefix("Signed in. INBOX: ") && run.text.hasSuffix(" unread. Sending works, too.\n"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: account.check("--json").output) as? [String: Any])
        let (imap, smtp) = (json["imap"] as? [String: Any], json["smtp"] as? [String: Any])
        #expect(imap?["ok"] as? Bool == true && imap?["messages"] is Int && imap?["problem"] is NSNull)
        #expect(smtp?["ok"] as? Bool == true && smtp?["sizeLimit"] is Int)
    }

    @Test("Signs in at Cyrus", .needs(server: "cyrus"), .needs(server: "postfix"))
    func cyrus() throws {
        let account = try Account(
            imap: Self.url("imaps", "imaps", "cyrus"), smtp: Self.url("smtps", "submissions", "postfix"))
        let run = try account.check()
        #expect(run.exitCode == 0, "\(run.errorText)")
    }

    @Test(
        "A refused password is reported for each server, and is not printed",
        .needs(server: "dovecot"), .needs(server: "postfix"))
    func refused() throws {
        let account = try Account(
            imap: Self.url("imaps", "imaps", "dovecot"), smtp: Self.url("smtps", "submissions", "postfix"),
            password: "wrong-canary-73")
        let run = try account.check()
        #expect(run.exitCode == 77)
        #expect(run.errorText.contains("IMAP authentication failed for"), "\(run.errorText)")
        #expect(run.errorText.contains("SMTP authentication failed for"))
        #expect(!run.errorText.contains("canary") && !run.text.contains("canary"))
    }

    @Test(
        "--transcript shows both connections without the password",
        .needs(server: "dovecot"), .needs(server: "postfix"))
    func transcribed() throws {
        let account = try Account(
            imap: Self.url("imaps", "imaps", "dovecot"), smtp: Self.url("smtp", "submission", "postfix"),
            password: "wrong-canary-73")
        let run = try account.check("--transcript")
        #expect(run.exitCode == 77)
        #expect(run.errorText.contains("C: A1 AUTHENTICATE SCRAM-SHA-256 <secret>\n"), "\(run.errorText)")
        #expect(run.errorText.contains("S: A1 NO ") && run.errorText.contains("C: EHLO "))
        #expect(run.errorText.contains("-- TLS\n"))
        #expect(!run.errorText.contains("canary") && !run.errorText.contains("d3JvbmctY2FuYXJ5"))
        #expect(try !account.check().errorText.contains("C: "))
    }

    @Test(
        "A server without a trusted certificate gets no password", .needs(server: "dovecot"),
        .needs(server: "postfix"))
    func untrusted() throws {
        let account = try Account(
            imap: Self.url("imaps", "imaps", "dovecot"), smtp: Self.url("smtps", "submissions", "postfix"),
            authorities: "/etc/ssl/certs/ca-certificates.crt")
        let run = try account.check()
        #expect(run.exitCode == 69 && run.errorText.contains("certificate"), "\(run.errorText)")
    }

    @Test("Unreachable or missing servers are reported with what to do")
    func noServer() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("account", "add", "home", "--address", "kim@example.net")
        let none = home.petrel("account", "check", "home")
        #expect(none.exitCode == .configuration && none.errorText.contains("has no servers"))
        #expect(home.petrel("account", "check", "nobody").exitCode == .noInput)
        _ = home.petrel(
            "account", "add", "work", "--address", "kim@example.net", "--imap", "imaps://localhost:1", "--smtp",
            "smtps://localhost:1", "--password-command", "echo secret")
        let run = try ProgramRun.run(
            ProjectFiles.petrel, ["--home", home.directory.path, "account", "check", "work", "--json"])
        #expect(run.exitCode == 69 && run.text.contains("\"code\":\"unavailable\""), "\(run.text)")
    }
}
