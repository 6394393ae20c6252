import Accounts
import DomainNames
import Foundation
import MailClients
import MailTestSupport
import MailTypes
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The setup command", .onOwnThreads, .holds("K03", "N03"))
struct SetupTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome(isEmpty: true)
    }

    private func type(_ lines: [String], _ servers: SetupServers? = nil) -> CommandRun {
        home.petrel([], typing: lines + ["quit"], reaching: servers?.connections ?? .none)
    }

    private func accountFile(_ name: String = "example") throws -> String {
        try String(contentsOf: home.directory.appending(path: "accounts/\(name).json"), encoding: .utf8)
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

    @Test(
        "Three invalid answers end setup, and nothing is saved",
        arguments: [["n", "K", "kim@example.net", "7", "8", "9"]])
    func invalid(_ answers: [String]) throws {
        let run = type(["setup"] + answers)
        #expect(run.errorText.contains("setup ended, and nothing was saved. Type: setup\n"), "\(run.errorText)")
        #expect(!home.petrel("account", "list").text.contains("@"))
    }

    private static let certificate = ServerCertificate(
        subject: "CN = imap.example.net", issuer: "CN = Example authority", firstDay: "2026-01-01",
        lastDay: "2027-01-01", fingerprint: "00:11:22:33:44:55:66:77:88:99")

    @Test("A certificate that is not trusted is shown, and a file of authorities can be named", .holds("PX1"))
    func untrusted() throws {
        let servers = SetupServers()
        let trusting = servers.connections
        let file = home.directory.appending(path: "authorities.pem")
        try Data("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n".utf8).write(to: file)
        let connections = NetworkAccess { endpoint, authorities throws(StreamFailure) in
            guard authorities == Array(file.path.utf8) else {
                throw .certificate(.unknownAuthority(Self.certificate))
            }
            return try await trusting.connect(endpoint, authorities)
        }
        let run = home.petrel(
            [],
            typing: [
                "setup", "n", "Kim", "kim@example.net", "2", "imap.example.net", "smtp.example.net", "",
                SetupServers.password, "5", "nowhere.pem", "authorities.pem", "1", "quit",
            ], reaching: connections)
        for words in [
            "CN = imap.example.net", "CN = Example authority", "2026-01-01 to 2027-01-01", "00:11:22:33:44:55:66:77\n",
            "88:99\n", "Both accept the password.", "Saved as the account example.",
        ] {
            #expect(run.text.contains(words), "\(words): \(run.text)\(run.errorText)")
        }
        #expect(run.errorText.contains("nowhere.pem: No such file or directory. Type another file, or: back"))
        #expect(try accountFile().contains("\"caFile\": \"\(file.path)\""))
    }

    @Test("back returns to the previous question")
    func back() throws {
        let run = type(["setup", "n", "Kom", "back", "Kim", "kim@example.net", "2", "back", "3", "y"])
        #expect(run.prompts.filter { $0.hasPrefix("Your name") }.count == 2)
        #expect(try accountFile().contains("\"Kim\"") && run.text.contains("Ready."))
    }

    @Test("After back, the answers so far are the standard ones")
    func backKeepsAnswers() throws {
        let run = type(
            Self.kim + ["2", "", "imap.example.net", "smtp.example.net"] + Array(repeating: "back", count: 4)
                + ["", "2", "", "", "quit"])
        #expect(run.errorText.contains("Type the name of the server, such as imap.example.net, or: back"))
        for question in [
            "Your e-mail address (Enter = kim@example.net): ",
            "Server for reading mail, as imaps://HOST (Enter = imaps://imap.example.net:993): ",
            "Server for sending mail, as smtps://HOST (Enter = smtps://smtp.example.net:465): ",
        ] {
            #expect(run.prompts.contains(question), "\(run.prompts)")
        }
        #expect(run.prompts.filter { $0.hasPrefix("User name") }.count == 2, "\(run.prompts)")
    }

    @Test("An account at another authorization server keeps its sign-in, in a browser or with a code")
    func otherIssuer() throws {
        let added = home.petrel(
            "account", "add", "work", "--address", "kim@example.net", "--imap", "imaps://imap.example.net", "--smtp",
            "smtps://smtp.example.net", "--oauth", "https://id.example.org", "--client-id", "petrel")
        #expect(added.text.contains("To sign in, type: petrel account sign-in work\n"), "\(added.text)")
        let run = type(["setup", "1", "", "", "", "1", "quit"])
        for way in ["1  In the browser\n", "2  With a password\n", "4  With a code that you type on another device\n"] {
            #expect(run.errorText.contains(way), "\(run.errorText)")
        }
        #expect(run.text.contains("id.example.org wants a client id"), "\(run.text)")
        #expect(run.prompts.contains("Client id, or the file with it (Enter = petrel): "), "\(run.prompts)")
    }

    @Test("Finds the servers, signs in, and stores the password in a private file", .holds("PX7"))
    func found() throws {
        let servers = SetupServers()
        let run = type(Self.kim + ["1", SetupServers.password, "1"], servers)
        #expect(run.text.contains("Found: imap.example.net and smtp.example.net.\n"), "\(run.errorText)")
        #expect(
            run.text.contains(
                "Signing in at imap.example.net and smtp.example.net.\nBoth accept the password.\n"
                    + "Saved as the account example. Your mail arrives while you work. Try: list, new, help\n"
                    + "Signed in. INBOX: 123 messages, 4 unread.\n"
            ))
        #expect(servers.faults.isEmpty, "\(servers.faults)")
        let file = home.directory.appending(path: "accounts/example.password")
        #expect(try String(contentsOf: file, encoding: .utf8) == SetupServers.password + "\n")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let written = try accountFile()
        #expect(written.contains("imaps://imap.example.net:993") && written.contains("accounts/example.password"))
        for text in [written, run.text, run.errorText] + run.prompts { #expect(!text.contains("canary")) }
        // The stored password is used from now on.
        let check = home.petrel("account", "check", "example", reaching: SetupServers().connections)
        #expect(check.text == "Signed in. INBOX: 123 messages, 4 unread. Sending works, too.\n", "\(check.errorText)")
        #expect(home.petrel("account", "remove", "example", "--yes").exitCode == .done)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("DNS records are tried first, and a host outside the domain needs consent", .holds("PX5"))
    func records() throws {
        let host = "mail.example.org"
        let records: [ServiceRecord.Kind: [ServiceRecord]] = [
            .imaps: [ServiceRecord(priority: 0, weight: 0, port: 993, host: host)],
            .submissions: [ServiceRecord(priority: 0, weight: 0, port: 465, host: host)],
        ]
        let servers = SetupServers([host], records: records)
        let run = type(Self.kim + ["1", "", "3", "n"], servers)
        let question = "example.net says that its mail is at mail.example.org. Sign in there?"
        #expect(run.prompts.contains { $0.hasPrefix(question) }, "\(run.prompts)")
        #expect(servers.made.withLock { $0.allSatisfy { $0.counts.heard == 0 } })
        let agreed = type(Self.kim + ["1", "y", SetupServers.password, "1"], SetupServers([host], records: records))
        #expect(
            agreed.text.contains("Signed in.") && agreed.text.contains("Saved as the account example."),
            "\(agreed.errorText)")
    }

    @Test("A known provider needs no search, and offline setup signs in later")
    func provider() throws {
        let run = type(["setup", "n", "Kim", "kim@gmail.com", "1", "2", "secret", "2", "2"])
        #expect(
            run.text.contains("Gmail needs an app password") && run.text.contains("Saved as the account gmail."),
            "\(run.text)")
        #expect(run.errorText.contains("1  Sign in at Gmail\n"))
        let written = try accountFile("gmail")
        #expect(written.contains("\"gmail\"") && !written.contains("password"))
        let send = home.typing("new ben@example.org -s Plan -m Hi", "send", "now", "quit")
        #expect(send.text.contains("Offline. Message queued; it will be sent when you are back online."))
    }

    @Test("At a provider with browser sign-in, the client id can be given later")
    func browserLater() throws {
        let run = type(["setup", "n", "Kim", "kim@outlook.com", "1", "1", "", "y"])
        #expect(run.errorText.contains("1  In the browser\n"), "\(run.errorText)")
        #expect(run.text.contains("Microsoft wants a client id") && run.text.contains("Saved as the account outlook."))
        #expect(try accountFile("outlook").contains("\"oauth\": \"microsoft\""))
        let sync = home.petrel("sync")
        #expect(sync.errorText.contains("outlook is not signed in") || sync.errorText.contains("needs a client id"))
    }

    @Test("A refused password can be typed again and is not stored")
    func refused() throws {
        let run = type(Self.kim + ["1", SetupServers.password, "", "", "y"], SetupServers(refusing: true))
        #expect(run.errorText.contains("IMAP authentication failed for"), "\(run.errorText)")
        #expect(run.prompts.filter { $0.hasPrefix("Password for kim@example.net") }.count == 2)
        #expect(
            run.text.contains("Saved as the account example.")
                && !FileManager.default.fileExists(
                    atPath: home.directory.path + "/accounts/example.password")
        )
    }

    @Test("Without an answer, servers can be typed or skipped, and a second setup adds them")
    func later() throws {
        let first = type(Self.kim + ["1", "3", "y"])
        #expect(first.text.contains("No servers found.") && first.text.contains("Ready."))
        let second = type(
            ["setup", "2", "imap.example.net", "smtps://smtp.example.net", "", SetupServers.password, "2"],
            SetupServers())
        #expect(
            second.text.contains("Setting up kim@example.net.")
                && second.text.contains("Saved as the account example."),
            "\(second.errorText)")
        #expect(try accountFile().contains("smtps://smtp.example.net:465"))
        #expect(type(["setup"]).errorText.contains("1  Change example (kim@example.net)\n  2  Add another account\n"))
    }

    @Test("What was written by hand in the account's file stays")
    func edited() throws {
        _ = type(Self.kim + ["3", "y"])
        let file = home.directory.appending(path: "accounts/example.json")
        let edited =
            "// mine\n" + (try accountFile()).replacingOccurrences(of: "\n}", with: ", // last\n  \"undo\": 10\n}")
        try Data(edited.utf8).write(to: file)
        let run = type(["setup", "2", "imap.example.net", "smtp.example.net", "", "", "y"])
        #expect(run.text.contains("Saved as the account example."), "\(run.errorText)")
        let changed = try accountFile()
        for part in ["// mine\n", ", // last\n", "\"undo\": 10", "\"imaps://imap.example.net:993\""] {
            #expect(changed.contains(part), "\(changed)")
        }
    }

    @Test("A second setup changes an account: Enter keeps each answer, and the stored password is tried")
    func change() throws {
        _ = type(Self.kim + ["1", SetupServers.password, "1"], SetupServers())
        let run = type(["setup", "1", "Kim Lee", "", "", "", "y"], SetupServers())
        #expect(run.errorText.contains("1  Keep imap.example.net and smtp.example.net\n"), "\(run.errorText)")
        #expect(run.prompts.contains("Your name (Enter = Kim Park): "))
        #expect(
            run.text.contains("Try: list, new, help\nSigned in. INBOX: 123 messages, 4 unread.\n"),
            "\(run.text)\(run.errorText)")
        let changed = try accountFile()
        #expect(changed.contains("\"Kim Lee\"") && changed.contains("accounts/example.password"))
    }

    @Test("A second setup adds another account with a name of its own")
    func another() throws {
        _ = type(Self.kim + ["1", SetupServers.password, "1"], SetupServers())
        let run = type(["setup", "", "Ana", "ana@example.net", "1", "", "y"], SetupServers())
        #expect(run.errorText.contains("2  Add another account\n"), "\(run.errorText)")
        #expect(run.text.contains("Saved as the account example-ana."), "\(run.text)")
        #expect(try accountFile("example-ana").contains("ana@example.net"))
    }

    static let questions: [(name: String, answers: [String])] = [
        ("name", ["n"]), ("address", ["n", "Kim"]), ("start", ["n", "Kim", "kim@example.net"]),
        ("password", ["n", "Kim", "kim@example.net", "1"]),
        ("place", ["n", "Kim", "kim@example.net", "1", SetupServers.password]),
        ("IMAP server", ["n", "Kim", "kim@example.net", "2"]),
        ("SMTP server", ["n", "Kim", "kim@example.net", "2", "imap.example.net"]),
        ("user", ["n", "Kim", "kim@example.net", "2", "imap.example.net", "smtp.example.net"]),
        ("confirmation", ["n", "Kim", "kim@example.net", "3"]),
    ]

    @Test("back and quit work at every question", arguments: questions)
    func everywhere(_ row: (name: String, answers: [String])) throws {
        let last = try #require(row.answers.last)
        let run = type(["setup"] + row.answers + ["back", last, "quit"], SetupServers())
        let question = row.answers.count + 1
        try #require(run.prompts.count > question + 2, "\(run.prompts)")
        #expect(run.prompts[question].prefix(9) == run.prompts[question + 2].prefix(9), "\(run.prompts)")
        #expect(run.text.contains("Nothing was saved.\n"), "\(run.text)")
        #expect(!home.petrel("account", "list").text.contains("@"))
    }

    @Test("back at the first question says so, and quit leaves after a refused password", .holds("K03"))
    func ends() {
        #expect(type(["setup", "back", "quit"]).text.contains("This is the first question."))
        let refused = type(Self.kim + ["1", SetupServers.password, "back", "quit"], SetupServers(refusing: true))
        #expect(refused.prompts.filter { $0.hasPrefix("Password for") }.count == 2)
        #expect(refused.text.contains("Nothing was saved.\n"))
    }

    @Test("A domain whose mail goes to a known provider signs in there without consent", .holds("PX5"))
    func receiver() throws {
        let run = type(Self.kim + ["1", "2", "", "y"], SetupServers(exchangers: ["aspmx.l.google.com"]))
        #expect(run.text.contains("The mail of example.net is at Gmail.\nGmail needs an app password"), "\(run.text)")
        #expect(run.text.contains("myaccount.google.com/apppasswords") && run.text.contains("account example."))
        #expect(try accountFile().contains("\"provider\": \"gmail\""))
    }

    @Test("The user name is asked for where it cannot be known")
    func userName() throws {
        let run = type(
            Self.kim + ["1", "kim.park@icloud.com", "", "y"], SetupServers(exchangers: ["mx01.mail.icloud.com"]))
        #expect(run.prompts.contains("User name at iCloud (Enter = kim@example.net): "), "\(run.prompts)")
        #expect(try accountFile().contains("\"user\": \"kim.park@icloud.com\""))
    }

    @Test("A configuration file of the domain names the servers and the user name", .holds("PX5"))
    func configurationFile() throws {
        let file = """
            <clientConfig version="1.1"><emailProvider id="example.net">
            <incomingServer type="imap"><hostname>in.example.net</hostname><port>993</port><socketType>SSL</socketType>
            <username>%EMAILLOCALPART%</username></incomingServer>
            <outgoingServer type="smtp"><hostname>out.example.net</hostname><port>465</port><socketType>SSL</socketType>
            <username>%EMAILLOCALPART%</username></outgoingServer></emailProvider></clientConfig>
            """
        let servers = SetupServers(
            ["in.example.net", "out.example.net"], files: ["https://autoconfig.example.net/": file], user: "kim")
        let run = type(Self.kim + ["1", SetupServers.password, "1"], servers)
        #expect(run.text.contains("Found: in.example.net and out.example.net.\n"), "\(run.errorText)")
        #expect(run.text.contains("Signed in. INBOX: 123 messages, 4 unread."), "\(run.errorText)\(servers.faults)")
        #expect(try accountFile().contains("\"user\": \"kim\""))
        let urls = servers.documents.withLock(\.self)
        #expect(urls.filter { $0.contains("kim") }.allSatisfy { $0.hasPrefix("https://autoconfig.example.net/") })
        #expect(Set(urls).count == 3)
    }

    static let names: [(address: String, taken: [String], name: String)] = [
        ("kim@example.net", [], "example"), ("kim@gmail.com", [], "gmail"), ("Kim@Example.NET", [], "example"),
        ("kim@mail.example.net", [], "example"), ("kim@mail.de", [], "mail"), ("kim@a.b.example", [], "a"),
        ("kim@example.net", ["example"], "example-kim"), ("kim@example.net", ["example", "example-kim"], "example-2"),
        ("kim@local.example", [], "local-kim"), ("kim@☃.example", [], "kim"), ("☃@☃.example", [], "mail"),
        ("-@-.example", [], "mail"),
    ]

    @Test("An account is named after the domain of its address", arguments: names)
    func naming(_ row: (address: String, taken: [String], name: String)) {
        let name = AccountName.suggested(for: EmailAddress(row.address)) { row.taken.contains($0.text) }
        #expect(name.text == row.name)
    }

    @Test("What was written before the setup is sent by the new account")
    func writtenBefore() throws {
        _ = home.petrel("new", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        let run = type(Self.kim + ["3", "y"])
        #expect(run.text.contains("Ready."), "\(run.errorText)")
        #expect(try accountFile("local").contains("kim@example.net"))
    }

    @Test("setup asks about a screen reader, and the answer applies at once")
    func accessible() throws {
        let run = type(["setup", "y", "Kim", "kim@example.net", "3", "", "new ben@example.org -s P -m Hi", "send"])
        #expect(run.text.contains("in 30 seconds") || run.text.contains("in 30 s"), "\(run.text)")
        #expect(home.typing("set accessible", "quit").text.contains("accessible: on."))
        #expect(home.petrel("setup").exitCode == .usage)
    }

    @Test("A typed password is not shown on the screen", .holds("PX7"))
    func screen() throws {
        let sitting = try PromptDriver(home)
        for line in Self.kim + ["2", "imap.example.net", "smtp.example.net", ""] { sitting.enter(line) }
        sitting.enter(SetupServers.password)
        for line in ["2", "2"] { sitting.enter(line) }
        // An account without a stored password asks for it.
        sitting.enter("account check example")
        #expect(String(decoding: sitting.shown, as: UTF8.self).contains("Password for example (not shown): "))
        sitting.enter(SetupServers.password)
        sitting.enter("history")
        let shown = String(decoding: sitting.shown, as: UTF8.self)
        #expect(shown.contains("Saved as the account example.") && !shown.contains("canary"))
    }
}
