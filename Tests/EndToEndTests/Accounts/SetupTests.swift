import DomainNames
import Foundation
import MailClients
import MailTestSupport
import Synchronization
import Testing

@testable import REPL

/// Servers of example.net that accept kim's password, in this process.
private final class Servers: Sendable {
    static let password = "canary-7f3a"
    private static let answer = Data("\0kim@example.net\0\(password)".utf8).base64EncodedString()

    private let imap: String
    private let smtp: String
    /// The hosts that were connected to, in order.
    let asked = Mutex<[String]>([])
    let made = Mutex<[ScriptedServer]>([])
    private let hosts: Set<String>
    private let records: [ServiceRecord.Kind: [ServiceRecord]]

    init(
        _ hosts: Set<String> = ["imap.example.net", "smtp.example.net"],
        records: [ServiceRecord.Kind: [ServiceRecord]] = [:], refusing: Bool = false
    ) {
        self.hosts = hosts
        self.records = records
        let imapEnd =
            refusing
            ? "S: A1 NO [AUTHENTICATIONFAILED] no"
            : """
            S: A1 OK [CAPABILITY IMAP4rev1] in
            C: A2 STATUS INBOX (MESSAGES UNSEEN)
            S: * STATUS INBOX (MESSAGES 123 UNSEEN 4)
            S: A2 OK done
            C: A3 LOGOUT
            """
        imap = """
            S: * OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] ready
            C: A1 AUTHENTICATE PLAIN \(Self.answer)
            \(imapEnd)
            """
        smtp = """
            S: 220 ready
            C: EHLO [127.0.0.1]
            S: 250-hello
            S: 250 AUTH PLAIN
            C: AUTH PLAIN \(Self.answer)
            S: \(refusing ? "535 5.7.8 no" : "235 2.7.0 in")
            C: QUIT
            S: 221 bye
            """
    }

    var connections: NetworkAccess {
        NetworkAccess { endpoint, _ throws(StreamFailure) in
            self.asked.withLock { $0.append("\(endpoint)") }
            guard self.hosts.contains(endpoint.host) else { throw .nameNotFound }
            let server = ScriptedServer(endpoint.port == 993 ? self.imap : self.smtp)
            self.made.withLock { $0.append(server) }
            return server
        } services: { kind, domain in
            domain == "example.net" ? self.records[kind] ?? [] : []
        }
    }

    var faults: [String] { made.withLock { $0.flatMap(\.faults) } }
}

@Suite("The setup command", .onOwnThreads, .holds("K03", "N03"))
struct SetupTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome(isEmpty: true)
    }

    private func type(_ lines: [String], _ servers: Servers? = nil) -> CommandRun {
        home.petrel([], typing: lines + ["quit"], reaching: servers?.connections ?? .none)
    }

    private var accountFile: String {
        get throws { try String(contentsOf: home.directory.appending(path: "accounts/local.json"), encoding: .utf8) }
    }

    private static let kim = ["setup", "n", "Kim Park", "kim@example.net"]

    @Test("Asks for a valid name and address, which new mail uses without a network")
    func writing() throws {
        let run = type([
            "setup", "n", "Kim Park", "kim at example", "kim@example.net", "3", "y",
            "new ben@example.org -s Plan -m Hi",
        ])
        #expect(run.text.contains("To change that, type: setup"))
        #expect(run.text.contains("Ready. Mail you send waits in the outbox until you run: setup"))
        #expect(run.errorText.contains("\"kim at example\" is not a mail address."))
        #expect(home.petrel("drafts", "export", "d1").text.contains("From: Kim Park <kim@example.net>\r\n"))
        #expect(home.petrel("account", "list").text.contains("kim@example.net"))
        #expect(!home.typing("quit").text.contains("type: setup"))
    }

    @Test(
        "Quitting at any question changes nothing",
        arguments: [
            ["quit"], ["n", "quit"], ["n", "K", "quit"], ["n", "K", "kim@example.net", "2", "quit"],
            ["n", "K", "kim@example.net", "2", "imap.example.net", "quit"], ["n", "K", "kim@example.net", "3", "n"],
        ])
    func left(_ answers: [String]) throws {
        let run = type(["setup"] + answers)
        #expect(run.exitCode == .done)
        #expect(!home.petrel("account", "list").text.contains("@"))
        #expect(answers == ["quit"] || run.text.contains("Nothing was saved."), "\(run.text)")
    }

    @Test("back returns to the previous question")
    func back() throws {
        let run = type(["setup", "n", "Kom", "back", "Kim", "kim@example.net", "2", "back", "3", "y"])
        #expect(run.prompts.filter { $0 == "Your name: " }.count == 2)
        #expect(try accountFile.contains("\"Kim\"") && run.text.contains("Ready."))
    }

    @Test("Finds the servers, signs in, and stores the password in a private file", .holds("PX7"))
    func found() throws {
        let servers = Servers()
        let run = type(Self.kim + ["1", Servers.password, "1", "y"], servers)
        #expect(run.text.contains("Found: imap.example.net and smtp.example.net.\n"), "\(run.errorText)")
        #expect(
            run.text.contains(
                "Signed in. Inbox: 123 messages, 4 unread. Sending works, too.\nSaved as the account local. Try: new, list, help\n"
            ))
        #expect(servers.faults.isEmpty, "\(servers.faults)")
        let file = home.directory.appending(path: "accounts/local.password")
        #expect(try String(contentsOf: file, encoding: .utf8) == Servers.password + "\n")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let written = try accountFile
        #expect(written.contains("imaps://imap.example.net:993") && written.contains("accounts/local.password"))
        for text in [written, run.text, run.errorText] + run.prompts { #expect(!text.contains("canary")) }
        // The stored password is used from now on.
        let check = home.petrel("account", "check", "local", reaching: Servers().connections)
        #expect(check.text == "Signed in. Inbox: 123 messages, 4 unread. Sending works, too.\n", "\(check.errorText)")
        #expect(home.petrel("account", "remove", "local", "--yes").exitCode == .done)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("DNS records are tried first, and a host outside the domain needs consent", .holds("PX5"))
    func records() throws {
        let host = "mail.example.org"
        let records: [ServiceRecord.Kind: [ServiceRecord]] = [
            .imaps: [ServiceRecord(priority: 0, weight: 0, port: 993, host: host)],
            .submissions: [ServiceRecord(priority: 0, weight: 0, port: 465, host: host)],
        ]
        let servers = Servers([host], records: records)
        let run = type(Self.kim + ["1", "", "3", "n"], servers)
        let question = "example.net says that its mail is at mail.example.org and mail.example.org. Sign in there?"
        #expect(run.prompts.contains { $0.hasPrefix(question) }, "\(run.prompts)")
        #expect(servers.made.withLock { $0.allSatisfy { $0.counts.heard == 0 } })
        let agreed = type(Self.kim + ["1", "y", Servers.password, "1", "y"], Servers([host], records: records))
        #expect(
            agreed.text.contains("Signed in.") && agreed.text.contains("Saved as the account local."),
            "\(agreed.errorText)")
    }

    @Test("A known provider needs no search, and offline setup signs in later")
    func provider() throws {
        let run = type(["setup", "n", "Kim", "kim@gmail.com", "1", "secret", "2", "2", "y"])
        #expect(
            run.text.contains("Gmail needs an app password") && run.text.contains("Saved as the account local."),
            "\(run.text)")
        #expect(run.errorText.contains("1  Sign in at Gmail\n"))
        let written = try accountFile
        #expect(written.contains("\"gmail\"") && !written.contains("password"))
        let send = home.typing("new ben@example.org -s Plan -m Hi", "send", "now", "quit")
        #expect(send.text.contains("Offline. Message queued; it will be sent when you are back online."))
    }

    @Test("A refused password can be typed again and is not stored")
    func refused() throws {
        let run = type(Self.kim + ["1", Servers.password, "", "", "y"], Servers(refusing: true))
        #expect(run.errorText.contains("IMAP authentication failed for"), "\(run.errorText)")
        #expect(run.prompts.filter { $0.hasPrefix("Password for kim@example.net") }.count == 2)
        #expect(
            run.text.contains("Saved as the account local.")
                && !FileManager.default.fileExists(
                    atPath: home.directory.path + "/accounts/local.password")
        )
    }

    @Test("Without an answer, servers can be typed or skipped, and a second setup adds them")
    func later() throws {
        let first = type(Self.kim + ["1", "3", "y"])
        #expect(first.text.contains("No servers found.") && first.text.contains("Ready."))
        let second = type(
            ["setup", "2", "imap.example.net", "smtps://smtp.example.net", Servers.password, "2", "y"], Servers())
        #expect(
            second.text.contains("Setting up kim@example.net.")
                && second.text.contains("Saved as the account local."),
            "\(second.errorText)")
        #expect(try accountFile.contains("smtps://smtp.example.net:465"))
        #expect(type(["setup"]).text.contains("There already is an account."))
    }

    @Test("A file that was edited by hand is not changed")
    func edited() throws {
        _ = type(Self.kim + ["3", "y"])
        let file = home.directory.appending(path: "accounts/local.json")
        let edited = "// mine\n" + (try accountFile)
        try Data(edited.utf8).write(to: file)
        let run = type(["setup", "2", "imap.example.net", "smtp.example.net", "", "y"])
        #expect(run.errorText.contains("was edited by hand"))
        #expect(try accountFile == edited)
    }

    @Test("setup asks about a screen reader, and the answer applies at once")
    func accessible() throws {
        let run = type(["setup", "y", "Kim", "kim@example.net", "3", "", "new ben@example.org -s P -m Hi", "send"])
        #expect(run.text.contains("in 30 seconds") || run.text.contains("in 30 s"), "\(run.text)")
        #expect(home.typing("set accessible", "quit").text.contains("accessible on"))
        #expect(home.petrel("setup").exitCode == .usage)
    }

    @Test("A typed password is not shown on the screen", .holds("PX7"))
    func screen() throws {
        let sitting = try PromptDriver(home)
        for line in Self.kim + ["2", "imap.example.net", "smtp.example.net"] { sitting.enter(line) }
        sitting.enter(Servers.password)
        for line in ["2", "2", "y"] { sitting.enter(line) }
        // An account without a stored password asks for it.
        sitting.enter("account check local")
        #expect(String(decoding: sitting.shown, as: UTF8.self).contains("Password for local (not shown): "))
        sitting.enter(Servers.password)
        sitting.enter("history")
        let shown = String(decoding: sitting.shown, as: UTF8.self)
        #expect(shown.contains("Saved as the account local.") && !shown.contains("canary"))
    }
}
